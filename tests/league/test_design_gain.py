"""What duplication bought, measured on leagues that were drawn to have a known gain."""

from random import Random

import pytest

from barbu_arena.league.design_gain import DesignGain, design_gain
from barbu_arena.league.least_squares import fit
from barbu_arena.league.table_results import PlayedTable, table_result

SQUARE = ((0, 1, 2, 3), (1, 0, 3, 2), (2, 3, 0, 1), (3, 2, 1, 0))


def league(sets: int, seat_luck: float, set_part: float, noise: float) -> list[PlayedTable]:
    """Return tables of four: luck of the seat, a part of each bot's set, and noise of sessions."""
    random = Random(f"{sets} {seat_luck} {set_part} {noise}")
    tables = []
    for number in range(sets):
        seats = [random.gauss(0, seat_luck) for _ in range(4)]
        parts = [random.gauss(0, set_part) for _ in range(4)]
        seatings = []
        for row in SQUARE:
            a, b, c, d = (
                round(100 * (seats[seat] + parts[bot] + random.gauss(0, noise)))
                for seat, bot in enumerate(row)
            )
            seatings.append(
                (("abcd"[row[0]], "abcd"[row[1]], "abcd"[row[2]], "abcd"[row[3]]), (a, b, c, d))
            )
        tables.append(PlayedTable(number, tuple(seatings)))
    return tables


def gain_of(tables: list[PlayedTable]) -> DesignGain | None:
    results = list(map(table_result, tables))
    return design_gain(tables, results, fit(results))


@pytest.mark.parametrize(
    ("seat_luck", "set_part", "noise"), [(40, 0, 20), (0, 0, 20), (40, 20, 20), (0, 40, 20)]
)
def test_the_gain_is_that_of_the_variances(seat_luck: float, set_part: float, noise: float) -> None:
    tables = league(500, seat_luck, set_part, noise)
    found = gain_of(tables)
    assert found is not None
    assert found.gain is not None
    assert found.low is not None
    assert found.high is not None
    one_set = set_part**2 + noise**2 / 4
    session = seat_luck**2 + set_part**2 + noise**2
    assert found.gain == pytest.approx(session / (4 * one_set), rel=0.12)
    assert found.low < found.gain < found.high
    assert found.set_spread == pytest.approx(100 * (0.75 * one_set) ** 0.5, rel=0.07)
    assert found.session_spread == pytest.approx(100 * (0.75 * session) ** 0.5, rel=0.07)


def test_no_spread_has_no_gain() -> None:
    tables = league(4, 0, 0, 0)
    found = gain_of(tables)
    assert found is not None
    assert (found.gain, found.low, found.high) == (None, None, None)
    assert (found.session_spread, found.set_spread) == (0, 0)


def test_nothing_to_measure_it_by() -> None:
    one = league(1, 10, 10, 10)
    assert gain_of(one) is None
    assert design_gain([], [], None) is None
    single = [PlayedTable(t.board_set, t.seatings[:1]) for t in league(5, 10, 10, 10)]
    assert gain_of(single) is None
