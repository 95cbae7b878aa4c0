"""The clock of one bot: free time, bank, cap, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from barbu_arena.players.clock import Clock, ClockLimits


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
