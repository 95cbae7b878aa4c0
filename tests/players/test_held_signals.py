"""Signals held back: none gets through, none is lost, and the mask is what it was."""

import os
import signal
from collections.abc import Iterator
from threading import get_ident

import pytest

from barbu_arena.players.held_signals import held_signals, release_signals

NUMBER = signal.SIGUSR1


class Heard(Exception):
    """The handler ran."""


@pytest.fixture(autouse=True)
def handler() -> Iterator[None]:
    def hear(*_: object) -> None:
        raise Heard

    before = signal.signal(NUMBER, hear)
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    yield
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    signal.signal(NUMBER, before)


def held_back() -> set[int]:
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def test_a_signal_comes_when_they_are_let_through() -> None:
    held: list[set[int]] = []

    def work() -> None:
        with held_signals():
            signal.pthread_kill(get_ident(), NUMBER)
            held.append(held_back())

    with pytest.raises(Heard):
        work()
    assert {NUMBER, signal.SIGTERM, signal.SIGINT} <= held[0]
    assert NUMBER not in held_back()


def test_they_are_let_through_where_a_handler_raises_while_they_are_blocked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The call runs the handlers of what came before, once the mask is set."""
    block = signal.pthread_sigmask
    before = held_back()

    def late(how: int, mask: object) -> object:
        found = block(how, mask)  # type: ignore[arg-type]
        if mask == signal.valid_signals():
            raise Heard
        return found

    monkeypatch.setattr(signal, "pthread_sigmask", late)
    with pytest.raises(Heard), held_signals():
        raise AssertionError("not reached")
    monkeypatch.undo()
    assert held_back() == before


def test_within_one_another_the_outermost_lets_them_through() -> None:
    held: list[set[int]] = []

    def work() -> None:
        with held_signals():
            with held_signals():
                signal.pthread_kill(get_ident(), NUMBER)
            held.append(held_back())

    with pytest.raises(Heard):
        work()
    assert NUMBER in held[0]


def test_a_new_process_releases_them() -> None:
    with held_signals():
        child = os.fork()
        if child == 0:
            release_signals()
            os._exit(len(held_back()))
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
