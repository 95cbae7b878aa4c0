"""How the bots of a league are launched: decided once, stamped into manifest and report."""

from dataclasses import dataclass
from typing import Literal

from barbu_arena.errors import NoSandbox
from barbu_arena.players.sandbox import Launch, launch_plainly
from barbu_arena.players.sandbox_probe import Obstacle, find_sandbox

Wish = Literal["auto", "required", "none"]
Mode = Literal["bwrap", "none"]


@dataclass(frozen=True, slots=True)
class Launching:
    """How bots are launched, and what the person at the terminal must know about it."""

    mode: Mode
    launch: Launch
    notice: str = ""
    launch_build: Launch = launch_plainly
    """Starts a build in a copy of a bot's folder, as freely or as closely kept as the bot."""


def decide(wish: Wish) -> Launching:
    """Return how bots are launched. Raises NoSandbox if one is required and none works here.

    `auto` plays without a sandbox where none can work, and says so; `none` asks for that.
    """
    if wish == "none":
        return Launching("none", launch_plainly)
    found = find_sandbox()
    if isinstance(found, Obstacle):
        if wish == "required" or found.is_own:
            raise NoSandbox(str(found))
        return Launching("none", launch_plainly, _banner(found))
    notice = "" if found.call_filter else NO_FILTER
    return Launching("bwrap", found.launch, notice, found.launch_build)


NO_FILTER = (
    "the sandbox has no filter of system calls: there is none for this processor. "
    "All its other layers hold."
)


def _banner(obstacle: Obstacle) -> str:
    """Return what `auto` says where it plays without a sandbox: one line."""
    return (
        f"NO SANDBOX: bots run with your own rights, for {obstacle.cause}. {obstacle.cure} "
        "`sandbox: required` refuses instead."
    )
