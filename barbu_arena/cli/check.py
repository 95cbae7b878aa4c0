"""`barbu-arena check`: try a bot, with a plain verdict."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.options import BOT, sandbox_option
from barbu_arena.cli.streams import write

if TYPE_CHECKING:
    from barbu_arena.league.trial import Trial
    from barbu_arena.players.fault import Fault
    from barbu_arena.players.launching import Wish
    from barbu_arena.referee.record import FaultEntry

_FAILED = 3


@click.command()
@click.argument("bot", type=BOT)
@click.option("--rules", default="modern", show_default=True, help="A preset or a rules file.")
@click.option("--seed", default="check", show_default=True, help="The seed of the deals.")
@sandbox_option
@click.option(
    "--read-only",
    type=click.Path(),
    multiple=True,
    help="A path that the sandbox shows to the bot, beside its folder.",
)
def command(
    bot: Path, rules: str, seed: str, sandbox: "Wish | None", read_only: tuple[str, ...]
) -> int:
    """Try a bot, and give a plain verdict.

    It is started, greeted, and plays one session among the simplest players. Ends with 0 if all
    was well, with 3 if not.

    \b
    Example:
      barbu-arena check bots/dodger-py
    """
    from barbu_arena.cli.launch import choose_launching
    from barbu_arena.cli.signals import StopSignals
    from barbu_arena.files.bot_folder import Grant, load_bot
    from barbu_arena.files.rules_file import load_rules
    from barbu_arena.files.tournament_file import require_seed
    from barbu_arena.league.tournament import Tournament
    from barbu_arena.league.trial import try_bot

    require_seed(seed)
    loaded = load_bot(bot, Grant(read_only=read_only))
    tournament = Tournament("check", load_rules(rules), seed, (loaded,))
    launching = choose_launching(tournament, sandbox)
    with StopSignals() as signals:
        trial = try_bot(tournament, launching.launch, signals.stop)
    if trial is None:
        raise click.Abort
    good = True
    boxed = "in the sandbox" if launching.mode == "bwrap" else "without a sandbox"
    for fine, line in _findings(trial, boxed):
        write(f"{'ok  ' if fine else 'FAIL'}  {line}" + "\n")
        good = good and fine
    if trial.stderr and not good:
        write("the end of its stderr:" + "\n")
        for text in trial.stderr.decode("utf-8", "backslashreplace").splitlines()[-20:]:
            write(f"      {_clean(text)}" + "\n")
    write(f"{loaded.name}: {'ready to play' if good else 'not ready'}" + "\n")
    return 0 if good else _FAILED


def _findings(trial: "Trial", boxed: str) -> Iterator[tuple[bool, str]]:
    """Yield (whether it was well, what was seen)."""
    greeting = trial.greeting
    if greeting is None:
        _, fault = trial.faults[0]
        yield False, f"hello, {boxed}: {fault.kind}: {_clean(fault.message)}"
        yield from ((False, line) for line in _exchange(fault))
        return
    said = f"{greeting.name} {greeting.version}".strip()
    yield True, f"handshake in {trial.greeted_ms:.0f} ms, {boxed}: {_clean(said)}"
    for entry, fault in trial.faults:
        yield False, f"{_place(entry)}: {entry.fault}: {_clean(fault.message)}"
        yield from ((False, line) for line in _exchange(fault))
    if not trial.faults:
        yield (
            True,
            f"session of {len(trial.record.deals)} deals: {trial.questions} questions answered in "
            f"{trial.total_ms:.0f} ms, the longest in {trial.longest_ms:.1f} ms",
        )
    off_turn = f"{trial.off_turn_ms / 1000:.1f} s of processor time off turn"
    yield True, f"held {trial.peak_mib} MiB of memory at most, used {off_turn}"
    if not any(entry.retired for entry, _ in trial.faults):
        yield (
            trial.left_by_itself,
            "leaves at the end of its input"
            if trial.left_by_itself
            else "did not leave within 1 s of the end of its input, and was killed",
        )


def _place(entry: "FaultEntry") -> str:
    if entry.ask == "bye":
        return "at the end"
    return f"deal {entry.deal}, {entry.ask} {entry.n}"


def _exchange(fault: "Fault") -> Iterator[str]:
    from barbu_arena.players.fault import PROMISES
    from barbu_arena.printable import printable_bytes

    yield f"  promise:  {PROMISES[fault.kind]}"
    if fault.question:
        yield f"  sent:     {printable_bytes(fault.question.rstrip(), 3000)}"
        yield f"  received: {printable_bytes(fault.answer, 500) or 'nothing'}"


def _clean(text: str) -> str:
    from barbu_arena.printable import printable

    return printable(text, 300)
