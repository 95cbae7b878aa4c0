"""Scores by contract and role."""

from collections.abc import Iterable

from barbu_arena.game.rules import RuleSet
from barbu_arena.league.contract_scores import (
    ContractScores,
    ContractSums,
    RoleScores,
    contract_scores,
)
from barbu_arena.league.doubling_ledger import doubling_ledger
from barbu_arena.league.summaries import seats_of
from barbu_arena.league.summary import SessionSummary
from barbu_arena.referee.record import SessionRecord


def scores(records: Iterable[SessionRecord], rules: RuleSet) -> tuple[ContractScores, ...]:
    sums = ContractSums()
    for record in records:
        sums.enter(record)
    return contract_scores(sums, rules)


def test_rows_by_bot_and_in_the_order_of_the_rules(
    league_records: list[SessionRecord], modern: RuleSet
) -> None:
    names = [contract.name for contract in modern.contracts]
    assert [(row.bot, row.contract) for row in scores(league_records, modern)] == [
        (bot, name) for bot in ("ada", "ben", "clara", "dan", "eva") for name in names
    ]


def test_each_session_is_one_deal_as_declarer_and_three_as_defender(
    league: list[SessionSummary], league_records: list[SessionRecord], modern: RuleSet
) -> None:
    sessions = {row.bot: row.sessions for row in doubling_ledger(seats_of(league))}
    for row in scores(league_records, modern):
        assert row.declarer.deals == sessions[row.bot]
        assert row.defender.deals == 3 * sessions[row.bot]


def test_a_contracts_points_are_its_total(
    league_records: list[SessionRecord], modern: RuleSet
) -> None:
    rows = scores(league_records, modern)
    for contract in modern.contracts:
        mine = [row for row in rows if row.contract == contract.name]
        total = contract.total * 4 * len(league_records)
        assert sum(row.declarer.raw + row.defender.raw for row in mine) == total
        assert sum(row.declarer.adjusted + row.defender.adjusted for row in mine) == total


def test_a_bots_points_are_those_of_its_ledger(
    league: list[SessionSummary], league_records: list[SessionRecord], modern: RuleSet
) -> None:
    rows = scores(league_records, modern)
    for account in doubling_ledger(seats_of(league)):
        mine = [row for row in rows if row.bot == account.bot]
        assert sum(row.declarer.raw + row.defender.raw for row in mine) == account.raw
        adjusted = sum(row.declarer.adjusted + row.defender.adjusted for row in mine)
        assert adjusted == account.total - account.penalties


def test_the_order_of_the_ledger_changes_nothing(
    league_records: list[SessionRecord], modern: RuleSet
) -> None:
    assert scores(reversed(league_records), modern) == scores(league_records, modern)


def test_means() -> None:
    assert RoleScores(deals=4, raw=-10, adjusted=6).raw_mean == -2.5
    assert RoleScores(deals=4, raw=-10, adjusted=6).adjusted_mean == 1.5
    assert RoleScores().raw_mean is None
    assert RoleScores().adjusted_mean is None


def test_no_sessions(modern: RuleSet) -> None:
    assert scores([], modern) == ()
