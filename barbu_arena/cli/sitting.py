"""One session with a person at the terminal, played in its results folder."""

from collections.abc import Sequence
from pathlib import Path

from barbu_arena.cli.derive import write_derived
from barbu_arena.cli.ending import INTERRUPTED, command_line
from barbu_arena.cli.launch import launching_of
from barbu_arena.cli.person import Advice, Terminal, TerminalPerson
from barbu_arena.cli.signals import StopSignals
from barbu_arena.cli.streams import ask, in_colour, tell, write
from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.journal_file import drop_journal, keep_said, read_journal
from barbu_arena.files.league_run import PERSON, TOURNAMENT_NAME, LeagueRun, bot_digests
from barbu_arena.files.manifest import MANIFEST_NAME
from barbu_arena.files.results_folder import League, find_record, read_league
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.game.dealing import bot_seed
from barbu_arena.league.adviser import Adviser
from barbu_arena.league.human_table import ONE_SESSION, HumanTable
from barbu_arena.league.journal import Journal
from barbu_arena.league.schedule import sessions
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.fault import Fault
from barbu_arena.players.human_player import HumanPlayer, Left
from barbu_arena.players.launching import Wish
from barbu_arena.players.sandbox import Launch
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.referee import session_message
from barbu_arena.report.ink import Ink
from barbu_arena.report.session_text import end_lines, said_names


def play_in_folder(
    folder: Path, adviser: Path, sandbox: Wish | None, options: Sequence[str]
) -> int:
    """Play the session of a folder from where it was left; return the exit status.

    `adviser` is the folder of the bot that gives hints, `options` are those of the command with
    which it goes on as it was begun. Raises ConfigError for a folder whose
    tournament file is not that of a session with a person.
    """
    tournament = _tournament(folder)
    hints = load_bot(adviser)
    launching = launching_of([*tournament.players, hints], sandbox or tournament.sandbox)
    source = folder / TOURNAMENT_NAME
    league = League(folder, tournament, launching.mode, bot_digests(tournament), source)
    with StopSignals(abrupt=True) as signals, LeagueRun(league, pinned=False) as run:
        sitting = _Sitting(run, hints, launching.launch)
        try:
            if not run.tally.summaries:
                sitting.play(signals)
            drop_journal(folder)  # Also one that a kill has left beside a session that counts.
        except (Left, KeyboardInterrupt):
            signals.abrupt = False
            tell("\nthe session is not finished; all that was answered is kept. Go on with")
            tell(command_line(["play", "--resume", str(folder), *options]))
            return INTERRUPTED
        _write_end(find_record(league, sitting.plan.session))
    tell("more:")
    for words in (["show", str(folder), sitting.plan.session], ["verify", str(folder)]):
        tell(f"  {command_line(words)}")
    return 0


def _tournament(folder: Path) -> Tournament:
    path = folder / TOURNAMENT_NAME
    # A copy of another tournament's file names bots from where that lay: say first what it is.
    if (folder / MANIFEST_NAME).exists() and PERSON not in read_league(folder).digests.values():
        raise ConfigError(
            f"{folder}: expected a session that `barbu-arena play` began, got a league of bots; "
            "`barbu-arena run` goes on with one"
        )
    file = load_tournament(path, with_person=True)
    people = [bot for bot in file.plan.bots if bot.is_person]
    if len(people) != 1 or len(file.plan.bots) != 4 or file.plan.schedule != ONE_SESSION:
        raise ConfigError(
            f"{path}: expected one session of a person and three bots, as `barbu-arena play` "
            "makes it, got another tournament"
        )
    if file.seed is None:
        raise ConfigError(f"{path}: expected a seed, got none")
    return file.tournament(file.seed)


class _Sitting:
    """The session of one folder, which is open."""

    def __init__(self, run: LeagueRun, adviser: Bot, launch: Launch) -> None:
        self._run = run
        self._tournament = run.league.tournament
        self._launch = launch
        self._adviser = Adviser(adviser, self._tournament, launch)
        self.plan = next(sessions(self._tournament))
        person = next(bot.name for bot in self._tournament.bots if bot.is_person)
        self._seat = self.plan.bots.index(person)

    def play(self, signals: StopSignals) -> None:
        """Play to the end and put the session on the disk. Raises Left, or KeyboardInterrupt."""
        folder = self._run.league.folder
        journal = Journal(read_journal(folder), lambda said: keep_said(folder, said))
        person = TerminalPerson(
            self._tournament.rules,
            self.plan.bots,
            Terminal(write, ask, Ink(in_colour())),
            Advice(self._adviser.bot.name, self._advise),
            lambda: journal.is_live,
        )
        table = HumanTable(
            self._tournament, self._launch, HumanPlayer(person), journal, self._adviser
        )
        self._greet(len(journal))
        played = table.play(self.plan)
        signals.abrupt = False  # What is finished goes to the disk undisturbed.
        self._run.keep(played)
        write_derived(self._run.league, self._run.tally)

    def _advise(self, body: bytes) -> bytes | Fault:
        session, tournament = self.plan.session, self._tournament
        seed = bot_seed(tournament.seed, session, self._seat)
        opening = session_message(session, self._seat, seed, tournament.rules.deals)
        return self._adviser.ask(opening, body)

    def _greet(self, answered: int) -> None:
        seats = ", ".join(f"{seat} {name}" for seat, name in enumerate(self.plan.bots))
        rules = self._tournament.rules
        write(f"{rules.deals} deals of {rules.name}: {seats}. You are {self._seat}, below.\n")
        if answered:
            write(f"Going on after {answered} answers of all four.\n")
        write("At the prompt, help tells what can be typed.\n")


def _write_end(record: SessionRecord) -> None:
    """Write the totals, and who won."""
    best = max(record.totals)
    said = said_names(record.bots)
    winners = [said[seat] for seat, total in enumerate(record.totals) if total == best]
    lines = [*end_lines(record, Ink(in_colour())), f"won by {' and '.join(winners)}"]
    write("\n".join(lines) + "\n")
