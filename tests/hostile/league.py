"""The real arena on the cases of the table: each at a table of its own with three good bots.

All cases of a mode are one league in one results folder, its schedule replaced by one session (or
more) for each case: workers, sandbox, referee, ledger and evidence are those of `barbu-arena run`.
"""

import json
import os
import secrets
import shutil
import warnings
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from unittest.mock import patch

from barbu_arena.errors import ArenaError, NoSandbox
from barbu_arena.files import league_run
from barbu_arena.files.bot_folder import Grant, folder_digest, load_bot
from barbu_arena.files.league_run import LeagueRun
from barbu_arena.files.results_folder import League
from barbu_arena.files.rules_file import load_rules
from barbu_arena.league.pool import Playing, Stop
from barbu_arena.league.session_job import LeftOut, Played
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.clock import ClockLimits
from barbu_arena.players.sandbox import Launch, Sandbox, launch_plainly
from barbu_arena.players.sandbox_probe import Obstacle, find_sandbox
from barbu_arena.referee.session_plan import SessionPlan
from tests.hostile.table import Case
from tests.hostile.watching import Seen, read_seen, watched
from tests.sandbox.bait import Bait, planted
from tests.sandbox.inside import ORDINARY
from tests.small_leagues import BOTS, SHORT_RULES

HERE = Path(__file__).parent
CLOCKS = {
    "short": ClockLimits(free_ms=50, bank_ms=1_000, cap_ms=500, start_ms=10_000),
    "hasty": ClockLimits(free_ms=50, bank_ms=1_000, cap_ms=500, start_ms=1_000),
    "patient": ClockLimits(free_ms=50, bank_ms=60_000, cap_ms=20_000, start_ms=10_000),
}
BESIDE = {"many": 4, "slow": 2, "alone": 1}
"""How many tables are played at a time. `slow`: the three good bots take their time."""
SLOW_MS = "16"
GOOD = ("ann", "ben", "cem")
LIMITS = ResourceLimits(memory_mib=256, processes=64)
SEED = "hostile"


@dataclass(frozen=True, slots=True)
class Setting:
    """In what a league of cases is played."""

    mode: str
    launch: Launch
    folder: Path
    """Where bots, rules and results lie; anyone may enter it."""
    bait: Bait
    """What was planted for the bot to reach for."""
    pin: bool = False
    """Whether a table stays on one core, as by default in `run`: not beside other tests."""


@dataclass(frozen=True, slots=True)
class Session:
    """One session of one case: what came of it, and what was seen meanwhile."""

    played: Played
    seen: Seen


@contextmanager
def settings(mode: str, folder: Path, *, pin: bool = False) -> Iterator[Setting]:
    """Plant bait below a folder that anyone may enter, and give the setting of a mode."""
    launch = launch_plainly if mode == "none" else _sandbox().launch
    place, link = folder / "bait", folder / "link"
    place.mkdir()
    link.mkdir()  # the link is made anew in the folder of the bot that follows it
    sibling = ORDINARY if os.geteuid() == 0 else None
    with planted(place, link, sibling) as bait:
        name = f"HOSTILE_BAIT_{bait['sibling']}"
        os.environ[name] = str(bait["secret"])
        try:
            yield Setting(mode, launch, folder, bait, pin)
        finally:
            del os.environ[name]


def _sandbox() -> Sandbox:
    found = find_sandbox()
    if isinstance(found, Obstacle):
        raise NoSandbox(str(found))
    return found


def play_cases(setting: Setting, cases: Sequence[Case]) -> dict[str, list[Session]]:
    """Play all cases and return the sessions of each, by its name."""
    stage = _Stage(setting)
    found: dict[str, list[Session]] = {}
    order = sorted(cases, key=_sort)
    for number, (_, group) in enumerate(groupby(order, key=_sort)):
        found |= stage.play(f"league-{number}", list(group))
    return found


def _sort(case: Case) -> tuple[int, str]:
    return -BESIDE[case.beside], case.clock


class _Stage:
    """The folders of the bots, and the leagues among them."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._tag = secrets.token_hex(4)
        self._rules = setting.folder / "short.yaml"
        self._rules.write_text(SHORT_RULES)
        if not (setting.folder / "hostile").exists():
            make_bots(setting.folder)

    def play(self, name: str, cases: list[Case]) -> dict[str, list[Session]]:
        """Play cases that go together, again what a busy machine voided three times."""
        folder, plans = self._setting.folder, _plans(cases)
        found: dict[str, list[Session]] = {case.name: [] for case in cases}
        seen_file = folder / f"{name}-seen.jsonl"
        league = self._league(name, cases)
        playing = Playing(self._setting.launch, BESIDE[cases[0].beside], self._setting.pin)
        tags = {case.name: self._tag_of(case) for case in cases}
        with ExitStack() as stack:
            stack.enter_context(patch.object(league_run, "sessions", lambda _: iter(plans)))
            stack.enter_context(watched(seen_file, tags))
            run = stack.enter_context(LeagueRun(league, self._setting.pin))
            for played in _played(run, playing):
                seen = read_seen(seen_file)[played.record.session]
                found[played.record.bots[0]].append(Session(played, seen))
        return found

    def _league(self, name: str, cases: list[Case]) -> League:
        bots = tuple(map(self._hostile, cases)) + tuple(map(self._good, GOOD, [cases[0]] * 3))
        tournament = Tournament(
            name=name,
            rules=load_rules(str(self._rules)),
            seed=SEED,
            bots=bots,
            clock=CLOCKS[cases[0].clock],
            sandbox="required" if self._setting.mode == "sandbox" else "none",
        )
        digests = {bot.name: folder_digest(Path(bot.folder)) for bot in bots}
        folder = self._setting.folder / "results" / name
        return League(folder, tournament, self._setting.mode, digests, self._rules)

    def _hostile(self, case: Case) -> Bot:
        folder = self._setting.folder / "hostile"
        if case.acts:
            folder = self._with_bait(folder, case)
        args = (*case.args, "--tag", self._tag_of(case))
        return load_bot(folder, Grant(name=case.name, args=args, limits=LIMITS))

    def _tag_of(self, case: Case) -> str:
        return f"{self._tag}-{case.name}-"

    def _with_bait(self, plain: Path, case: Case) -> Path:
        folder = plain.with_name(f"hostile-{case.name}")
        if not folder.exists():
            shutil.copytree(plain, folder)
            bait = self._setting.bait
            (folder / "link").symlink_to(str(bait["seed"]))
            told = {**bait, "acts": list(case.acts), "link": "/bot/link"}
            (folder / "bait.json").write_text(json.dumps(told))
        return folder

    def _good(self, name: str, case: Case) -> Bot:
        pause = ("--pause", SLOW_MS) if case.beside == "slow" else ()
        args = ("--pick", "seeded", *pause)
        return load_bot(self._setting.folder / "picker", Grant(name=name, args=args))


def make_bots(folder: Path) -> None:
    """Put the bot that misbehaves and the good one into a folder."""
    make_bot(folder / "hostile")
    shutil.copytree(BOTS / "picker", folder / "picker")


def make_bot(folder: Path) -> None:
    """Put the whole bot into a folder: its own files, the misbehaving bot, the sandbox's probe."""
    shutil.copytree(HERE / "bot", folder, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copyfile(BOTS / "misbehave" / "bot.py", folder / "misbehave.py")
    for path in (HERE.parent / "sandbox" / "probe").glob("*.py"):
        if path.name != "main.py":
            shutil.copyfile(path, folder / path.name)


def _plans(cases: list[Case]) -> list[SessionPlan]:
    return [
        SessionPlan(number, 1, 1, number - 1, (case.name, *GOOD))
        for number, case in enumerate(
            (case for case in cases for _ in range(case.sessions)), start=1
        )
    ]


def _played(run: LeagueRun, playing: Playing) -> Iterator[Played]:
    """Yield all sessions of a league; what a busy machine made void is played again."""
    for _ in range(3):
        trouble = []
        try:
            for played in run.play(playing, Stop()):
                if isinstance(played, LeftOut):
                    trouble.append(played.why)
                elif played is not None:
                    yield played
        except ArenaError as error:
            trouble.append(str(error))
        if not trouble:
            return
        warnings.warn(f"played again: {trouble}", stacklevel=2)
    raise ArenaError("\n".join(trouble))
