"""Lines out of what a bot sends: whole, clean, one at a time, and late ones dropped once."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.players.answers import BadAnswer
from barbu_arena.players.line_reader import LineReader, LineTooLong
from barbu_arena.players.process import MAX_LINE

LATE = "0000000a"
LATER = "0000000b"


class NothingMore(Exception):
    """The script of what a bot sends is at its end."""


def sending(*parts: bytes) -> Callable[[], bytes]:
    left = list(parts)

    def receive() -> bytes:
        if not left:
            raise NothingMore
        return left.pop(0)

    return receive


def answer(question: str) -> bytes:
    return b'{"id":"%b"}' % question.encode()


@pytest.mark.parametrize(
    "parts",
    [
        (b"word\n",),
        (b"wo", b"rd", b"\n"),
        (b"word\r\n",),
        (b" \t word \t\n",),
        (b"\xef\xbb\xbfword\n",),
        (b"\n\r\n\n", b"word\n"),
        (b"word\n\n \n\r\n",),
    ],
    ids=["whole", "in pieces", "carriage return", "spaces", "mark", "blank lines", "blank after"],
)
@pytest.mark.parametrize("first", [True, False], ids=["some read", "nothing read"])
def test_a_line_comes_without_what_is_around_it(parts: tuple[bytes, ...], first: bool) -> None:
    reader = LineReader()
    data, rest = (parts[0], parts[1:]) if first else (b"", parts)
    assert reader.line(data, sending(*rest)) == b"word"
    assert reader.late_lines == 0


def test_what_came_for_the_question_at_hand_is_kept() -> None:
    reader = LineReader()
    assert reader.line(b" on", sending(b"e\r", b"\n")) == b"one"
    assert reader.raw == b" one\r\n"
    with pytest.raises(NothingMore):
        reader.line(b"half", sending())
    assert (reader.raw, reader.unfinished) == (b"half", b"half")


@pytest.mark.parametrize("data", [b"one\ntwo\n", b"one\ntwo", b"one\n \ntwo\n"])
def test_more_than_one_line_is_refused(data: bytes) -> None:
    with pytest.raises(BadAnswer, match="more than one line: 'one"):
        LineReader().line(data, sending())


def test_the_longest_line() -> None:
    line = b"x" * MAX_LINE
    assert LineReader().line(line + b"\n", sending()) == line
    assert LineReader().line(line[:9], sending(line[9:], b"\n")) == line


@pytest.mark.parametrize("parts", [(b"x" * MAX_LINE, b"x\n"), (b"x" * (MAX_LINE + 1),)])
def test_a_longer_one(parts: tuple[bytes, ...]) -> None:
    with pytest.raises(LineTooLong):
        LineReader().line(b"", sending(*parts))


def test_a_long_line_after_a_short_one_is_too_long_only_if_it_is_the_first() -> None:
    with pytest.raises(BadAnswer, match="more than one line"):
        LineReader().line(b"a\n" + b"x" * MAX_LINE, sending())


@pytest.mark.parametrize(
    ("parts", "dropped"),
    [
        ((answer(LATE) + b"\n", b"word\n"), 1),
        ((answer(LATE) + b"\nword\n",), 1),
        ((b"word\n",), 0),
        ((answer(LATE) + b"\n" + answer(LATER) + b"\n", b"word\n"), 2),
        ((answer(LATER) + b"\n", answer(LATE) + b"\n", b"word\n"), 2),
    ],
    ids=["before it", "with it", "never", "two", "in disorder"],
)
def test_an_answer_that_was_given_up_is_dropped(parts: tuple[bytes, ...], dropped: int) -> None:
    reader = LineReader()
    for question in (LATE, LATER):
        reader.give_up(question)
    assert reader.line(b"", sending(*parts)) == b"word"
    assert reader.late_lines == dropped


def test_it_is_dropped_once_only() -> None:
    reader = LineReader()
    reader.give_up(LATE)
    twice = answer(LATE) + b"\n"
    assert reader.line(twice, sending(twice)) == answer(LATE)
    assert reader.late_lines == 1


def test_the_rest_of_a_line_that_was_begun_is_dropped_whatever_it_says() -> None:
    reader = LineReader()
    with pytest.raises(NothingMore):
        reader.line(b"half a", sending())
    reader.give_up(LATE)
    assert reader.line(b" line\n", sending(b"word\n")) == b"word"
    assert reader.late_lines == 1
    assert reader.line(b"word\n", sending()) == b"word"


def test_without_a_line_begun_nothing_but_the_late_answer_is_dropped() -> None:
    reader = LineReader()
    reader.give_up(LATE)
    assert reader.line(b"noise\n", sending()) == b"noise"


@given(st.binary(max_size=200), st.lists(st.integers(0, 200), max_size=5))
def test_where_it_is_cut_does_not_matter(data: bytes, cuts: list[int]) -> None:
    def outcome(*parts: bytes) -> bytes | str:
        try:
            return LineReader().line(b"", sending(*parts))
        except (BadAnswer, NothingMore) as error:
            return type(error).__name__

    line = data.replace(b"\n", b"") + b"\n"  # with more lines it matters which come together
    places = sorted({0, len(line), *(cut for cut in cuts if cut < len(line))})
    parts = [line[a:b] for a, b in pairwise(places)]
    assert outcome(*parts) == outcome(line)
