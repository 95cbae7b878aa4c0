"""Playing a league from the command line: progress, signals, the table at the end."""

import os
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from barbu_arena.cli.derive import league_table, write_derived
from barbu_arena.cli.progress import Progress
from barbu_arena.cli.signals import STOPPING, StopSignals
from barbu_arena.cli.streams import tell, write
from barbu_arena.files.league_run import LeagueRun
from barbu_arena.league.pool import Playing
from barbu_arena.league.session_job import Played
from barbu_arena.players.launching import Wish
from barbu_arena.players.usage import Ponder

INTERRUPTED = 130
BOT_FAILED = 3


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """How a league is played; none of it changes a result."""

    jobs: int | None
    pin: bool
    quiet: bool
    verbose: bool
    strict: bool = False
    sandbox: Wish | None = None
    """In place of the tournament's."""


def play_league(
    run: LeagueRun,
    playing: Playing,
    options: PlayOptions,
    resume: Sequence[str],
    signals: StopSignals,
) -> int:
    """Play what is missing, write what is derived, print the table; return the exit status.

    `resume` are the arguments of the command that goes on after an interruption.
    """
    before = len(run.tally.summaries)
    with Progress(run.planned, before, options.quiet, options.verbose) as progress:
        for summary in run.tally.summaries:
            progress.count(summary)
        _say_begin(run, progress, options.quiet)
        _play(run, playing, progress, signals)
    write_derived(run.league, run.tally)
    if len(run.tally.summaries) < run.planned:
        left = run.planned - len(run.tally.summaries)
        tell(f"interrupted: {left} of {run.planned} sessions are left; go on with")
        tell(command_line(resume))
        return INTERRUPTED
    write(league_table(run.league, run.tally, "text"))
    faults = any(seat.faults for summary in run.tally.summaries for seat in summary.seats)
    if not options.quiet:
        _say_more(str(run.league.folder), faults)
    return BOT_FAILED if options.strict and faults else 0


def _say_more(folder: str, faults: bool) -> None:
    """Name the commands that show more of a finished league."""
    tell("more:")
    more = [["table", folder, "--contracts"], ["doubling", folder], ["verify", folder]]
    more += [["show", folder, "--faults"]] if faults else []
    for words in more:
        tell(f"  {command_line(words)}")


def _play(run: LeagueRun, playing: Playing, progress: Progress, signals: StopSignals) -> None:
    """Play until all is played or a signal says otherwise."""
    told = False
    signals.abrupt = False
    for played in run.play(playing, signals.stop):
        if played is not None:
            progress.count(run.tally.summaries[-1])
            progress.finished(played)
            for line in _ponderers(played, run.league.tournament.ponder):
                progress.say(line)
        if signals.stop.level == 1 and not told:
            progress.say(STOPPING)
            told = True
        progress.tick()
    signals.abrupt = True


def _ponderers(played: Played, ponder: Ponder) -> Iterator[str]:
    """Yield what is to be said of bots that computed while others were on move."""
    for bot in played.timings:
        if bot.has_pondered and ponder == "warn":
            yield (
                f"session {played.record.session}: {bot.bot} used {bot.off_turn_ms / 1000:.1f} s "
                "of processor time while others were on move"
            )


def _say_begin(run: LeagueRun, progress: Progress, quiet: bool) -> None:
    done = len(run.tally.summaries)
    if run.network is not None and not quiet:
        progress.say(
            f"{run.league.folder}: on a network file system ({run.network}), where a lock and a "
            "finished write may not hold; a local folder for --results is safer"
        )
    if run.healed:
        progress.say(
            f"{run.league.ledger}: an unfinished last line ({run.healed} bytes) was cut off; "
            "its session is played again"
        )
    if done and not quiet:
        progress.say(f"going on: {done} of {run.planned} sessions are finished")


def command_line(arguments: Sequence[str]) -> str:
    """Return a command that a person can paste into a shell."""
    program = os.environ.get("BARBU_ARENA_PROGRAM", "barbu-arena")
    return shlex.join([program, *arguments])
