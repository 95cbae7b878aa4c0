"""A build run to its end: what it said, and whether it was well.

It is started like a bot, with a bot's limits, and nothing of it is left running.
"""

from dataclasses import dataclass

from barbu_arena.players.process import BotGone, BotProcess, monotonic

_MOST_OUTPUT = 1 << 16


@dataclass(frozen=True, slots=True)
class BuildRun:
    """How a build ended; `output` is the beginning of its stdout, then its stderr."""

    is_well: bool
    ended: str
    output: bytes


def run_build(process: BotProcess, limit_s: float) -> BuildRun:
    """Wait for a build, at most `limit_s` seconds, and end whatever is left of it.

    Raises ArenaTrouble if the sandbox failed.
    """
    said = b""
    ended = f"was not done after {limit_s:g} s"
    deadline = monotonic() + limit_s
    try:
        process.close_input()
        while data := process.receive(deadline):
            said += data[: _MOST_OUTPUT - len(said)]
    except BotGone:
        ended = process.how_it_ended()
    finally:
        process.kill()
    return BuildRun(process.status == 0, ended, said + process.stderr.kept())
