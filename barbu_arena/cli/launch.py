"""How bots are launched by a command: what was asked for, what this machine can, what is said."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from barbu_arena.cli.streams import tell

if TYPE_CHECKING:
    from barbu_arena.league.tournament import Tournament
    from barbu_arena.players.bot import Bot
    from barbu_arena.players.launching import Launching, Wish


def choose_launching(
    tournament: "Tournament", wish: "Wish | None", *, quiet: bool = False
) -> "Launching":
    """Decide for all bots of a tournament, as `launching_of` does.

    `wish` takes the place of the tournament's.
    """
    return launching_of(tournament.players, wish or tournament.sandbox, quiet=quiet)


def launching_of(bots: "Sequence[Bot]", wish: "Wish", *, quiet: bool = False) -> "Launching":
    """Decide how bots are launched, say what the person must know of it, build what is missing.

    Raises NoSandbox, and ConfigError for bots that cannot start in the sandbox, all at once.
    """
    from barbu_arena.errors import ConfigError
    from barbu_arena.players.launching import decide

    launching = decide(wish)
    if launching.mode != "none":
        reasons = {bot.name: bot.hidden or _out_of_reach(bot) for bot in bots}
        problems = [f"bot '{name}': {why}." for name, why in reasons.items() if why]
        if problems:
            raise ConfigError("\n".join([*problems, _TRUST]))
    if launching.notice and not quiet:
        tell(launching.notice)
    _build_missing(bots, launching)
    return launching


def _out_of_reach(bot: "Bot") -> str:
    """Return which of its limits the arena cannot give a bot in the sandbox; empty if none."""
    from barbu_arena.players.own_limits import limit_in_the_way
    from barbu_arena.players.sandbox import limits_given

    in_the_way = limit_in_the_way(limits_given(bot.limits))
    return in_the_way and f"{in_the_way}. Raise it, or give the bot less"


def _build_missing(bots: "Sequence[Bot]", launching: "Launching") -> None:
    """Build what bots lack. Raises ConfigError for a build that fails."""
    from barbu_arena.files.building import build_bot, build_line, is_unbuilt

    where = "in the sandbox" if launching.mode != "none" else "without a sandbox"
    for bot in bots:
        if bot.build is not None and is_unbuilt(bot):  # not by the same bot on an earlier seat
            tell(f"bot '{bot.name}' has to be built first, {where}: {build_line(bot.build)}")
            build_bot(bot, launching)


_TRUST = "Or play without a sandbox, if you trust every bot: --sandbox none."
