"""Whole sessions and their parts: playing, the engine, verifying, the ledger, worker processes."""

import resource
import time
from collections.abc import Sequence
from pathlib import Path

from barbu_arena.files.ledger import LedgerWriter
from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.session import Session, dealer
from barbu_arena.league.pool import Playing, Stop, play_all
from barbu_arena.league.session_job import LeftOut, Played, play_session
from barbu_arena.league.team import Team
from barbu_arena.league.tournament import SchedulePlan, Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.process import BotProcess
from barbu_arena.players.sandbox import launch_plainly
from barbu_arena.referee.record import record_line
from barbu_arena.referee.record_reader import read_record
from barbu_arena.referee.replay import check_record
from barbu_arena.referee.session_plan import SessionPlan

MODERN = load_rules("modern")
NAMES = ("a", "b", "c", "d")
SESSIONS = 3
ENGINE_SESSIONS = 8
SCALING_SESSIONS = 120
LEDGER_SESSIONS = 10
LATENCY_SESSIONS = 10


def tournament(folder: Path, command: Sequence[str]) -> Tournament:
    """Return a table of four trivial bots that are kept from session to session."""
    return Tournament(
        "bench",
        MODERN,
        "bench",
        tuple(Bot(name, str(folder), tuple(command)) for name in NAMES),
        SchedulePlan(rounds=SCALING_SESSIONS, seatings=1),
        reuse=True,
    )


def decisions(played: Played) -> int:
    """Return the questions of one session."""
    return sum(timing.answers for timing in played.timings)


def play(table: Tournament, team: Team, first_set: int, count: int) -> list[Played]:
    """Play sessions of different deals with a team."""
    plans = [SessionPlan(1, 1, 1, first_set + i, NAMES) for i in range(count)]
    return [_played(play_session(table, plan, team)) for plan in plans]


def _played(session: Played | LeftOut) -> Played:
    if isinstance(session, LeftOut):
        raise SystemExit(session.why)  # or its time would count for nothing
    return session


def sessions(table: Tournament, team: Team, first_set: int) -> tuple[float, list[Played]]:
    """Return (seconds per decision, the sessions) of a few whole sessions."""
    start = time.perf_counter()
    games = play(table, team, first_set, SESSIONS)
    spent = time.perf_counter() - start
    return spent / sum(map(decisions, games)), games


def engine(first_set: int) -> float:
    """Return seconds per answer of random sessions without bots, dealing and scoring included."""
    answers = 0
    number = 12345 + first_set
    start = time.perf_counter()
    for i in range(ENGINE_SESSIONS):
        session = Session(MODERN, dealer("bench", first_set + i))
        while (deal := session.deal) is not None:
            while not deal.over:
                legal = deal.legal
                number = (number * 1103515245 + 12345) & 0x7FFFFFFF
                for _ in range((number >> 8) % legal.bit_count()):
                    legal &= legal - 1
                deal.apply((legal & -legal).bit_length() - 1)
                answers += 1
            session.finish_deal()
    return (time.perf_counter() - start) / answers


def verify(games: list[Played]) -> float:
    """Return the seconds that verifying these sessions takes, from the bytes of their records."""
    lines = [record_line(game.record) for game in games]
    start = time.perf_counter()
    for line in lines:
        check_record(read_record(line), MODERN, "bench")
    return time.perf_counter() - start


def ledger_share(table: Tournament, folder: Path, first_set: int) -> float:
    """Return, in percent of the CPU time of a session, bots included, that of keeping its record.

    Keeping is encoding, appending and fdatasync. The bots are of C and start once for all sessions:
    the least time that a session can take, so the largest share.
    """
    bots_before = _children_cpu()
    team = Team(table, launch_plainly)
    play(table, team, first_set, 1)  # the bots have started
    start = time.process_time()
    games = play(table, team, first_set, LEDGER_SESSIONS)
    arena = (time.process_time() - start) / LEDGER_SESSIONS
    team.close()
    bots = (_children_cpu() - bots_before) / (LEDGER_SESSIONS + 1)
    with LedgerWriter(folder / "sessions.jsonl") as ledger:
        start = time.process_time()
        for game in games:
            ledger.append(game.record)
        keeping = (time.process_time() - start) / LEDGER_SESSIONS
    return 100 * keeping / (arena + bots + keeping)


def _children_cpu() -> float:
    """Return the CPU time of all children that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def own_latency(table: Tournament, team: Team, first_set: int) -> list[float]:
    """Return, for each question but the first of a session, how long the referee kept it waiting.

    In seconds, from having read an answer to writing the next question, in whatever deal. All that
    is the referee's own lies between: judging, applying, settling, dealing, the forced answers,
    putting the next question together. The trip over the pipes is the floor's.
    """
    exchange = BotProcess.exchange
    times: list[float] = []
    clock = time.perf_counter

    def timed(self: BotProcess, line: bytes, wait_ms: int) -> bytes:
        times.append(clock())
        data = exchange(self, line, wait_ms)
        times.append(clock())
        return data

    waits: list[float] = []
    BotProcess.exchange = timed
    try:
        for i in range(LATENCY_SESSIONS):
            times.clear()
            play(table, team, first_set + i, 1)
            waits += [times[at + 1] - times[at] for at in range(1, len(times) - 1, 2)]
    finally:
        BotProcess.exchange = exchange
    return waits


def quantile(values: Sequence[float], share: float) -> float:
    """Return the least value that at least this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def rate(table: Tournament, jobs: int) -> float:
    """Return decisions per second of worker processes, from their first session to the last."""
    plans = (SessionPlan(i + 1, 1, 1, i, NAMES) for i in range(SCALING_SESSIONS))
    count = 0
    start = end = 0.0
    for played in play_all(table, plans, Playing(launch_plainly, jobs), Stop()):
        if played is None:
            continue
        end = time.perf_counter()
        if not start:
            start = end
        else:
            count += decisions(played)
    return count / (end - start)
