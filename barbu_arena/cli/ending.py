"""How a run ends: the table or the verdict, what is said beside it, and the exit status.

Source: design §10.
"""

import os
import shlex
from collections.abc import Sequence
from dataclasses import replace

from barbu_arena.cli.derive import facts_of, league_table
from barbu_arena.cli.streams import tell, write
from barbu_arena.cli.watches import Watches
from barbu_arena.files.league_run import LeagueRun
from barbu_arena.files.ledger import ledger_digest
from barbu_arena.league.comparison import Verdict
from barbu_arena.report.facts import LeagueFacts
from barbu_arena.report.grid import Format, render
from barbu_arena.report.verdict_table import verdict_for_people, verdict_grid

INTERRUPTED = 130
BOT_FAILED = 3
H0_ACCEPTED = 5
UNDECIDED = 6
_STATUS = {"H1": 0, "H0": H0_ACCEPTED, None: UNDECIDED}


def print_result(run: LeagueRun, watches: Watches, form: Format) -> int:
    """Print the table or, of two bots that are compared, the verdict; return the exit status."""
    verdict = watches.verdict
    if verdict is None:
        write(league_table(run.league, run.tally, "text"))
        return 0
    grid = verdict_grid(verdict, _facts(run, verdict))
    write(render(verdict_for_people(grid) if form in ("text", "markdown") else grid, form))
    return _STATUS[verdict.decision]


def _facts(run: LeagueRun, verdict: Verdict) -> LeagueFacts:
    """Return the facts of the sessions that count alone.

    So a verdict is the same however many were played at a time.
    """
    used = set(verdict.used)
    return replace(
        facts_of(run.league, run.tally),
        sessions=len(used),
        board_sets=len(used) // run.league.tournament.schedule.seatings,
        digest=ledger_digest(
            [(place, digest) for place, digest in run.tally.digests if place in used]
        ),
    )


def tell_of_end(
    run: LeagueRun, watches: Watches, left: int, resume: Sequence[str], further: Sequence[str]
) -> None:
    """Tell why play ended before its last session, and how it goes on.

    `further` are the arguments of the command that plays more sessions of an undecided comparison.
    """
    verdict = watches.verdict
    decided = verdict is not None and verdict.decision is not None
    if decided:
        more = len(run.tally.summaries) - len(verdict.used) if verdict else 0
        if more:
            sessions = "1 session" if more == 1 else f"{more} sessions"
            tell(f"{sessions} ended after those that decided, stay in the ledger, change nothing")
    elif left and watches.reason():
        tell(f"{watches.reason()}; {left} sessions are left; go on with")
        tell(f"  {command_line(resume)}")
    elif verdict is not None:
        tell("undecided; for more sessions")
        tell(f"  {command_line(further)}" if further else "  raise rounds: in the tournament file")


def tell_of_more(folder: str, faults: bool) -> None:
    """Name the commands that show more of a league."""
    tell("more:")
    more = [["table", folder, "--contracts"], ["doubling", folder], ["report", folder]]
    more += [["verify", folder]]
    more += [["show", folder, "--faults"]] if faults else []
    for words in more:
        tell(f"  {command_line(words)}")


def command_line(arguments: Sequence[str]) -> str:
    """Return a command that a person can paste into a shell."""
    program = os.environ.get("BARBU_ARENA_PROGRAM", "barbu-arena")
    return shlex.join([program, *arguments])
