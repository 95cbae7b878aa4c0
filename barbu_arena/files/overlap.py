"""What no bot may be shown: the results, the seed, another bot. Refused before anything starts.

Source: trust.md §3 trap 9 and §8.
"""

from collections.abc import Iterator
from pathlib import Path

from barbu_arena.errors import ConfigError
from barbu_arena.files.results_folder import League
from barbu_arena.players.bot import Bot
from barbu_arena.players.bubblewrap import VISIBLE
from barbu_arena.printable import printable


def refuse_overlap(league: League) -> None:
    """Raise ConfigError, all problems at once, if a bot would see what it must not.

    Its folder, whatever the way to it, must be neither the results folder nor above or below it.
    In the sandbox, neither what is shown to a bot nor the system's folders may hold the results or
    the tournament file with its seed, and what is shown to a bot must not hold another one.
    """
    bots = league.tournament.programs
    problems = [problem for bot in bots for problem in _of_folder(league, bot)]
    if league.sandbox != "none":
        problems += _of_system(league)
        for bot in bots:
            problems += _of_others(league, bot)
            problems += _of_extras(league, bot)
    if problems:
        raise ConfigError("\n".join(problems))


def _of_folder(league: League, bot: Bot) -> Iterator[str]:
    folder = Path(bot.folder).resolve()
    if _overlap(folder, league.folder.resolve()):
        yield (
            f"bot '{bot.name}': its folder {bot.folder} and the results folder "
            f"{league.folder} overlap; choose another place with --results"
        )
    if folder in league.source.resolve().parents:
        yield (
            f"bot '{bot.name}': the tournament file, with the seed, lies in its folder "
            f"{bot.folder}; move one of them"
        )


def _of_system(league: League) -> Iterator[str]:
    for place in map(Path, VISIBLE):
        if place.resolve() in league.folder.resolve().parents:
            yield (
                f"{league.folder}: the results would lie in {place}, which every bot sees; "
                "choose another place with --results"
            )
        if place.resolve() in league.source.resolve().parents:
            yield (
                f"{league.source}: the tournament file, with the seed, lies in {place}, which "
                "every bot sees; move it"
            )


def _of_others(league: League, bot: Bot) -> Iterator[str]:
    folder = Path(bot.folder).resolve()
    for other in league.tournament.programs:
        if folder in Path(other.folder).resolve().parents:
            yield (
                f"bot '{bot.name}': the folder of '{other.name}' lies in its folder {bot.folder}; "
                "put them side by side"
            )


def _of_extras(league: League, bot: Bot) -> Iterator[str]:
    secrets = [("the results", league.folder), ("the tournament file", league.source)]
    secrets += [
        (f"the folder of '{other.name}'", Path(other.folder))
        for other in league.tournament.programs
        if other.folder != bot.folder
    ]
    for path in bot.read_only:
        for what, secret in secrets:
            if _overlap(Path(path).resolve(), secret.resolve()):
                yield f"bot '{bot.name}': read_only: {printable(path, 200)} would show it {what}"


def _overlap(one: Path, other: Path) -> bool:
    return one == other or one in other.parents or other in one.parents
