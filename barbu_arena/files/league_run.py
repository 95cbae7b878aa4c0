"""A league played into its folder: begun, gone on with, and never losing a finished session."""

import json
import os
import secrets
import shlex
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, suppress
from dataclasses import asdict
from pathlib import Path

from barbu_arena.errors import ConfigError, StorageError, VerificationFailed
from barbu_arena.files.bot_folder import folder_digest, folder_stamps, is_unchanged
from barbu_arena.files.disk import full_soon, has_room, network_file_system, write_refused
from barbu_arena.files.evidence import FAULTS_NAME, drop_leftovers, keep_evidence
from barbu_arena.files.ledger import (
    LedgerWriter,
    heal,
    open_to_append,
    open_to_read,
    sync_folder,
    write_whole,
)
from barbu_arena.files.lock import FolderLock
from barbu_arena.files.manifest import (
    MANIFEST_NAME,
    make_manifest,
    read_manifest,
    refuse_difference,
    write_manifest,
)
from barbu_arena.files.overlap import refuse_overlap
from barbu_arena.files.reading import Reading
from barbu_arena.files.remarks_file import keep_remarks
from barbu_arena.files.results_folder import League, read_on
from barbu_arena.files.summary_cache import keep_summary
from barbu_arena.files.tally import Tally
from barbu_arena.league.pool import Playing, Stop, play_on
from barbu_arena.league.schedule import session_count, sessions
from barbu_arena.league.session_job import LeftOut, Played
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.session_plan import SessionPlan

TOURNAMENT_NAME = "tournament.yaml"
PERSON = "a person"
"""What stands in the manifest in place of a folder's SHA-256."""
_MOST_TIMINGS = 64 << 20
"""Bytes of timings that are read."""
_LONGEST_S = 1e9
_LOG_LIMIT = 10 << 20
"""Bytes of stderr kept of one bot over a league."""


class LeagueRun:
    """An open results folder, locked, in which sessions are played. A context manager.

    `healed` holds how many bytes of an unfinished line were cut off, `network` the kind of the
    network file system that the folder lies on, None for a local disk.
    """

    def __init__(self, league: League, pinned: bool) -> None:
        """Make the folder or go on in it.

        Raises FolderLocked, StorageError, ConfigError (another league) or VerificationFailed.
        """
        self.league = league
        self.planned = session_count(league.tournament)
        refuse_overlap(league)
        _make_folder(league.folder)
        self._folders = {bot.name: Path(bot.folder) for bot in league.tournament.programs}
        self._stamps = {name: folder_stamps(folder) for name, folder in self._folders.items()}
        self.network = network_file_system(league.folder)
        self._full = False
        self._stack = ExitStack()
        self._stack.enter_context(FolderLock(league.folder))
        try:
            self._settle_manifest(pinned)
            self.healed = heal(league.ledger)
            self._reading = _finished(league)
            drop_leftovers(league.folder, _faults_by_session(self.tally))
        except BaseException:
            self._stack.close()
            raise

    def _settle_manifest(self, pinned: bool) -> None:
        league = self.league
        place = os.path.relpath(league.source.resolve(), league.folder.resolve())
        new = make_manifest(league.tournament, league.digests, league.sandbox, pinned, place)
        old = read_manifest(league.folder)
        if old is not None:
            refuse_difference(league.folder, old, new)
        elif league.ledger.is_file():
            raise ConfigError(
                f"{league.folder}: a ledger, but no {MANIFEST_NAME} that says what it belongs to; "
                "put it back, or choose another place with --results"
            )
        if old is None or old["tournament"] != new["tournament"]:
            _copy(league.source, league.folder / TOURNAMENT_NAME)
            write_manifest(league.folder, new)

    def __enter__(self) -> "LeagueRun":
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        with self._stack:
            if kind is None:
                keep_summary(self.league.folder, self.league.ledger, self._reading)

    @property
    def tally(self) -> Tally:
        """What is finished."""
        return self._reading.tally

    def play(self, playing: Playing, stop: Stop) -> Iterator[Played | LeftOut | None]:
        """Play what is missing; a session is safe on the disk when it is yielded.

        One that the machine could not play is missing still. Raises StorageError when the disk
        refuses, or soon would: what was yielded is safe.
        """
        done = {f"{r}.{t}.{s}" for r, t, s in self.tally.summaries.places()}
        plans = (plan for plan in sessions(self.league.tournament) if plan.session not in done)
        self._full = False
        with LedgerWriter(self.league.ledger) as ledger:
            room = self._while_there_is_room(plans)
            for played in play_on(self.league.tournament, room, playing, stop):
                if isinstance(played, Played):
                    self._refuse_changed(dict.fromkeys(played.record.bots))
                    self._keep(played, ledger)
                yield played
        if self._full:
            raise full_soon(self.league.folder, *self._safe_and_left())

    def keep(self, played: Played) -> None:
        """Put a session on the disk that was played elsewhere. Raises as `play` does."""
        self._refuse_changed(dict.fromkeys(played.record.bots))
        with LedgerWriter(self.league.ledger) as ledger:
            self._keep(played, ledger)

    def _while_there_is_room(self, plans: Iterable[SessionPlan]) -> Iterator[SessionPlan]:
        """Yield plans until the disk is too full for one more; those in play still finish."""
        for plan in plans:
            if not has_room(self.league.folder):
                self._full = True
                return
            yield plan

    def _keep(self, played: Played, ledger: LedgerWriter) -> None:
        """Put a session on the disk, its evidence first: a fault that counts has its file."""
        folder = self.league.folder
        try:
            keep_evidence(self.league, played)
            ledger.append(played.record)
            self.tally.add(played.record, self.league.tournament.rules)
            _write_beside(folder, played)
        except OSError as error:
            raise write_refused(folder, error, *self._safe_and_left()) from None

    def _safe_and_left(self) -> tuple[int, int]:
        safe = len(self.tally.summaries)
        return safe, self.planned - safe

    def _refuse_changed(self, names: Iterable[str]) -> None:
        """Raise ConfigError if the files of a bot are not those that the league began with."""
        for name in [name for name in names if name in self._folders]:
            digest = self.league.digests[name]
            if not is_unchanged(self._folders[name], self._stamps[name], digest):
                raise ConfigError(
                    f"the files of bot '{name}' changed since the start; the league stops. "
                    "Finished sessions are kept; put the files back and run the same command again"
                )


def begin_seed(folder: Path, wanted: str | None) -> str:
    """Return the seed of a league: the one wanted, that of the folder, or 128 random bits."""
    if wanted is not None:
        return wanted
    manifest = read_manifest(folder)
    if manifest is not None and isinstance(manifest.get("seed"), str):
        return str(manifest["seed"])
    return secrets.token_hex(16)


def bot_digests(tournament: Tournament) -> dict[str, str]:
    """Return the SHA-256 of each bot's folder by name; of a person a word. Raises ConfigError."""
    return {
        bot.name: PERSON if bot.is_person else folder_digest(Path(bot.folder))
        for bot in tournament.players
    }


def seconds_per_session(folder: Path) -> float | None:
    """Return the mean time of the sessions played in a folder; None if there are none."""
    times = []
    try:
        with open_to_read(folder / "timings.jsonl") as file:
            for line in file.read(_MOST_TIMINGS).splitlines():
                seconds = json.loads(line)["seconds"]
                # Not so for NaN, which JSON has not and Python reads.
                if 0 <= seconds < _LONGEST_S:
                    times.append(float(seconds))
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        # Timings are a help, not a truth: a torn, missing or foreign file is no error.
        pass
    return sum(times) / len(times) if times else None


def _make_folder(folder: Path) -> None:
    new = [place for place in (folder, *folder.parents) if not place.exists()]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for inner in ("logs", FAULTS_NAME):
            (folder / inner).mkdir(exist_ok=True)
    except OSError as error:
        raise StorageError(
            f"{folder}: cannot be made: {error.strerror}; choose another place with --results"
        ) from None
    for place in new:
        # Else a power cut could take the folder with all that is safe in it. A folder that may be
        # written to but not read cannot be synced, and needs not stop a league.
        with suppress(OSError):
            sync_folder(place.parent)


def _copy(source: Path, target: Path) -> None:
    try:
        if not target.exists() or not source.samefile(target):
            write_whole(target, source.read_bytes().decode())
    except OSError as error:
        raise StorageError(f"{target}: cannot be written: {error.strerror}") from None


def _finished(league: League) -> Reading:
    """Return what is finished of a league. Raises VerificationFailed with what can be done."""
    try:
        return read_on(league)
    except VerificationFailed as error:
        raise VerificationFailed(
            f"{error}\nNothing was played. Put back a copy of {league.ledger} that holds, or "
            f"delete all lines that `barbu-arena verify {shlex.quote(str(league.folder))}` names: "
            "what is missing then is played again"
        ) from None


def _faults_by_session(found: Tally) -> dict[str, int]:
    """Return how many faults each finished session has that has any."""
    return {
        ".".join(map(str, place)): faults
        for place, faults in zip(
            found.summaries.places(), found.summaries.fault_counts(), strict=True
        )
        if faults
    }


def _write_beside(folder: Path, played: Played) -> None:
    """Write what may be lost beside the ledger: timings, remarks, stderr. Raises OSError."""
    session = played.record.session
    timing = {
        "session": session,
        "seconds": round(played.seconds, 3),
        "bots": [asdict(bot) for bot in played.timings],
        "voided": list(played.voided),
    }
    with open_to_append(folder / "timings.jsonl") as file:
        file.write(json.dumps(timing, separators=(",", ":")).encode() + b"\n")
    keep_remarks(folder, played)
    for bot, data in played.stderr:
        _append_log(folder / "logs" / f"{bot}.log", f"== session {session}\n".encode() + data)


def _append_log(path: Path, data: bytes) -> None:
    with open_to_append(path) as file:
        size = os.fstat(file.fileno()).st_size
        if size < _LOG_LIMIT:
            file.write(data[: _LOG_LIMIT - size].rstrip(b"\n") + b"\n")
