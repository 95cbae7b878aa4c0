"""Every double that could be made: against the referee's legal calls, and by hand."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

import pytest

from barbu_arena.game.rules import Doubling, RuleSet
from barbu_arena.league.calls import ANSWER, DECLARER, DEFENDER, FORCED, ROLES
from barbu_arena.league.double_choices import NO_CHOICES, ChoiceBooks, ChoiceSums, added
from barbu_arena.league.doubling_ledger import doubling_ledger
from barbu_arena.league.summaries import seats_of
from barbu_arena.league.summary import SessionSummary, session_sums
from barbu_arena.referee.record import SessionRecord
from tests.league.test_session_summary import passed, settled, with_calls

Calls = dict[int, list[tuple[int, ...]]]
BooksOf = Callable[[Calls], ChoiceBooks]


@pytest.fixture(scope="session")
def books(league_records: list[SessionRecord], modern: RuleSet) -> ChoiceBooks:
    whole = ChoiceBooks()
    for record in league_records:
        whole.enter(record, modern, session_sums(record, modern))
    return whole


@pytest.fixture(scope="session")
def books_of(league_records: list[SessionRecord], modern: RuleSet) -> BooksOf:
    """The books of one session with these calls, the declarer's last, and passes elsewhere."""

    def build(calls: Calls) -> ChoiceBooks:
        assert modern.doubling is not None
        deals = [
            with_calls(deal, calls.get(deal.deal, [(), (), (), ()]), modern.doubling)
            for deal in passed(league_records[0], modern.doubling)
        ]
        books = ChoiceBooks()
        record = settled(league_records[0], deals)
        books.enter(record, modern, session_sums(record, modern))
        return books

    return build


def by_role(books: ChoiceBooks) -> dict[int, ChoiceSums]:
    bots = {bot for bot, _, _, _ in books.kinds}
    return {role: added(*(books.of_bot(bot, role) for bot in bots)) for role in range(len(ROLES))}


def test_what_was_made_is_in_the_ledger(books: ChoiceBooks, league: list[SessionSummary]) -> None:
    for row in doubling_ledger(seats_of(league)):
        free = books.of_bot(row.bot, DECLARER, DEFENDER)
        assert (free.points, free.made) == (row.voluntary.points, row.voluntary.made)
        forced = books.of_bot(row.bot, FORCED)
        assert (forced.points, forced.made, forced.left) == (row.forced.points, row.forced.made, 0)
        answers = books.of_bot(row.bot, ANSWER)
        assert (answers.hits, answers.ties) == (row.redoubles.hits, row.redoubles.ties)


def test_how_many_could_be_made_where_nobody_doubles(books_of: BooksOf) -> None:
    # In each of 20 negative deals three defenders may double three others, in 8 positive ones the
    # declarer alone; in the last two of a block those of the declarer are forced, and left out
    # here against the rules.
    found = by_role(books_of({}))
    assert found[DECLARER].chances + found[FORCED].chances == 28 * 3
    assert found[DEFENDER].chances == 20 * 3 * 2
    assert found[ANSWER].chances == 0
    assert found[FORCED].chances == 4 * 2 * 3
    assert sum(sums.made for sums in found.values()) == 0


def test_margins_by_hand(books_of: BooksOf, league_records: list[SessionRecord]) -> None:
    # Deal 1 is no_queens, raw -6 -12 0 -6, declarer 0: seat 2 doubles him and seat 1; he answers.
    assert league_records[0].deals[0].raw == (-6, -12, 0, -6)
    books = books_of({1: [(), (0, 1), (), (2,)]})
    bots = league_records[0].bots
    first = {
        role: ChoiceSums(*books.kinds[bots[2], "no_queens", role, 0])
        for role in (DECLARER, DEFENDER)
    }
    assert first[DECLARER] == ChoiceSums(
        chances=1, made=1, margin_made=6, points=6, staked=6, hits=1, early=1
    )
    assert first[DEFENDER] == ChoiceSums(
        chances=2, made=1, margin_made=12, margin_left=6, missed=6, points=12, staked=12, hits=1
    )
    answer = ChoiceSums(*books.kinds[bots[0], "no_queens", ANSWER, 0])
    assert answer == ChoiceSums(chances=1, made=1, margin_made=-6, points=-6, staked=6, misses=1)


def test_a_double_back_has_the_stake_of_an_answer(
    league_records: list[SessionRecord], modern: RuleSet
) -> None:
    doubling = Doubling("anyone", "declarer", (0, 1, 4), 2, "forced")
    deals = passed(league_records[0], doubling)
    # Seats 1 and 2 double each other: -12 against 0, once for the first, three times for the
    # second.
    deals[0] = with_calls(deals[0], [(2,), (1,), (), ()], doubling)
    books = ChoiceBooks()
    record, rules = settled(league_records[0], deals), replace(modern, doubling=doubling)
    books.enter(record, rules, session_sums(record, rules))
    bots = league_records[0].bots
    assert ChoiceSums(*books.kinds[bots[1], "no_queens", DEFENDER, 0]).points == -12
    assert ChoiceSums(*books.kinds[bots[2], "no_queens", DEFENDER, 0]).points == 36


def test_an_answer_that_lowers_the_stake_is_missed_where_it_would_have_won(
    league_records: list[SessionRecord], modern: RuleSet
) -> None:
    doubling = Doubling("anyone", "declarer", (0, 2, 1), 2, "forced")
    deals = passed(league_records[0], doubling)
    # Raw -6 -12 0 -6: seats 1 and 2 double declarer 0, who answers neither; each answer takes one
    # back of two, so it wins 6 against seat 2, which was ahead, and loses 6 against seat 1.
    deals[0] = with_calls(deals[0], [(0,), (0,), (), ()], doubling)
    books = ChoiceBooks()
    record, rules = settled(league_records[0], deals), replace(modern, doubling=doubling)
    books.enter(record, rules, session_sums(record, rules))
    answers = ChoiceSums(*books.kinds[league_records[0].bots[0], "no_queens", ANSWER, 0])
    assert answers == ChoiceSums(chances=2, margin_left=0, missed=6)


def test_only_what_pays_a_debt_is_early(books_of: BooksOf) -> None:
    # Seat 1 doubles declarer 0 three times, of which it owes two.
    found = by_role(books_of({number: [(0,), (), (), ()] for number in (1, 2, 3)}))
    assert (found[DECLARER].made, found[DECLARER].early) == (3, 2)


def test_targets_count_the_chances_of_their_role(books: ChoiceBooks) -> None:
    counted: Counter[tuple[str, int]] = Counter()
    made: Counter[tuple[str, int]] = Counter()
    for (bot, _, role), row in books.targets.items():
        counted[bot, role] += sum(map(sum, row.values()))
        made[bot, role] += sum(counts[1] for counts in row.values())
    assert {role for _, role in counted} == {DECLARER, DEFENDER}
    for bot, role in counted:
        sums = books.of_bot(bot, role)
        assert (counted[bot, role], made[bot, role]) == (sums.chances, sums.made)


def test_pairs_hold_every_point(books: ChoiceBooks, league: list[SessionSummary]) -> None:
    for row in doubling_ledger(seats_of(league)):
        won = sum(sums[1] for (bot, _), sums in books.pairs.items() if bot == row.bot)
        lost = sum(sums[1] for (_, target), sums in books.pairs.items() if target == row.bot)
        assert (won, -lost) == (row.doubles.points, row.received)


def test_rules_without_doubles_have_no_choices(
    league_records: list[SessionRecord], undoubled: RuleSet
) -> None:
    books = ChoiceBooks()
    record = league_records[0]
    deals = [replace(deal, calls=None, adjusted=deal.raw) for deal in record.deals]
    record = settled(record, deals)
    books.enter(record, undoubled, session_sums(record, undoubled))
    assert (books.kinds, books.targets, books.pairs) == ({}, {}, {})


def test_penalties_for_missing_doubles_force_nothing(
    classic_records: list[SessionRecord], classic: RuleSet
) -> None:
    books = ChoiceBooks()
    for record in classic_records:
        books.enter(record, classic, session_sums(record, classic))
    assert by_role(books)[FORCED] == NO_CHOICES


# Kept as rows


def test_rows_make_the_same_books(books: ChoiceBooks, modern: RuleSet) -> None:
    bots = sorted({bot for bot, _, _, _ in books.kinds})
    again = ChoiceBooks.of(books.rows(), bots, modern)
    assert (again.kinds, again.targets, again.pairs) == (books.kinds, books.targets, books.pairs)


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param([[], []], id="a table less"),
        pytest.param([[["ada", "no_king", 0, 7, *[0] * 11]], [], []], id="no such place"),
        pytest.param([[["ada", "whist", 0, 0, *[0] * 11]], [], []], id="no such contract"),
        pytest.param([[["zoe", "no_king", 0, 0, *[0] * 11]], [], []], id="no such bot"),
        pytest.param([[["ada", "no_king", 0, 0, *[0] * 10]], [], []], id="a sum less"),
        pytest.param([[["ada", "no_king", 0, 0, *[0.5] * 11]], [], []], id="halves"),
        pytest.param([[["ada"]], [], []], id="half a key"),
        pytest.param([[], [], [["ada", "ada", 1, 2, 3]] * 2], id="twice"),
        pytest.param([[], [["ada", "no_king", 2, "ada", 1, 1]], []], id="no such role"),
    ],
)
def test_rows_of_something_else_are_refused(rows: object, modern: RuleSet) -> None:
    with pytest.raises((ValueError, TypeError)):
        ChoiceBooks.of(rows, ["ada"], modern)


def test_what_there_is_nothing_to_divide_by() -> None:
    assert (NO_CHOICES.mean_made, NO_CHOICES.mean_left, NO_CHOICES.points_per_double) == (
        None, None, None,
    )  # fmt: skip
