"""Playing a league from the command line: progress, signals, the table at the end."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from barbu_arena.cli.derive import write_derived
from barbu_arena.cli.ending import (
    BOT_FAILED,
    INTERRUPTED,
    command_line,
    print_result,
    tell_of_end,
    tell_of_more,
)
from barbu_arena.cli.findings import difference_words
from barbu_arena.cli.progress import Progress
from barbu_arena.cli.signals import GIVING_UP, STOPPING, StopSignals
from barbu_arena.cli.streams import tell
from barbu_arena.cli.until import Until, UntilTime, steady, until_words
from barbu_arena.cli.watches import Watches
from barbu_arena.errors import ArenaError
from barbu_arena.files.league_run import LeagueRun
from barbu_arena.files.stopping_rules import record_rules
from barbu_arena.league.estimate import longest_session_s
from barbu_arena.league.pool import Playing, Stop
from barbu_arena.league.session_job import LeftOut, Played
from barbu_arena.players.launching import Wish
from barbu_arena.players.usage import Ponder
from barbu_arena.report.duration import duration
from barbu_arena.report.grid import Format

_MOST_IN_A_ROW = 10
"""So many sessions for each job that cannot be played, at eleven seconds each, end a run."""


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
    form: Format = "text"
    """Of a verdict."""
    until: tuple[Until, ...] = ()
    """What ends play before its last session."""
    further: tuple[str, ...] = ()
    """The arguments of the command that plays more sessions of an undecided comparison."""


def play_league(
    run: LeagueRun,
    playing: Playing,
    options: PlayOptions,
    resume: Sequence[str],
    signals: StopSignals,
) -> int:
    """Play what is missing, write what is derived, print the result; return the exit status.

    The result is the table or, of two bots that are compared, the verdict. `resume` are the
    arguments of the command that goes on after an interruption.
    """
    before = len(run.tally.summaries)
    watches = Watches(run.league.tournament, options.until)
    course = _Course(run, playing, watches, signals.stop)
    with Progress(run.planned, before, options.quiet, options.verbose, watches.status) as progress:
        for summary in run.tally.summaries:
            progress.count(summary)
            watches.enter(summary)
        _say_begin(run, progress, options)
        if not watches.reason():
            if options.until:
                record_rules(run.league.folder, [rule.text for rule in options.until], before)
            signals.abrupt = False
            course.play(progress)
            signals.abrupt = True
    ended = watches.reason()
    write_derived(run.league, run.tally)
    left = run.planned - len(run.tally.summaries)
    go_on = command_line([*resume, *until_words(options.until)])
    if signals.stop.level and left and not ended and not course.gave_up:
        tell(f"interrupted: {left} of {run.planned} sessions are left; go on with")
        tell(go_on)
        return INTERRUPTED
    status = print_result(run, watches, options.form) if run.tally.summaries else 0
    if course.left_out and not watches.is_decided:
        tell(
            f"could not be played: {course.how_many}; still to play: {left}; when the machine is "
            "well, go on with"
        )
        tell(go_on)
        return ArenaError.exit_code
    faults = any(run.tally.summaries.fault_counts())
    if not options.quiet:
        tell_of_end(run, watches, left, resume, options.further)
        tell_of_more(str(run.league.folder), faults)
    return BOT_FAILED if options.strict and faults else status


@dataclass(slots=True)
class _Course:
    """How the play of a run goes."""

    run: LeagueRun
    playing: Playing
    watches: Watches
    stop: Stop
    left_out: set[str] = field(default_factory=set)
    """Sessions that the machine could not play."""
    in_a_row: int = 0
    """The last of them, since one was played."""
    gave_up: bool = False
    """Whether that ended play."""
    differing: set[str] = field(default_factory=set)
    """Bots whose own list of legal answers was told to be another than the arena's."""

    def play(self, progress: Progress) -> None:
        """Play until all is played, or a signal, a watch or the machine says otherwise."""
        self._try_all(progress)
        if self.left_out and not self.stop.level:
            progress.say(f"could not be played: {self.how_many}; trying once more")
            self._try_all(progress)

    @property
    def how_many(self) -> str:
        """How many sessions were left out, in words."""
        return f"{len(self.left_out)} of {self.run.planned} sessions"

    def _try_all(self, progress: Progress) -> None:
        """Try each session that is missing; one that the machine cannot play is left out."""
        told = False
        for played in self.run.play(self.playing, self.stop):
            if isinstance(played, LeftOut):
                self._leave_out(played, progress)
            elif played is not None:
                self.in_a_row = 0
                self.left_out.discard(played.record.session)
                self.watches.enter(self.run.tally.summaries[-1])
                _show(played, self.run, progress, self.differing)
            if self.watches.reason():
                self.stop.level = max(self.stop.level, 1)
            elif self.stop.level == 1 and not told and not self.gave_up:
                progress.say(STOPPING)
                told = True
            progress.tick()

    def _leave_out(self, session: LeftOut, progress: Progress) -> None:
        """Tell of a session that cannot be played; end play where no other is worth a try."""
        progress.say(session.why)
        self.left_out.add(session.session)
        self.in_a_row += 1
        # Results that decide are read in order: all others would wait for the one.
        no_use = self.watches.are_of_results or self.in_a_row >= _MOST_IN_A_ROW * self.playing.jobs
        if no_use and not self.stop.level:
            self.gave_up = True
            self.stop.level = 1
            progress.say(GIVING_UP)


def _show(played: Played, run: LeagueRun, progress: Progress, differing: set[str]) -> None:
    """Show a session that was just played, with all that is to be said of its bots.

    `differing` are those of whom a difference was told before.
    """
    progress.count(run.tally.summaries[-1])
    progress.finished(played)
    for line in _ponderers(played, run.league.tournament.ponder):
        progress.say(line)
    for line in _differences(played, str(run.league.folder), differing):
        progress.say(line)


def _ponderers(played: Played, ponder: Ponder) -> Iterator[str]:
    """Yield what is to be said of bots that computed while others were on move."""
    for bot in played.timings:
        if bot.has_pondered and ponder == "warn":
            yield (
                f"session {played.record.session}: {bot.bot} used {bot.off_turn_ms / 1000:.1f} s "
                "of processor time while others were on move"
            )


def _differences(played: Played, folder: str, told: set[str]) -> Iterator[str]:
    """Yield what is to be said of bots whose own list of legal answers is not the arena's.

    Each bot is told of once: its name is added to those in `told`.
    """
    for remark in played.remarks:
        bot = played.record.bots[remark.seat]
        if remark.differs and bot not in told:
            told.add(bot)
            place = f"{played.record.session}:{remark.deal}:{remark.ask}{remark.n}"
            command = command_line(["show", folder, "--question", place])
            yield f"{bot}: {difference_words(remark)}, first in {command}"


def _say_begin(run: LeagueRun, progress: Progress, options: PlayOptions) -> None:
    quiet = options.quiet
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
    for rule in () if quiet else options.until:
        if isinstance(rule, UntilTime):
            longest = duration(longest_session_s(run.league.tournament))
            progress.say(
                f"until {rule.text}, in {duration(rule.end - steady())}; sessions in play then "
                f"finish, which takes {longest} at most"
            )
