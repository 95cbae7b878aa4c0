"""What the bot says and plays: lines that are wrong, answers that are not legal."""

import fcntl
import json
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator

from misbehave import answer, endless, send, sleep_for_ever

Question = dict
Choice = str | int | None
Text = Callable[[str, str], str]
Answer = Callable[[str], tuple[str, str]]

F_SETPIPE_SZ = 1031
ONCE = "--once" in sys.argv
seen = {"question": "", "id before": "00000000", "seed": 0, "done": False}


def noted(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines of the arena and keep what deeds look at."""
    for line in lines:
        if line.startswith('{"id":"'):
            if seen["question"]:
                seen["id before"] = answer(seen["question"])[0]
            seen["question"] = line
        elif line.startswith('{"type":"session"'):
            seen["seed"] = json.loads(line)["seed"]
        yield line


def greeting(name: str) -> Text:
    """Return what greets with a name, given as JSON."""
    return lambda i, r: f'{{"id":"{i}","protocol":1,"name":"{name}","version":"1"}}\n'


def with_extra(text: str) -> Text:
    """Return what answers well, with one more field."""
    return lambda i, r: f'{r[:-1]},"x":{text}}}\n'


def action(choose: Callable[[Question], Choice]) -> Text:
    """Return what answers with what is chosen for the question, or well where that is None."""

    def text(i: str, r: str) -> str:
        chosen = choose(json.loads(seen["question"]))
        if chosen is None or (ONCE and seen["done"]):
            return r + "\n"
        seen["done"] = True
        return f'{{"id":"{i}","action":"{chosen}"}}\n'

    return text


def not_held(asked: Question) -> Choice:
    """Choose a card of another hand."""
    cards = [rank + suit for suit in "SHDC" for rank in "23456789TJQKA"]
    return next(card for card in cards if card not in asked["hand"])


def not_legal(asked: Question) -> Choice:
    """Choose a card of the hand that is not legal, if there is one."""
    return next((card for card in asked["hand"] if card not in asked["legal"]), None)


def itself(asked: Question) -> Choice:
    """As a defender, choose its own seat."""
    return None if asked["seat"] == asked["declarer"] else asked["seat"]


def undoubled(asked: Question) -> Choice:
    """As declarer, choose someone who did not double, if there is one."""
    if asked["declarer"] != asked["seat"]:
        return None
    own = {doubler for doubler, target in asked["doubles"] if target == asked["seat"]}
    return next((seat for seat in range(4) if seat not in {*own, asked["seat"]}), None)


def a_defender(asked: Question) -> Choice:
    """As a defender, choose another."""
    own = {asked["declarer"], asked["seat"]}
    return None if len(own) == 1 else next(seat for seat in range(4) if seat not in own)


ANSWERS = {
    "old-id": lambda i, r: r.replace(i, seen["id before"], 1) + "\n",
    "nul-alone": lambda i, r: "\0\n",
    "infinity": with_extra("-Infinity"),
    "huge-float": with_extra("1e400"),
    "deep-open": lambda i, r: r[:-1] + ',"x":' + "[" * 60000 + "\n",
    "null-action": lambda i, r: f'{{"id":"{i}","action":null}}\n',
    "name-control": greeting("a\\u0007"),
    "name-bidi": greeting("a\\u202e"),
    "name-surrogate": greeting("a\\ud800"),
    "name-empty": greeting(""),
    "not-held": action(not_held),
    "revoke": action(not_legal),
    "played-before": action(lambda _: "no_king"),
    "never-offered": action(lambda _: "salade"),
    "start-rank": action(lambda _: "domino:1"),
    "doubles-twice": action(lambda _: "1,1"),
    "doubles-itself": action(itself),
    "redoubles-undoubled": action(undoubled),
    "doubles-a-defender": action(a_defender),
    "passes-though-forced": action(lambda asked: None if "-" in asked["legal"] else "-"),
}


def now_and_then(question: str, right: str) -> None:
    """Crash in one session of twenty, by the seed that the arena gave."""
    if seen["seed"] % 20 == 0:
        os._exit(3)
    send(right + "\n")


def not_the_same(question: str, right: str) -> None:
    """Play another legal answer each time, whatever the seed."""
    legal = json.loads(seen["question"])["legal"]
    send(f'{{"id":"{question}","action":"{legal[os.urandom(1)[0] % len(legal)]}"}}\n')


def wanting_all(answer_to: Answer) -> Answer:
    """Return what answers the same, but asks for everything that can be told."""

    def wanting(line: str) -> tuple[str, str]:
        question, right = answer_to(line)
        if '"type":"hello"' in line:
            right = right[:-1] + ',"wants":["events","deals"]}'
        return question, right

    return wanting


def stop_reading(question: str, right: str) -> None:
    """Read no more, from a pipe that is full after a few lines."""
    fcntl.fcntl(0, F_SETPIPE_SZ, 4096)
    sleep_for_ever()


def stderr_beside(question: str, right: str) -> None:
    """Write to stderr without end beside playing on."""
    threading.Thread(target=flood_stderr, daemon=True).start()
    send(right + "\n")


def flood_stderr() -> None:
    while True:
        os.write(2, b"e" * 65536)


def stderr_then_exit(question: str, right: str) -> None:
    os.write(2, b"\x1b[2J<script>=1+1\n")
    os._exit(3)


def nonblocking(question: str, right: str) -> None:
    """Make its ends of the pipes non-blocking and play on, looking again for every line."""
    for fd in (0, 1, 2):
        os.set_blocking(fd, False)
    send(right + "\n")
    unread = b""
    while True:
        try:
            data = os.read(0, 65536)
        except BlockingIOError:
            continue
        if not data:
            os._exit(0)
        *lines, unread = (unread + data).split(b"\n")
        for line in lines:
            if line.startswith(b'{"id":"'):
                send(answer(line.decode())[1] + "\n")


def nonblocking_crash(question: str, right: str) -> None:
    """Make its ends of the pipes non-blocking and be surprised that there is nothing to read."""
    os.set_blocking(0, False)
    os.read(0, 65536)
    os._exit(0)


DEEDS = {
    "now-and-then": now_and_then,
    "not-the-same": not_the_same,
    "stop-reading": stop_reading,
    "stderr-beside": stderr_beside,
    "stderr-escapes-then-exit": stderr_then_exit,
    "nonblocking": nonblocking,
    "nonblocking-crash": nonblocking_crash,
}
AT_START = {"lines-at-once": lambda: endless('{"id":"00000000","action":"2S"}\n' * 100)}
