"""`barbu-arena new-bot`: a folder with a bot that can play, to make one's own of."""

from pathlib import Path

import click

from barbu_arena.cli.streams import tell, write

_TOOLS = {
    "python": "python3",
    "javascript": "node",
    "c": "cc",
    "rust": "rustc",
    "go": "go",
    "java": "javac",
}
"""The languages, and the program that each needs first."""


@click.command()
@click.argument("name", type=click.Path(path_type=Path))
@click.option(
    "--language",
    type=click.Choice(list(_TOOLS)),
    default="python",
    show_default=True,
    help="What the bot is written in.",
)
def command(name: Path, language: str) -> None:
    """Make the folder of a small bot that can play at once.

    It holds the bot, which ducks, a file of what bots need (cards, legal answers, what others may
    hold), and a README of one screen. NAME is the new folder; its last part is the bot's name.

    \b
    Example:
      barbu-arena new-bot my-bot --language javascript
    """
    import shutil

    from barbu_arena.cli.ending import command_line
    from barbu_arena.files.new_bot import make_bot
    from barbu_arena.files.start_checks import missing_program
    from barbu_arena.schema import form_path

    make_bot(name, language)
    bot = str(name)
    steps = [
        (["check", bot], "can it play?"),
        (["match", bot, "shipped:random", "shipped:dodger-py", "shipped:steady"], "a first match"),
        (["compare", "shipped:dodger-py", bot], "is it better than a bot that ducks?"),
    ]
    write(f"{bot}: a bot that ducks. What to do next:\n\n")
    for words, what in steps:
        write(f"    # {what}\n    {command_line(words)}\n")
    guide = form_path("reference").with_name("authors.md")
    write(f"\n{name / 'README.md'} says how to go on, and all about bots is in\n{guide}\n")
    tool = _TOOLS[language]
    if shutil.which(tool) is None:
        tell(f"it cannot start on this machine yet: {missing_program(tool)}")
