"""What is kept of a bot's stderr: the first and the last 32 KiB, whatever comes."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from barbu_arena.players.stderr_tail import StderrTail
from tests.players.hostile import flat_memory

HALF = 32 * 1024


def taken(*pieces: bytes) -> StderrTail:
    tail = StderrTail()
    for piece in pieces:
        tail.add(piece)
    return tail


def test_nothing_came() -> None:
    assert (taken().kept(), taken().size) == (b"", 0)


@pytest.mark.parametrize("size", [1, HALF - 1, HALF, HALF + 1, 2 * HALF], ids="{} bytes".format)
def test_up_to_64_kib_all_is_kept(size: int) -> None:
    stream = bytes(i % 251 for i in range(size))
    assert taken(stream).kept() == stream


def test_beyond_it_a_line_tells_what_is_missing() -> None:
    tail = taken(b"a" * HALF, b"b" * 1000, b"c" * HALF)
    assert tail.kept() == b"a" * HALF + b"\n[1000 bytes not kept]\n" + b"c" * HALF
    assert tail.size == 2 * HALF + 1000


def test_it_can_be_cleared() -> None:
    tail = taken(b"a" * 3 * HALF)
    tail.clear()
    tail.add(b"new")
    assert (tail.kept(), tail.size) == (b"new", 3)


def test_memory_is_bounded_however_much_comes() -> None:
    tail = StderrTail()
    chunk = b"e" * 65_536
    with flat_memory():
        for _ in range(2_000):
            tail.add(chunk)
    assert tail.size == 2_000 * 65_536


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(1, 70_000), st.sampled_from(b"abc")), max_size=8))
def test_it_is_the_ends_of_the_whole_stream(pieces: list[tuple[int, int]]) -> None:
    parts = [bytes([letter]) * size for size, letter in pieces]
    stream = b"".join(parts)
    kept = taken(*parts).kept()
    assert kept.startswith(stream[:HALF])
    assert kept.endswith(stream[max(HALF, len(stream) - HALF) :])
    lost = max(0, len(stream) - 2 * HALF)
    gap = len(f"\n[{lost} bytes not kept]\n") if lost else 0
    assert len(kept) == len(stream) - lost + gap
