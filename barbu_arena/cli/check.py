"""`barbu-arena check`: try a bot, with a plain verdict."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.findings import FAILED, Finding, write_finding, write_stderr
from barbu_arena.cli.options import BOT, bot_args, read_only_option, sandbox_option
from barbu_arena.cli.streams import write

if TYPE_CHECKING:
    from barbu_arena.league.drill import Drill
    from barbu_arena.league.pool import Stop
    from barbu_arena.league.tournament import Tournament
    from barbu_arena.league.trial import Trial
    from barbu_arena.players.launching import Launching, Wish

_SESSIONS = 3


@click.command()
@click.argument("bot", type=BOT)
@bot_args
@click.option("--rules", default="modern", show_default=True, help="A preset or a rules file.")
@click.option("--all-rules", is_flag=True, help="Try it under every preset, too.")
@click.option(
    "--sessions",
    type=click.IntRange(1, 100),
    default=_SESSIONS,
    show_default=True,
    help="How many are played.",
)
@click.option("--seed", default="check", show_default=True, help="The seed of the deals.")
@sandbox_option
@read_only_option
def command(  # noqa: PLR0913  one for each option
    bot: Path,
    args: tuple[str, ...],
    *,
    rules: str,
    all_rules: bool,
    sessions: int,
    seed: str,
    sandbox: "Wish | None",
    read_only: tuple[str, ...],
) -> int:
    """Try a bot, and give a plain verdict.

    It is started and greeted, and plays sessions among players that draw their answers. Then it is
    asked questions of every kind out of the blue, the rare ones too, and some with fields and
    messages that it does not know. Ends with 0 if all was well, with 3 if not: then the line that
    was sent and the one that came are shown. A note is worth reading and no failure. ARGS, behind
    a --, are arguments for the bot.

    \b
    Example:
      barbu-arena check shipped:dodger-py
      barbu-arena check bots/steady --all-rules -- --no-doubles
    """
    from barbu_arena.cli.launch import choose_launching
    from barbu_arena.cli.signals import StopSignals
    from barbu_arena.files.bot_folder import Grant, load_bot
    from barbu_arena.files.rules_file import load_rules, preset_names
    from barbu_arena.files.tournament_file import require_seed
    from barbu_arena.league.tournament import Tournament

    require_seed(seed)
    loaded = load_bot(bot, Grant(args=args, read_only=read_only))
    tournament = Tournament("check", load_rules(rules), seed, (loaded,))
    launching = choose_launching(tournament, sandbox)
    others = [name for name in preset_names() if name != tournament.rules.name]
    with StopSignals() as signals:
        tried = _Checking(launching, signals.stop)
        good = _is_good(tried.findings(tournament, sessions))
        for name in others if all_rules and good else ():
            other = replace(tournament, rules=load_rules(name))
            good = _is_good(tried.in_short(other)) and good
    if not good:
        write_stderr(tried.stderr)
    write(f"{loaded.name}: {'ready to play' if good else 'not ready'}" + "\n")
    return 0 if good else FAILED


def _is_good(findings: Iterator[Finding]) -> bool:
    """Write findings as they come, and return whether none is a failure."""
    good = True
    for found in findings:
        write_finding(found)
        good = good and found.mark != "FAIL"
    return good


def _is_well(trial: "Trial") -> bool:
    return not trial.faults and trial.left_by_itself


@dataclass
class _Checking:
    """A bot being checked; `stderr` is that of its last process that failed."""

    launching: "Launching"
    stop: "Stop"
    stderr: bytes = b""

    def findings(self, tournament: "Tournament", sessions: int) -> Iterator[Finding]:
        """Yield all that is found under one rule set; the first part that fails ends it."""
        from barbu_arena.cli.check_findings import (
            drill_findings,
            greeting_findings,
            trial_findings,
        )

        boxed = "in the sandbox" if self.launching.mode == "bwrap" else "without a sandbox"
        trials = [self._trial(tournament, 1)]
        yield from greeting_findings(trials[0], tournament.clock, boxed)
        if trials[0].greeting is None:
            return
        while len(trials) < sessions and _is_well(trials[-1]):
            trials.append(self._trial(tournament, len(trials) + 1))
        yield from trial_findings(trials, tournament.clock)
        if _is_well(trials[-1]):
            yield from drill_findings(self._drill(tournament))

    def in_short(self, tournament: "Tournament") -> Iterator[Finding]:
        """Yield a line for one rule set, and more for what is not well under it."""
        found = list(self.findings(tournament, 1))
        name = tournament.rules.name
        bad = [replace(it, text=f"{name}: {it.text}") for it in found if it.mark != "ok"]
        if not any(it.mark == "FAIL" for it in bad):
            yield Finding("ok", f"{name}: a session, and every kind of question")
        yield from bad

    def _trial(self, tournament: "Tournament", session: int) -> "Trial":
        from barbu_arena.league import trial

        found = trial.try_bot(tournament, self.launching.launch, self.stop, session)
        if found is None:
            raise click.Abort
        if not _is_well(found):
            self.stderr = found.stderr
        return found

    def _drill(self, tournament: "Tournament") -> "Drill":
        from barbu_arena.league.drill import drill_bot

        found = drill_bot(tournament, self.launching.launch, self.stop)
        if found is None:
            raise click.Abort
        for asking in (found.plain, found.odd):
            if asking is not None and asking.faults:
                self.stderr = asking.stderr
        return found
