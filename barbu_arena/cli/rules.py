"""`barbu-arena rules`: rule sets in words, as values, and side by side."""

from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format

if TYPE_CHECKING:
    from barbu_arena.game.rules import RuleSet


@click.command()
@click.argument("names", nargs=-1)
@click.option("--check", is_flag=True, help="Only check the file, and say that it is good.")
@format_option()
def command(names: tuple[str, ...], check: bool, form: Format) -> None:
    """Print a rule set in words.

    Without a name the presets are listed, with two the differences are shown. A name is that of a
    preset, or the path of a rules file (with a / or .yaml).

    \b
    Example:
      barbu-arena rules modern
      barbu-arena rules modern classic
      barbu-arena rules friday.yaml --check
    """
    from barbu_arena.files.rules_file import load_rules

    if len(names) > 2:
        raise click.UsageError(f"expected at most two rule sets, got {len(names)}")
    if check and not names:
        raise click.UsageError("--check needs the path of a rules file")
    sets = [load_rules(name) for name in names]
    if check:
        for name, rules in zip(names, sets, strict=True):
            write(f"{name}: rule set {rules.name} is good: {rules.deals} deals a session" + "\n")
    elif not sets:
        write(_listing(form))
    elif len(sets) == 1:
        write(_one(sets[0], form))
    else:
        write(_differences(sets[0], sets[1], form))


def _listing(form: Format) -> str:
    from barbu_arena.files.rules_file import load_rules, preset_names
    from barbu_arena.report.grid import render
    from barbu_arena.report.rules_tables import presets_grid

    return render(presets_grid([load_rules(name) for name in preset_names()]), form)


def _one(rules: "RuleSet", form: Format) -> str:
    import json

    from barbu_arena.game.rules_form import rules_form
    from barbu_arena.report.grid import render
    from barbu_arena.report.rules_tables import rules_grid
    from barbu_arena.report.rules_text import rules_text

    if form == "text":
        return rules_text(rules)
    if form == "json":
        return json.dumps(rules_form(rules), indent=2) + "\n"
    return render(rules_grid(rules), form)


def _differences(first: "RuleSet", second: "RuleSet", form: Format) -> str:
    from barbu_arena.report.grid import render
    from barbu_arena.report.rules_tables import differences_grid

    return render(differences_grid(first, second), form)
