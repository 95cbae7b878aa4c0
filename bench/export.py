"""What an export costs: processor time, and the most memory, of a small ledger and a large one.

    python bench/export.py [--sessions 2000]

The ledgers are made in this process by players that guess. Memory must hardly grow with the ledger.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.ledger_alone import write_results  # noqa: E402

NAMES = ("ann", "ben", "cem", "dee", "eve", "fay", "gus", "hal")
"""Two tables a round, four seatings each."""
MOST_GROWTH_MIB = 16


def exported(folder: Path, kind: str) -> tuple[float, float]:
    """Return (seconds of processor time, MiB of memory at most) of one export."""
    pid = os.fork()
    if pid == 0:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        words = ["-m", "barbu_arena", "export", str(folder), "--to", kind]
        os.execve(sys.executable, [sys.executable, *words], {**os.environ, "PYTHONPATH": str(ROOT)})
    _, status, used = os.wait4(pid, 0)
    assert status == 0, kind
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return used.ru_utime + used.ru_stime, used.ru_maxrss / unit


def main() -> int:
    """Print a row for each form, and return 1 if memory grows with the ledger."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=2000)
    rounds = max(5, parser.parse_args().sessions // 8)
    grown = 0.0
    with tempfile.TemporaryDirectory() as name:
        small = write_results(Path(name) / "small", rounds // 5, names=NAMES)
        large = write_results(Path(name) / "large", rounds, names=NAMES)
        for kind in ("csv", "sqlite", "parquet"):
            _, before = exported(small, kind)
            seconds, after = exported(large, kind)
            size = sum(path.stat().st_size for path in (large / "export").glob(f"*.{kind}"))
            grown = max(grown, after - before)
            print(
                f"{kind:8} {8 * rounds} sessions: {seconds:6.1f} s, {size / (1 << 20):6.1f} MiB; "
                f"memory {after:.0f} MiB, of a fifth of them {before:.0f} MiB"
            )
    return int(grown > MOST_GROWTH_MIB)


if __name__ == "__main__":
    sys.exit(main())
