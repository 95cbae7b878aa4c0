"""Every way in which a record may contradict itself, and how it is named."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from barbu_arena.errors import VerificationFailed
from barbu_arena.game.doubling import Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.summary import summarise
from barbu_arena.referee.record import DealRecord, SessionRecord


def with_deal(record: SessionRecord, number: int, deal: DealRecord) -> SessionRecord:
    deals = record.deals
    return replace(record, deals=(*deals[: number - 1], deal, *deals[number:]))


def moved(scores: Scores) -> Scores:
    return scores[0] + 1, scores[1] - 1, scores[2], scores[3]


def grown(scores: Scores) -> Scores:
    return scores[0] + 1, scores[1], scores[2], scores[3]


def raw_too_high(record: SessionRecord) -> SessionRecord:
    deal = record.deals[2]
    return with_deal(record, 3, replace(deal, raw=grown(deal.raw)))


def adjusted_too_high(record: SessionRecord) -> SessionRecord:
    deal = record.deals[2]
    return with_deal(record, 3, replace(deal, adjusted=grown(deal.adjusted)))


def adjusted_moved(record: SessionRecord) -> SessionRecord:
    deal = record.deals[2]
    return with_deal(record, 3, replace(deal, adjusted=moved(deal.adjusted)))


def calls_lost(record: SessionRecord) -> SessionRecord:
    return with_deal(record, 3, replace(record.deals[2], calls=None))


def doubled_twice(record: SessionRecord) -> SessionRecord:
    return with_deal(record, 3, replace(record.deals[2], calls=((1, (2, 2)),)))


def unknown_contract(record: SessionRecord) -> SessionRecord:
    return with_deal(record, 3, replace(record.deals[2], contract="no_jacks"))


def total_moved(record: SessionRecord) -> SessionRecord:
    return replace(record, totals=moved(record.totals))


def penalty_forgotten(record: SessionRecord) -> SessionRecord:
    return replace(record, fault_penalties=(0, -10, 0, 0))


def deal_missing(record: SessionRecord) -> SessionRecord:
    return replace(record, deals=record.deals[:-1])


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        pytest.param(raw_too_high, "deal 3: raw scores .* add up to -29, no_hearts is worth -30"),
        pytest.param(adjusted_too_high, "deal 3: adjusted scores .* add up to -29, raw .* to -30"),
        pytest.param(adjusted_moved, "deal 3: adjusted scores .*, the doubles say"),
        pytest.param(calls_lost, "deal 3: adjusted scores .*, the doubles say"),
        pytest.param(doubled_twice, "deal 3: adjusted scores .*, the doubles say"),
        pytest.param(unknown_contract, "deal 3: the rules have no contract 'no_jacks'"),
        pytest.param(total_moved, r"seat 0 \(dan\): total -186, adjusted scores -187"),
        pytest.param(penalty_forgotten, r"seat 1 \(clara\): total 1, .* penalties -10 make -9"),
        pytest.param(deal_missing, "27 deals, modern has 28"),
    ],
)
def test_a_contradiction_is_named(
    broken: Callable[[SessionRecord], SessionRecord],
    message: str,
    league_records: list[SessionRecord],
    modern: RuleSet,
) -> None:
    with pytest.raises(VerificationFailed, match=rf"session 1\.1\.1.*{message}"):
        summarise(broken(league_records[0]), modern)
