"""`barbu-arena rules`: a rule set in words."""

import click

from barbu_arena.cli.options import format_option
from barbu_arena.report.grid import Format


@click.command()
@click.argument("name", required=False)
@format_option()
def command(name: str | None, form: Format) -> None:
    """Print the rule set NAME (a preset, or the path of a rules file) in words; without NAME, list.

    \b
    Example:
      barbu-arena rules modern
    """
    import json  # noqa: PLC0415

    from barbu_arena.files.rules_file import load_rules, preset_names  # noqa: PLC0415
    from barbu_arena.game.rules_form import rules_form  # noqa: PLC0415
    from barbu_arena.report.grid import render  # noqa: PLC0415
    from barbu_arena.report.rules_text import rules_text  # noqa: PLC0415
    from barbu_arena.report.sheets import rules_grid  # noqa: PLC0415

    if name is None:
        names = preset_names()
        click.echo(json.dumps(names) if form == "json" else "\n".join(names))
        return
    rules = load_rules(name)
    if form == "json":
        click.echo(json.dumps(rules_form(rules), indent=2))
    elif form == "text":
        click.echo(rules_text(rules), nl=False)
    else:
        click.echo(render(rules_grid(rules), form), nl=False)
