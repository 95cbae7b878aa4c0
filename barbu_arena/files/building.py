"""The program of a bot, made by the `build` of its bot.yaml where it is missing or out of date.

A build is a stranger's program like the bot itself, and runs under the same roof: in the sandbox
where bots do. It works in a copy of the folder, from which only what it said it would make is
carried back: so it changes no source, and a link that it plants leads nowhere.
"""

import os
import shlex
import shutil
import stat
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import CACHES, folder_digest, is_built
from barbu_arena.files.sandbox_checks import command_inside
from barbu_arena.files.start_checks import CannotStart, resolve_command
from barbu_arena.players.bot import Bot, Build, ResourceLimits
from barbu_arena.players.build_run import BuildRun, run_build
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.launching import Launching
from barbu_arena.printable import printable, printable_bytes

LIMIT_S = 120.0
"""The longest that a build may take."""
LIMITS = ResourceLimits(memory_mib=4096, processes=256)
_LINES = 30


def is_unbuilt(bot: Bot) -> bool:
    """Whether something that a bot's build makes is missing, or older than its sources."""
    return bot.build is not None and not is_built(Path(bot.folder), bot.build.outputs)


def build_line(build: Build) -> str:
    """Return the command of a build as one would type it."""
    return printable(shlex.join(build.command), 300)


def build_bot(bot: Bot, launching: Launching, limit_s: float = LIMIT_S) -> None:
    """Run a bot's build and put what it makes into the bot's folder.

    Raises ConfigError with what the build said, where it fails or makes no program.
    """
    build = bot.build
    assert build is not None  # or nothing would be missing
    folder = Path(bot.folder)
    try:
        command = resolve_command(build.command, folder)
        folder_digest(folder)  # refuses what no copy should be made of
        with tempfile.TemporaryDirectory(
            prefix="barbu-arena-build-", ignore_cleanup_errors=True
        ) as place:
            os.chmod(place, 0o755)  # where the arena is root, the build is another user
            copy = Path(os.path.realpath(place)) / "bot"
            shutil.copytree(folder, copy, symlinks=True, ignore=shutil.ignore_patterns(*CACHES))
            _let_write(copy)
            run = _run(bot, build, command, copy, launching, limit_s)
            if not run.is_well:
                raise _failed(bot, run.ended, run)
            for output in build.outputs:
                _carry(copy, folder, output)
        missing = [output for output in build.outputs if not os.path.lexists(folder / output)]
        if missing:
            raise _failed(bot, f"did not make {', '.join(missing)}", run)
        _check_made(bot, folder)
    except CannotStart as error:
        raise ConfigError(f"bot '{bot.name}': cannot be built: {error}") from None
    except (OSError, shutil.Error) as error:
        raise ConfigError(
            f"bot '{bot.name}': its build cannot be kept in {printable(bot.folder, 200)}: "
            f"{getattr(error, 'strerror', None) or error}; copy the bot to a folder of your own"
        ) from None


def _let_write(copy: Path) -> None:
    """Let the build write to its copy, also where the folder itself belongs to somebody else."""
    for place, _, _ in os.walk(copy):
        os.chmod(place, stat.S_IMODE(os.stat(place).st_mode) | stat.S_IRWXU)


def _run(
    bot: Bot,
    build: Build,
    command: Sequence[str],
    copy: Path,
    launching: Launching,
    limit_s: float,
) -> BuildRun:
    """Run the build in a copy of the bot's folder."""
    folder = Path(bot.folder)
    # A program of the folder is taken from the copy.
    program = Path(command[0])
    if program.is_relative_to(folder):
        command = (str(copy / program.relative_to(folder)), *command[1:])
    inside = command_inside(build.command[0], command, copy, bot.read_only)
    if launching.mode != "none" and inside.hidden:
        by_hand = f"cd {shlex.quote(printable(bot.folder, 200))} && {build_line(build)}"
        raise ConfigError(
            f"bot '{bot.name}': cannot be built in the sandbox: {inside.hidden}. "
            f"Or build it yourself: {by_hand}"
        )
    builder = replace(
        bot, folder=str(copy), command=tuple(command), inside=inside.command, limits=LIMITS
    )
    try:
        return run_build(builder, launching.launch_build(builder), limit_s)
    except (OSError, ArenaTrouble) as error:
        raise ConfigError(f"bot '{bot.name}': its build did not start: {error}") from None


def _check_made(bot: Bot, folder: Path) -> None:
    """Raise CannotStart if the bot's command cannot start now that it is built."""
    word = bot.command[0]
    if word.startswith(f"{folder}/"):
        word = f"./{os.path.relpath(word, folder)}"  # as people name it
    resolve_command((word, *bot.command[1:]), folder)


def _failed(bot: Bot, how: str, run: BuildRun) -> ConfigError:
    assert bot.build is not None
    said = [printable_bytes(line, 300) for line in run.output.splitlines()][-_LINES:]
    head = f"bot '{bot.name}': its build {printable(how, 200)}: {build_line(bot.build)}"
    return ConfigError("\n".join([head, *(f"    {line}" for line in said)]))


def _carry(copy: Path, folder: Path, output: str) -> None:
    """Bring what a build made from the copy into the bot's folder, if it made it."""
    made, place = copy / output, folder / output
    if not os.path.lexists(made):
        return
    # On either side a link in the path could lead out of the folder.
    if _leads_out(made.parent, copy) or _leads_out(place.parent, folder):
        raise ConfigError(f"{printable(str(place), 200)}: leads out of the bot's folder")
    if made.is_symlink() or not (made.is_dir() or made.is_file()):
        raise ConfigError(
            f"{printable(str(place), 200)}: expected the build to make a file or a folder, got a "
            "link or a special file"
        )
    place.parent.mkdir(parents=True, exist_ok=True)
    if made.is_dir():
        place.mkdir(exist_ok=True)
        for name in sorted(os.listdir(made)):
            _carry(copy, folder, f"{output}/{name}")
    else:
        _put(made, place)


def _leads_out(place: Path, folder: Path) -> bool:
    return not Path(os.path.realpath(place)).is_relative_to(os.path.realpath(folder))


def _put(made: Path, place: Path) -> None:
    """Put a copy of a file into its place, whole or not at all."""
    part = place.with_name(f".{place.name}.{os.getpid()}")
    try:
        shutil.copyfile(made, part, follow_symlinks=False)
        part.chmod(0o755 if made.stat().st_mode & 0o111 else 0o644)
        os.replace(part, place)
    finally:
        part.unlink(missing_ok=True)
