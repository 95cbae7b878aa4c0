"""How a bot is launched: the place of the sandbox.

This version has none. `auto` and `none` launch bots as plain processes of the user who runs the
arena; `required` is refused. Whatever is decided is stamped into manifest and report.
"""

from typing import Literal

from barbu_arena.errors import NoSandbox
from barbu_arena.players.bot import Bot
from barbu_arena.players.process import BotProcess

Wish = Literal["auto", "required", "none"]

BANNER = (
    "no sandbox: this version runs bots as plain processes with your own rights. "
    "Play only bots that you would run yourself; `sandbox: none` in the tournament silences this."
)


def decide(wish: Wish) -> Literal["none"]:
    """Return the mode in which bots are launched. Raises NoSandbox if one is required."""
    if wish == "required":
        raise NoSandbox(
            "no sandbox: this version has none yet. Set `sandbox: none` if you trust every bot, "
            "and run the arena in a throw-away container or virtual machine if you do not."
        )
    return "none"


def launch(bot: Bot) -> BotProcess:
    """Start a bot. Raises OSError."""
    return BotProcess(bot)
