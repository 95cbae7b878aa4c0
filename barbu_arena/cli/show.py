"""`barbu-arena show`: a session deal by deal."""

from pathlib import Path

import click

from barbu_arena.cli.options import FOLDER, format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format


@click.command()
@click.argument("folder", type=FOLDER)
@click.argument("session")
@click.option("--deal", type=click.IntRange(min=1), help="Only this deal.")
@format_option()
def command(folder: Path, session: str, deal: int | None, form: Format) -> None:
    """Show a session deal by deal.

    SESSION is round.table.seating. Text shows hands, calls, tricks and scores; Markdown and CSV
    hold the score sheet, JSON the record.

    \b
    Example:
      barbu-arena show results/quickstart 1.1.2 --deal 3
    """
    import json

    from barbu_arena.errors import ConfigError
    from barbu_arena.files.results_folder import find_record, read_league
    from barbu_arena.referee.record import deal_fields, record_fields
    from barbu_arena.report.grid import render
    from barbu_arena.report.session_text import session_text
    from barbu_arena.report.sheets import session_grid

    league = read_league(folder)
    record = find_record(league, session)
    if deal is not None and deal > len(record.deals):
        raise ConfigError(f"--deal: expected 1 to {len(record.deals)}, got {deal}")
    if form == "text":
        write(session_text(record, league.tournament.rules, deal))
    elif form != "json":
        write(render(session_grid(record, deal), form))
    else:
        fields = deal_fields(record.deals[deal - 1]) if deal else record_fields(record)
        write(json.dumps(fields, indent=2, ensure_ascii=False) + "\n")
