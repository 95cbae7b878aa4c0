"""How well bots double: made-up leagues with a known answer, and the identities."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from barbu_arena.errors import VerificationFailed
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.calls import DECLARER, DEFENDER
from barbu_arena.league.double_choices import ChoiceBooks
from barbu_arena.league.doubling import doubling
from barbu_arena.league.doubling_ledger import LedgerRow, doubling_ledger
from barbu_arena.league.doubling_statistics import DoublingStatistics, doubling_statistics
from barbu_arena.league.standings import standings
from barbu_arena.league.summaries import Summaries, seats_of
from barbu_arena.league.summary import DoubleSums, SessionSummary, session_sums
from barbu_arena.league.target_matrix import target_matrix
from barbu_arena.league.without_doubles import without_doubles
from barbu_arena.referee.record import SessionRecord

Played = Callable[..., SessionSummary]


@pytest.fixture(scope="session")
def books(league_records: list[SessionRecord], modern: RuleSet) -> ChoiceBooks:
    whole = ChoiceBooks()
    for record in league_records:
        whole.enter(record, modern, session_sums(record, modern))
    return whole


@pytest.fixture
def rows(league: list[SessionSummary], books: ChoiceBooks) -> dict[str, DoublingStatistics]:
    found = doubling_statistics(doubling_ledger(seats_of(league)), seats_of(league), books)
    return {row.bot: row for row in found}


# Statistics


def test_parts_a_session_are_the_ledgers(
    rows: dict[str, DoublingStatistics], league: list[SessionSummary]
) -> None:
    for row in doubling_ledger(seats_of(league)):
        parts = rows[row.bot].parts
        assert parts["raw"].points == pytest.approx(row.raw / row.sessions)
        assert parts["voluntary"].points == pytest.approx(row.voluntary.points / row.sessions)
        assert sum(part.points for part in parts.values()) == pytest.approx(
            row.total / row.sessions
        )
        assert parts["raw"].degrees == row.sessions / 4 - 1


def test_a_bot_that_doubles_only_when_it_must(rows: dict[str, DoublingStatistics]) -> None:
    ada = rows["ada"]
    assert (ada.take_rate, ada.early, ada.regret) == (0, 0, 0)
    assert (ada.selectivity, ada.hindsight, ada.price) == (None, None, None)


def test_a_bot_that_doubles_blindly_is_not_selective(rows: dict[str, DoublingStatistics]) -> None:
    # eva tosses a coin: what it left is like what it took.
    eva = rows["eva"]
    assert eva.take_rate == pytest.approx(0.5, abs=0.05)
    assert eva.selectivity == pytest.approx(0, abs=2)


def made_up(bot: str, role: int, sums: list[int]) -> ChoiceBooks:
    books = ChoiceBooks()
    books.kinds[bot, "no_king", role, 0] = sums
    return books


def test_by_hand(played: Played) -> None:
    # Of 5 chances at declarers 2 are taken, with gaps of +20 and -8; left are +10, +10, -2.
    books = made_up("a", DECLARER, [5, 2, 12, 18, 20, 12, 28, 1, 0, 1, 1])
    ledger = [LedgerRow("a", 2, 12, 0, DoubleSums(12, 1, 0, 1))]
    sessions = [played((1, 1, k), 0, {"a": 4, "b": 0, "c": 0, "d": -4}) for k in (1, 2)]
    (row,) = doubling_statistics(ledger, seats_of(sessions), books)
    assert row.take_rate == pytest.approx(2 / 5)
    assert row.selectivity == pytest.approx(6 - 6)
    assert (row.missed, row.regret, row.exposure) == (10, 4, 14)
    assert row.hindsight == pytest.approx(12 / 28)
    assert row.early == 1
    assert row.variance_share is None


@pytest.mark.parametrize(
    "sums",
    [
        [5, 2, 12, 18, 20, 13, 28, 1, 0, 1, 1],
        [5, 2, 12, 18, 20, 12, 28, 0, 1, 1, 1],
    ],
    ids=["points", "hits"],
)
def test_choices_that_are_not_the_ledgers_are_refused(sums: list[int]) -> None:
    ledger = [LedgerRow("a", 2, 12, 0, DoubleSums(12, 1, 0, 1))]
    with pytest.raises(VerificationFailed, match="doubling: a: voluntary: the ledger has"):
        doubling_statistics(ledger, {}, made_up("a", DECLARER, sums))


def test_a_forced_double_cannot_be_left_out() -> None:
    books = made_up("a", 3, [1, 0, 0, -4, 0, 0, 0, 0, 0, 0, 0])
    with pytest.raises(VerificationFailed, match="doubling: a: forced"):
        doubling_statistics([LedgerRow("a", 1)], {}, books)


# Targets


def test_rows_and_columns_of_the_matrix_are_the_ledgers(
    league: list[SessionSummary], books: ChoiceBooks
) -> None:
    ledger = doubling_ledger(seats_of(league))
    matrix = target_matrix(ledger, books)
    for row in ledger:
        assert row.doubles.points == sum(c.points for c in matrix if c.bot == row.bot)
        assert -row.received == sum(c.points for c in matrix if c.target == row.bot)
    assert {cell.flag for cell in matrix} == {""}
    for cell in matrix:
        assert cell.simultaneous_95 is not None
        assert cell.per_session == cell.points / cell.sessions


def test_expected_doubles_are_those_made_in_all(
    league: list[SessionSummary], books: ChoiceBooks
) -> None:
    matrix = target_matrix(doubling_ledger(seats_of(league)), books)
    for bot in {cell.bot for cell in matrix}:
        mine = [cell for cell in matrix if cell.bot == bot]
        assert sum(cell.made for cell in mine) == pytest.approx(sum(cell.expected for cell in mine))


def test_a_matrix_that_is_not_the_ledgers_is_refused(
    league: list[SessionSummary], books: ChoiceBooks
) -> None:
    ledger = doubling_ledger(seats_of(league))
    other = (replace(ledger[0], received=ledger[0].received + 1), *ledger[1:])
    with pytest.raises(VerificationFailed, match="target matrix: ada: won 263 and lost 31"):
        target_matrix(other, books)


def favours(seed: int, rate: float, for_friend: float) -> ChoiceBooks:
    """Return the choices of bot a, which doubles b with a rate of its own, and of three others."""
    random = Random(seed)
    books = ChoiceBooks()
    for bot in "abcd":
        for target in "abcd":
            if bot != target:
                books.pairs[bot, target] = [100, 0, 0]
                for role in (DECLARER, DEFENDER):
                    p = for_friend if (bot, target) == ("a", "b") else rate
                    made = sum(random.random() < p for _ in range(400))
                    books.targets[bot, "no_king", role][target] = [400 - made, made]
    return books


def test_a_bot_that_spares_its_friend_is_flagged() -> None:
    matrix = target_matrix((), favours(1, 0.3, 0.1))
    assert {(c.bot, c.target): c.flag for c in matrix if c.flag} == {
        ("a", "b"): "seldom", ("a", "c"): "often", ("a", "d"): "often",
    }  # fmt: skip


def test_fair_bots_are_flagged_in_one_league_of_a_hundred() -> None:
    flagged = [
        any(cell.flag for cell in target_matrix((), favours(seed, 0.3, 0.3))) for seed in range(100)
    ]
    assert sum(flagged) <= 5


def test_a_few_chances_flag_nobody() -> None:
    books = ChoiceBooks()
    books.pairs = {("a", "b"): [1, 0, 0], ("a", "c"): [1, 0, 0]}
    books.targets = {("a", "no_king", 0): {"b": [0, 3], "c": [3, 0]}}
    matrix = target_matrix((), books)
    assert [(cell.flag, cell.simultaneous_95) for cell in matrix] == [("", None), ("", None)]


# Without doubles


def with_raw_totals(summary: SessionSummary) -> SessionSummary:
    a, b, c, d = (seat._replace(total=seat.raw) for seat in summary.seats)
    return replace(summary, totals=(a.raw, b.raw, c.raw, d.raw), seats=(a, b, c, d))


def test_without_doubles_the_table_is_that_of_raw_scores(league: list[SessionSummary]) -> None:
    expected = standings([with_raw_totals(summary) for summary in league], 4)
    found = without_doubles(standings(league, 4), league, 4, 28)
    assert [(row.bot, row.points_per_deal, row.half_width_95) for row in found] == [
        (row.bot, row.points_per_deal, row.half_width_95) for row in expected
    ]
    assert [row.rank for row in found] == [1, 2, 3, 4, 5]
    assert {row.bot: row.rank_with for row in found} == {
        row.bot: rank for rank, row in enumerate(standings(league, 4), 1)
    }


def test_nobody_can_be_compared(league: list[SessionSummary]) -> None:
    assert without_doubles(standings(league[:3], 4), league[:3], 4, 28) == ()
    assert without_doubles((), [], 4, 28) == ()


# All of it


def test_yields_hold_all_doubles(
    league: list[SessionSummary], books: ChoiceBooks, modern: RuleSet
) -> None:
    found = doubling(standings(league, 4), Summaries.gathered(league), books, modern, 4)
    for row in found.ledger:
        mine = [one for one in found.yields if one.bot == row.bot]
        assert sum(one.sums.points for one in mine) == row.doubles.points
        assert sum(one.sums.made for one in mine) == row.doubles.made
    assert {one.index for one in found.yields} == set(range(1, 8))
    assert {one.role for one in found.yields} == {"declarer", "defender", "answer", "forced"}


def test_a_league_that_has_not_begun(modern: RuleSet) -> None:
    found = doubling((), Summaries(), ChoiceBooks(), modern, 4)
    assert (found.ledger, found.statistics, found.yields, found.targets, found.without) == (
        (), (), (), (), (),
    )  # fmt: skip
