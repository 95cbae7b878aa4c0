"""The clock of one bot: free time, bank, cap, worked out by hand."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.players import clock as clock_module
from barbu_arena.players.clock import Clock, ClockLimits, awake, slept_s
from barbu_arena.players.fault import ArenaTrouble


def test_the_limits_of_the_design() -> None:
    assert ClockLimits() == ClockLimits(free_ms=50, bank_ms=20_000, cap_ms=5_000, start_ms=10_000)


def test_at_first_the_bank_is_full_and_the_cap_binds() -> None:
    clock = Clock(ClockLimits())
    assert (clock.bank_ms, clock.deadline_ms) == (20_000, 5_000)


@pytest.mark.parametrize(
    ("answers", "bank", "deadline"),
    [
        ([50.0] * 1000, 1000, 300),
        ([50.5], 999, 300),
        ([150.0], 900, 300),
        ([150.0, 10.0, 250.0], 700, 300),
        ([300.0] * 3, 250, 300),
        ([300.0] * 3 + [51.0], 249, 299),
        ([300.0] * 3 + [150.0], 150, 200),
        ([300.0] * 4, 0, 50),
        ([300.0] * 9, 0, 50),
        ([999_999.0], 0, 50),
        ([300.0] * 4 + [20.0], 0, 50),
    ],
    ids=[
        "free time costs nothing",
        "a part of a millisecond is not shown as whole",
        "beyond the free time",
        "quick answers give nothing back",
        "the cap and the bank meet",
        "the bank binds by one",
        "the bank binds",
        "the bank is used up",
        "and stays so",
        "one answer cannot cost more than there is",
        "free time is left",
    ],
)
def test_what_answers_cost(answers: list[float], bank: int, deadline: int) -> None:
    clock = Clock(ClockLimits(free_ms=50, bank_ms=1000, cap_ms=300))
    for elapsed in answers:
        clock.charge(elapsed)
    assert (clock.bank_ms, clock.deadline_ms) == (bank, deadline)


def test_without_free_time_an_empty_bank_is_the_end() -> None:
    clock = Clock(ClockLimits(free_ms=0, bank_ms=100, cap_ms=300))
    clock.charge(100.0)
    assert (clock.bank_ms, clock.deadline_ms) == (0, 0)


@given(
    free=st.integers(0, 200),
    bank=st.integers(0, 5000),
    cap=st.integers(1, 5000),
    answers=st.lists(st.floats(0, 3000), max_size=20),
)
def test_the_ledger_reproduces_by_hand(
    free: int, bank: int, cap: int, answers: list[float]
) -> None:
    clock = Clock(ClockLimits(free, bank, cap))
    left = float(bank)
    for elapsed in answers:
        clock.charge(elapsed)
        left = max(0.0, left - max(0.0, elapsed - free))
        assert clock.bank_ms == pytest.approx(left, abs=1.0)
        assert clock.bank_ms <= left + 1e-6
        assert clock.deadline_ms == min(cap, clock.bank_ms + free)


# Whether the computer slept


class Watches:
    """The clocks of a computer: one that runs on in sleep, one that does not, and the date."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.boot, self.running, self.date = 5_000.0, 3_000.0, 1_700_000_000.0
        monkeypatch.setattr(time, "CLOCK_BOOTTIME", 7, raising=False)
        monkeypatch.setattr(time, "clock_gettime", lambda number: {7: self.boot}[number])
        monkeypatch.setattr(time, "monotonic", lambda: self.running)
        monkeypatch.setattr(time, "time", lambda: self.date)

    def run(self, seconds: float) -> None:
        self.boot += seconds
        self.running += seconds
        self.date += seconds

    def sleep(self, seconds: float) -> None:
        self.boot += seconds
        self.date += seconds


@pytest.fixture
def watches(monkeypatch: pytest.MonkeyPatch) -> Watches:
    return Watches(monkeypatch)


@pytest.mark.parametrize("hours", [0.001, 8, 100])
def test_what_was_played_while_the_computer_slept_is_void(watches: Watches, hours: float) -> None:
    playing = awake()
    playing.__enter__()
    watches.run(5)
    watches.sleep(hours * 3600)
    watches.run(5)
    with pytest.raises(ArenaTrouble) as void:
        playing.__exit__(None, None, None)
    assert str(void.value) == "the computer was asleep"


def test_a_long_session_is_not_sleep(watches: Watches) -> None:
    with awake():
        watches.run(8 * 3600)
    assert slept_s() == 2_000


@pytest.mark.parametrize("hours", [1, -1])
def test_a_change_of_the_date_is_not_sleep(watches: Watches, hours: int) -> None:
    with awake():
        watches.date += hours * 3600
        watches.run(10)
    assert watches.running == 3_010


def test_what_it_slept_before_does_not_count(watches: Watches) -> None:
    watches.sleep(8 * 3600)
    with awake():
        watches.run(10)
    assert slept_s() == 2_000 + 8 * 3600


def test_the_clocks_need_not_agree_to_the_second(watches: Watches) -> None:
    with awake():
        watches.sleep(0.9)
    assert slept_s() == pytest.approx(2_000.9)


def test_another_error_is_not_hidden(watches: Watches) -> None:
    def failing() -> None:
        with awake():
            watches.sleep(9)
            raise KeyError

    with pytest.raises(KeyError):
        failing()


def test_where_the_system_does_not_tell_nothing_is_void(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(time, "CLOCK_BOOTTIME", raising=False)
    assert slept_s() == 0.0
    with awake():
        monkeypatch.setattr(clock_module.time, "monotonic", lambda: 9e9)
    assert slept_s() == 0.0


def test_this_computer_is_awake_while_it_is_looked_at() -> None:
    before = slept_s()
    with awake():
        assert slept_s() == pytest.approx(before, abs=0.5)
