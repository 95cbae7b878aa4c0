"""The whole hostile suite, many times in a row: are its verdicts always the same, and how soon?

bench/hostile.py [--rounds 20] [--load N] [--mode sandbox|none] [--pin]

Prints for every row the verdicts seen, the longest time from the act or the limit to the verdict
and the longest clean-up, and at the end what was not as behaviours.yaml has it: then it ends
with 1. Progress goes to stderr.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.hostile.expected import AFTER_LIMIT_S, CLEAN_UP_S, kind_of, wrong_with  # noqa: E402
from tests.hostile.league import Session, play_cases, settings  # noqa: E402
from tests.hostile.table import MODES, Case, cases, made_by, of_the_bot  # noqa: E402
from tests.open_folder import open_folder  # noqa: E402

HOSTILE = ROOT / "tests" / "hostile"
TESTS = ("test_before_the_league.py", "test_beyond_a_session.py")
MOST_MIB = 100


@dataclass(slots=True)
class Row:
    """What was seen of one row over all rounds. Times in seconds."""

    soon: float
    """As trust.md promises the verdict, after the act or the limit."""
    verdicts: Counter[str] = field(default_factory=Counter)
    delay: float = 0.0
    clean_up: float = 0.0
    voids: int = 0


def _by_number() -> dict[int, Row]:
    promised: dict[int, float] = {}
    for case in cases():
        promised[case.row] = max(case.soon, promised.get(case.row, 0.0))
    return {number: Row(soon) for number, soon in promised.items()}


@dataclass(slots=True)
class Log:
    """What was seen over all rounds."""

    rows: dict[int, Row] = field(default_factory=_by_number)
    violations: list[str] = field(default_factory=list)
    worker_kib: int = 0
    descriptors: Counter[int] = field(default_factory=Counter)
    """Of this process, after each round."""

    def session(self, where: str, case: Case, session: Session) -> None:
        """Take one session of the bot."""
        row, seen = self.rows[case.row], session.seen
        row.verdicts[kind_of(session)] += 1
        row.delay = max(row.delay, *seen.delays, 0.0)
        row.clean_up = max(row.clean_up, seen.clean_up + seen.gone)
        row.voids += len(session.played.voided)
        self.worker_kib = max(self.worker_kib, seen.memory + seen.grown)
        for wrong in wrong_with(case, session):
            self.violations.append(f"{where}, row {case.row}, {case.name}: {wrong}")

    def test(self, where: str, name: str, why: str) -> None:
        """Take one test that makes a row happen itself; its name holds that of the case.

        `why` it failed is empty if it did not.
        """
        test, _, which = name.partition("[")
        for case in made_by(test):
            if not which or case.name in which:
                self.rows[case.row].verdicts["failed" if why else case.verdict] += 1
                if why:
                    self.violations.append(f"{where}, row {case.row}, {case.name}: {why}")
                return


def main() -> int:
    """Play all rounds, print what was seen, return the exit status."""
    asked = _arguments()
    log = Log()
    began = time.monotonic()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was seen so far is printed
    try:
        with _load(asked.load):
            for number in range(1, asked.rounds + 1):
                _play_round(log, number, asked)
    finally:
        rounds = sum(log.descriptors.values())
        print(f"{rounds} rounds in {time.monotonic() - began:.0f} s, beside {asked.load} busy")
        _print_rows(log)
        _print_sum(log)
    return 1 if log.violations else 0


def _play_round(log: Log, number: int, asked: argparse.Namespace) -> None:
    start = time.monotonic()
    for mode in asked.mode:
        _play(log, f"round {number}, {mode}", mode, asked.pin)
    _run_tests(log, f"round {number}")
    log.descriptors[len(os.listdir("/proc/self/fd"))] += 1
    told = [text for text in log.violations if text.startswith(f"round {number},")]
    first = f"round {number}: {time.monotonic() - start:.0f} s"
    print("\n  ".join([first, *told]), file=sys.stderr, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--load", type=int, default=0, help="processes that compute beside it")
    parser.add_argument("--mode", action="append", choices=MODES, help="one mode only")
    parser.add_argument("--pin", action="store_true", help="each table on one core, as `run` does")
    asked = parser.parse_args()
    asked.mode = asked.mode or list(MODES)
    return asked


@contextmanager
def _load(count: int) -> Iterator[None]:
    """Keep some processes busy."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(count)]
    try:
        yield
    finally:
        for process in busy:
            process.kill()
            process.wait()


def _play(log: Log, where: str, mode: str, pin: bool) -> None:
    with open_folder() as folder, settings(mode, folder, pin=pin) as setting:
        chosen = of_the_bot(mode)
        found = play_cases(setting, chosen)
        for case in chosen:
            for session in found[case.name]:
                log.session(where, case, session)
            if len(found[case.name]) != case.sessions:
                log.violations.append(f"{where}, {case.name}: {len(found[case.name])} sessions")


def _run_tests(log: Log, where: str) -> None:
    """Run the tests that make their rows happen themselves."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        words = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        words += [f"--junitxml={report}", *(str(HOSTILE / test) for test in TESTS)]
        subprocess.run(words, cwd=ROOT, capture_output=True, check=False)
        for found in ElementTree.parse(report).iter("testcase"):
            wrong = [*found.iter("failure"), *found.iter("error")]
            why = "".join(f"test failed: {one.get('message', '')[:500]!r}" for one in wrong)
            log.test(where, found.get("name", ""), why)


def _print_rows(log: Log) -> None:
    print("row  soon  delay  clean-up  void  verdicts")
    for number, row in log.rows.items():
        verdicts = ", ".join(f"{kind} {count}" for kind, count in row.verdicts.most_common())
        times = f"{row.soon:4.1f}  {row.delay:5.2f}  {row.clean_up:8.2f}"
        print(f"{number:3}  {times}  {row.voids:4}  {verdicts}")


def _print_sum(log: Log) -> None:
    rows = log.rows.values()
    one = _always_as_named(log)
    several = [number for number in log.rows if number not in one]
    print(f"rows whose every case always had the verdict named first: {len(one)} of {len(rows)}")
    print(f"rows with other verdicts: {several or 'none'}")
    late = [number for number, row in log.rows.items() if row.delay > row.soon]
    print(f"rows with a verdict later than soon: {late or 'none'}")
    print(f"longest delay {max(row.delay for row in rows):.2f} s, aim {AFTER_LIMIT_S:g} s")
    print(f"longest clean-up {max(row.clean_up for row in rows):.2f} s, aim {CLEAN_UP_S:g} s")
    print(f"sessions played again, for the machine was busy: {sum(row.voids for row in rows)}")
    print(f"most memory: arena {_peak_kib() >> 10} MiB, worker {log.worker_kib >> 10} MiB")
    print(f"descriptors of the arena after each round: {sorted(log.descriptors)}")
    if max(_peak_kib(), log.worker_kib) >= MOST_MIB << 10:
        log.violations.append(f"over {MOST_MIB} MiB")
    if len(log.descriptors) > 1:
        log.violations.append("descriptors are not back at the start value")
    print(f"violations: {len(log.violations)}")
    for text in log.violations:
        print(f"  {text}")


def _always_as_named(log: Log) -> list[int]:
    """Return the rows in which only verdicts were seen that their cases name first."""
    return [
        number for number, row in log.rows.items() if row.verdicts.keys() <= _first_verdicts(number)
    ]


def _first_verdicts(number: int) -> set[str]:
    found: Sequence[Case] = [case for case in cases() if case.row == number]
    return {case.verdict for case in found}


def _peak_kib() -> int:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


if __name__ == "__main__":
    sys.exit(main())
