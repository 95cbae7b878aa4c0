"""The evidence of faults: a file for each, on the disk before the session counts.

So there is one for every fault of the ledger, whenever the arena was killed; what a session left
that never came to count is removed when the folder is opened again. Source: design §8.
"""

import os
import re
import shlex
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path

from barbu_arena.errors import StorageError
from barbu_arena.files.ledger import sync_folder
from barbu_arena.files.results_folder import League
from barbu_arena.files.shipped_bots import shipped_word
from barbu_arena.league.opening import opening_lines
from barbu_arena.league.session_job import Evidence, Played
from barbu_arena.players.bot import Bot
from barbu_arena.printable import printable, printable_bytes

FAULTS_NAME = "faults"
"""The folder of the evidence in a results folder."""
MISSING = "the evidence is missing"
_UNREADABLE = "the evidence cannot be read"
_NAME = re.compile(r"(\d+\.\d+\.\d+)-(\d+)\.txt", re.ASCII)
_CAUSE = "cause: "
_MOST_READ = 32 << 10
"""Bytes from the beginning of a file, the cause among them."""


def evidence_path(folder: Path, session: str, number: int) -> Path:
    """Return the file of a session's fault, counted from 1 in the order of the record."""
    return folder / FAULTS_NAME / f"{session}-{number}.txt"


def keep_evidence(league: League, played: Played) -> None:
    """Write the evidence of a session's faults; it is on the disk on return. Raises OSError."""
    session = played.record.session
    for number, item in enumerate(played.evidence, start=1):
        path = evidence_path(league.folder, session, number)
        text = evidence_text(league, session, item, path)
        # The commands in it name the folder, which need not be UTF-8.
        _write_synced(path, text.encode("utf-8", "surrogateescape"))
    if played.evidence:
        sync_folder(league.folder / FAULTS_NAME)


def _write_synced(path: Path, data: bytes) -> None:
    # Whatever lies there, a link or a pipe too, is replaced and not written to.
    path.unlink(missing_ok=True)
    fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
    with os.fdopen(fd, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(fd)


def evidence_text(league: League, session: str, item: Evidence, path: Path) -> str:
    """Return the evidence of one fault; whatever came from the bot is escaped and cut.

    `path` is that of its file, which holds all that `ask` needs.
    """
    entry, fault = item.entry, item.fault
    ended = item.ended or ("never started" if entry.fault == "start" else "went on")
    tail = item.stderr.decode("utf-8", "backslashreplace").splitlines()[-20:]
    lines = [
        f"session {session}, deal {entry.deal}, seat {entry.seat}, {entry.ask} {entry.n}",
        f"bot: {item.bot}",
        f"fault: {entry.fault}{', retired for the session' if entry.retired else ''}",
        f"{_CAUSE}{printable(fault.message, 1000)}",
        f"process: {ended}",
        *_opening(league, session, item),
        f"question: {printable_bytes(fault.question, 70_000).removesuffix(chr(92) + 'x0a')}",
        f"answer: {printable_bytes(fault.answer, 5_000)}",
        "stderr, its end:",
        *(f"  {printable(line, 500)}" for line in tail),
    ]
    for what, words in _commands(league, session, item, path):
        lines += [f"{what}:", f"  {shlex.join(['barbu-arena', *words])}"]
    return "\n".join(lines) + "\n"


def _opening(league: League, session: str, item: Evidence) -> Iterator[str]:
    """Yield what the bot heard before the question, if it was asked one of a deal."""
    if item.fault.question and item.entry.deal:
        hello, told = opening_lines(league.tournament, session, item.entry.seat)
        yield f"hello: {printable_bytes(hello, 70_000)}"
        yield f"told: {printable_bytes(told)}"


def _commands(
    league: League, session: str, item: Evidence, path: Path
) -> Iterator[tuple[str, list[str]]]:
    """Yield (what it does, the words of the command) for all that can be done with a fault."""
    bots = [bot for bot in league.tournament.players if bot.name == item.bot]
    if item.fault.question and bots:
        yield "ask it again", ["ask", _place(bots[0]), str(path), *_arguments(bots[0])]
        if item.entry.deal:
            yield "see the table", ["explain", str(path)]
    yield "play it again", ["reproduce", str(league.folder), session]


def _place(bot: Bot) -> str:
    """Return how a person names a bot's folder: from the working folder, where it lies below."""
    below = os.path.relpath(bot.folder)
    return shipped_word(Path(bot.folder)) or (bot.folder if below.startswith("..") else below)


def _arguments(bot: Bot) -> list[str]:
    """Return what the organiser gave a bot beside its folder, as `ask` takes it."""
    shown = [word for path in bot.read_only for word in ("--read-only", path)]
    return [*shown, *(["--", *bot.args] if bot.args else [])]


def read_cause(path: Path) -> str:
    """Return the cause that a file of evidence gives, escaped; or, in words, why it gives none."""
    try:
        # A link is not followed, and a pipe that nobody writes to is not waited for.
        fd = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        return MISSING
    except OSError as error:
        return f"{_UNREADABLE}: {error.strerror}"
    try:
        if not stat.S_ISREG(os.fstat(fd).st_mode):
            return f"{_UNREADABLE}: not a plain file"
        head = os.read(fd, _MOST_READ)
    except OSError as error:
        return f"{_UNREADABLE}: {error.strerror}"
    finally:
        os.close(fd)
    for line in head.decode("utf-8", "backslashreplace").split("\n"):
        if line.startswith(_CAUSE):
            return printable(line.removeprefix(_CAUSE), 1000)
    return f"{_UNREADABLE}: no line of it begins with '{_CAUSE.strip()}'"


def drop_leftovers(folder: Path, faults: Mapping[str, int]) -> int:
    """Remove the evidence of faults that the ledger does not have; return how many files went.

    `faults` holds the number of faults of each finished session. Raises StorageError.
    """
    place = folder / FAULTS_NAME
    dropped = 0
    try:
        for path in sorted(place.iterdir()):
            name = _NAME.fullmatch(path.name)
            if name and not 1 <= int(name[2]) <= faults.get(name[1], 0):
                path.unlink()
                dropped += 1
        if dropped:
            # Else a power cut could bring them back beside a session without these faults.
            sync_folder(place)
    except OSError as error:
        raise StorageError(
            f"{error.filename or place}: cannot be removed: {error.strerror}; "
            "remove it and run the same command again"
        ) from None
    return dropped
