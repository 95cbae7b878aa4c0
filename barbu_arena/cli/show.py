"""`barbu-arena show`: a session deal by deal, the faults with their evidence, or one question."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import FOLDER, format_option
from barbu_arena.cli.question import show_question
from barbu_arena.cli.streams import in_colour, write
from barbu_arena.report.grid import Format

if TYPE_CHECKING:
    from barbu_arena.files.results_folder import League
    from barbu_arena.referee.record import SessionRecord
    from barbu_arena.report.faults_table import ListedFault


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("session", required=False)
@click.option("--deal", type=click.IntRange(min=1), help="Only this deal.")
@click.option("--faults", is_flag=True, help="The faults, of one session or all, with evidence.")
@click.option(
    "--question",
    metavar="SESSION:DEAL:N",
    help="The N-th question of a deal, or the one at a fault's place, such as play17.",
)
@click.option("--seat", type=click.IntRange(0, 3), help="Count this seat's questions only.")
@click.option(
    "--output", type=click.Path(path_type=Path, dir_okay=False), help="Where the question goes."
)
@format_option()
def command(  # noqa: PLR0913  one for each option
    folder: Path,
    session: str | None,
    *,
    deal: int | None,
    faults: bool,
    question: str | None,
    seat: int | None,
    output: Path | None,
    form: Format,
) -> None:
    """Show a session deal by deal, the faults of bots, or a question.

    SESSION is round.table.seating. Text shows hands, calls, every card, who paid whom for which
    double, and scores; > leads a trick, * wins it. Markdown and CSV hold the score sheet, JSON the
    record with tricks and transfers. With --faults each fault is a row, with its cause and the
    file that holds its evidence.

    With --question it writes the lines hello, session and question, as a bot was asked, for `ask`
    and `explain`. N counts the questions of the deal to all seats, from 1 as they came, or with
    --seat to one; cards that were forced were not asked for. Ids and clocks are not recorded:
    the ids are others, and the time is all of it.

    \b
    Example:
      barbu-arena show results/quickstart 1.1.2 --deal 3
      barbu-arena show results/quickstart --faults
      barbu-arena show results/quickstart --question 1.1.2:3:12 --output q.jsonl
    """
    if question is not None:
        _refuse_beside_question(session is None and deal is None and not faults, form)
        show_question(folder, question, seat, output)
        return
    if seat is not None or output is not None:
        raise click.UsageError("--seat and --output: to be had with --question only")
    if faults and deal is not None:
        raise click.UsageError("--deal: shows a deal of a session; not to be had with --faults")
    if faults:
        _show_faults(folder, session, form)
    elif session is None:
        raise click.UsageError("expected a SESSION such as 1.1.1, or --faults, got neither")
    else:
        _show_session(folder, session, deal, form)


def _refuse_beside_question(is_alone: bool, form: Format) -> None:
    if not is_alone or form != "text":
        raise click.UsageError(
            "--question: names session and deal itself, and has one form; expected it without "
            "SESSION, --deal, --faults and --format"
        )


def _show_session(folder: Path, session: str, deal: int | None, form: Format) -> None:
    import json

    from barbu_arena.errors import ConfigError
    from barbu_arena.files.results_folder import find_record, read_league
    from barbu_arena.report.grid import render
    from barbu_arena.report.ink import Ink
    from barbu_arena.report.session_fields import session_fields
    from barbu_arena.report.session_text import session_text
    from barbu_arena.report.sheets import session_grid

    league = read_league(folder)
    rules = league.tournament.rules
    record = find_record(league, session)
    if deal is not None and deal > len(record.deals):
        raise ConfigError(f"--deal: expected 1 to {len(record.deals)}, got {deal}")
    if form == "text":
        write(session_text(record, rules, deal, Ink(in_colour())))
    elif form != "json":
        write(render(session_grid(record, deal), form))
    else:
        fields = session_fields(record, rules, deal)
        write(json.dumps(fields, indent=2, ensure_ascii=False) + "\n")


def _show_faults(folder: Path, session: str | None, form: Format) -> None:
    from barbu_arena.cli.derive import tell_of_unfinished
    from barbu_arena.files.results_folder import faulty_records, find_record, read_league, tally
    from barbu_arena.report.faults_table import faults_grid, no_faults_text
    from barbu_arena.report.grid import render

    league = read_league(folder)
    tell_of_unfinished(league)
    if session is None:
        where = league.tournament.name
        records = sorted(faulty_records(league, tally(league)), key=lambda record: record.place)
    else:
        where = f"session {session}"
        records = [find_record(league, session)]
    found = list(_listed(league, records))
    for_people = form in ("text", "markdown")
    if for_people and not found:
        write(no_faults_text(where))
    else:
        write(render(faults_grid(found, where, for_people), form))


def _listed(league: "League", records: "Iterable[SessionRecord]") -> "Iterator[ListedFault]":
    """Yield the faults of records in their order, each with what its evidence says."""
    from barbu_arena.files.evidence import evidence_path, read_cause
    from barbu_arena.report.faults_table import ListedFault

    for record in records:
        for number, entry in enumerate(record.faults, start=1):
            path = evidence_path(league.folder, record.session, number)
            bot = record.bots[entry.seat]
            yield ListedFault(record.session, bot, entry, read_cause(path), str(path))
