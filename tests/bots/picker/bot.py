"""A bot that takes its answer from the legal ones by place, and is quick to start.

bot.py [--pick first|last|seeded|entropy] [--pause MILLISECONDS] [--spin CORES]

`seeded` draws from the seed that the arena gives, `entropy` from the system: never twice the same.
With `--spin` it computes all the time, in that many processes.
Signals that reach it are told on stderr.
"""

import os
import signal
import sys
import time
from types import FrameType


def option(name: str, default: str) -> str:
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else default


PICK = option("--pick", "first")
PAUSE_S = float(option("--pause", "0")) / 1000
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def tell(number: int, _frame: FrameType | None) -> None:
    os.write(2, b"got signal %d\n" % number)


def field(line: str, key: str) -> str:
    """Return what stands behind a key, without importing json: it must start fast."""
    return line.split(f'"{key}":', 1)[1]


class Picker:
    """Picks a place; its state is that of a linear congruential generator."""

    def __init__(self) -> None:
        self.state = 0

    def place(self, count: int) -> int:
        if PICK == "seeded":
            self.state = (self.state * 1_103_515_245 + 12_345) & 0x7FFFFFFF
            return (self.state >> 16) % count
        if PICK == "entropy":
            return os.urandom(1)[0] % count
        return count - 1 if PICK == "last" else 0


def spin() -> None:
    """Use the processor until the arena ends this process."""
    if os.fork() == 0:
        while True:
            pass


def main() -> None:
    for _ in range(int(option("--spin", "0"))):
        spin()
    for number in SIGNALS:
        signal.signal(number, tell)
    picker = Picker()
    for line in sys.stdin:
        if line.startswith('{"type":"session"'):
            picker.state = int(field(line, "seed").split(",", 1)[0].split("}", 1)[0])
        if not line.startswith('{"id":"'):
            continue
        question = line[7:15]
        if '"type":"hello"' in line:
            said = '"protocol":1,"name":"picker","version":"1"'
        else:
            legal = field(line, "legal")[2:].split('"]', 1)[0].split('","')
            said = f'"action":"{legal[picker.place(len(legal))]}"'
            time.sleep(PAUSE_S)
        os.write(1, f'{{"id":"{question}",{said}}}\n'.encode())


main()
