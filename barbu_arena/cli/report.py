"""`barbu-arena report`: a league as one page for a browser."""

from pathlib import Path

import click

from barbu_arena.cli.options import FOLDER
from barbu_arena.cli.streams import tell, write

REPORT_NAME = "report.html"


@click.command()
@click.argument("folder", type=FOLDER)
@click.option(
    "--replay",
    "replays",
    multiple=True,
    metavar="SESSION",
    help="A session to step through; may be given again; none: no session.  "
    "[default: the first one in which the two best bots met]",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help=f"The file to write.  [default: {REPORT_NAME} in FOLDER]",
)
def command(folder: Path, replays: tuple[str, ...], output: Path | None) -> None:
    """Write a league as one page for a browser.

    Tables, charts with the numbers behind them, faults, what is needed to check it all, and a
    viewer that steps through sessions. The page needs no network and no other file. The league
    need not be finished.

    \b
    Example:
      barbu-arena report results/quickstart
      barbu-arena report results/quickstart --replay 1.1.1 --replay 3.1.4 --output quickstart.html
    """
    from barbu_arena.cli.report_facts import read_report_facts
    from barbu_arena.files.ledger import write_whole
    from barbu_arena.report.report_page import report_page

    path = output or folder / REPORT_NAME
    _refuse_foreign(path)
    facts = read_report_facts(folder, replays)
    page = report_page(facts)
    write_whole(path, page)
    write(f"{path}\n")
    which = ", ".join(record.session for record in facts.replays) or "none"
    tell(f"{len(page.encode()) / 1000:.0f} kB; sessions to step through: {which}")


def _refuse_foreign(path: Path) -> None:
    """Raise ConfigError if there is a file that is no report: it is not replaced."""
    from barbu_arena.errors import ConfigError
    from barbu_arena.files.ledger import open_to_read
    from barbu_arena.report.report_page import BEGINNING

    try:
        with open_to_read(path) as file:
            found = file.read(len(BEGINNING))
    except FileNotFoundError:
        return
    except OSError as error:
        raise ConfigError(f"{path}: cannot be replaced: {error.strerror}") from None
    if found != BEGINNING.encode():
        raise ConfigError(
            f"{path}: expected no file, or an earlier report, got another file; "
            "move it away, or name another file with --output"
        )
