"""`barbu-arena verify`: replay records without bots and check every sum."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import format_option
from barbu_arena.cli.streams import tell, write
from barbu_arena.report.grid import Format

if TYPE_CHECKING:
    from barbu_arena.files.verification import Known, Verification


@click.command()
@click.argument("path", type=click.Path(path_type=Path, exists=True))
@click.option("--seed", help="For a ledger file: the seed its hands must come from.")
@click.option("--rules", help="For a ledger file: the rule set, if it is no preset.")
@format_option()
def command(path: Path, seed: str | None, rules: str | None, form: Format) -> None:
    """Replay records without bots and check every sum.

    PATH is a results folder or a ledger file; every call and card is judged again. A folder is held
    against its manifest as well: the deals against the seed, the seatings against the schedule, the
    penalties against the faults.

    \b
    Example:
      barbu-arena verify results/quickstart
      barbu-arena verify sessions.jsonl --seed quickstart
    """
    from barbu_arena.errors import VerificationFailed
    from barbu_arena.files.ledger import LEDGER_NAME
    from barbu_arena.files.verification import verify_ledger

    if path.is_dir():
        _refuse_options(path, seed, rules)
        ledger, known = path / LEDGER_NAME, _of_folder(path)
    else:
        ledger, known = path, _of_file(seed, rules)
    result = verify_ledger(ledger, known)
    _print(ledger, result, form)
    if result.problems:
        raise VerificationFailed("\n".join(result.problems))


def _refuse_options(path: Path, seed: str | None, rules: str | None) -> None:
    if seed is not None or rules is not None:
        raise click.UsageError(f"--seed and --rules are for ledger files; {path} has a manifest")


def _of_folder(folder: Path) -> "Known":
    from barbu_arena.files.results_folder import PlannedSessions, read_league
    from barbu_arena.files.verification import Known

    league = read_league(folder)
    tournament = league.tournament
    return Known(
        rules_of=lambda _: tournament.rules,
        seed=tournament.seed,
        policy=tournament.faults,
        plans=PlannedSessions(tournament),
    )


def _of_file(seed: str | None, rules: str | None) -> "Known":
    from functools import cache

    from barbu_arena.files.rules_file import load_rules, preset_names
    from barbu_arena.files.tournament_file import require_seed
    from barbu_arena.files.verification import Known
    from barbu_arena.game.rules import RuleSet
    from barbu_arena.referee.record_reader import RecordError

    presets = preset_names()
    if seed is not None:
        require_seed(seed)

    @cache
    def rules_of(name: str) -> RuleSet:
        if rules is not None:
            return load_rules(rules)
        if name not in presets:
            raise RecordError(f"rule set {name[:40]!a} is no preset; name its file with --rules")
        return load_rules(name)

    return Known(rules_of=rules_of, seed=seed)


def _print(ledger: Path, result: "Verification", form: Format) -> None:
    import json

    from barbu_arena.report.grid import render
    from barbu_arena.report.sheets import problems_grid

    if form == "json":
        fields = {
            "schema": "barbu-arena/verify/1",
            "sessions": result.sessions,
            "ledger_digest": result.digest,
            "problems": list(result.problems),
            "unfinished_last_line": result.unfinished,
        }
        write(json.dumps(fields, indent=2, ensure_ascii=False) + "\n")
        return
    if form != "text":
        write(render(problems_grid(result.problems), form))
        return
    if result.unfinished:
        tell(f"{ledger}: the last line is unfinished and was passed over")
    if result.problems:
        tell(f"{len(result.problems)} wrong, {result.sessions} verified")
    else:
        write(f"verified: {result.sessions} sessions, ledger {result.digest}" + "\n")
