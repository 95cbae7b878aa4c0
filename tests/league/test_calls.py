"""What calls decide, against the engine: what its legal calls leave open, and what they force."""

from collections.abc import Iterator

import pytest

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.deal import Ask
from barbu_arena.game.doubling import CALLS
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.calls import ANSWER, FORCED, deal_calls
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.replay import recorded_answers, recorded_session
from tests.ledger_alone import GuessingPlayer
from tests.referee_alone import played_session


def open_and_forced(record: SessionRecord, rules: RuleSet) -> Iterator[list[tuple[set[int], bool]]]:
    """Yield, deal by deal and call by call: whom the seat might double, and whether it must."""
    session = recorded_session(record, rules)
    for deal_record in record.deals:
        deal = session.deal
        assert deal is not None
        found = []
        for code in recorded_answers(deal, deal_record):
            if deal.ask is Ask.DOUBLE:
                legal = [set(targets) for n, targets in enumerate(CALLS) if deal.legal >> n & 1]
                forced = deal.seat != deal.declarer and all(deal.declarer in one for one in legal)
                found.append((set[int]().union(*legal), forced))
            deal.apply(code)
        yield found
        session.finish_deal()


@pytest.mark.parametrize("name", ["modern", "classic", "classic-forced", "classic-quota-3"])
def test_choices_are_the_legal_calls_of_the_engine(name: str) -> None:
    rules = load_rules(name)
    players = [GuessingPlayer(f"{name} {seat}", faults=False) for seat in range(4)]
    record = played_session(rules=rules, players=players)
    calls_of, forced_calls = deal_calls(rules), 0
    for deal, expected in zip(record.deals, open_and_forced(record, rules), strict=True):
        assert deal.calls is not None
        each = zip(calls_of(deal).calls, expected, deal.calls, strict=True)
        for call, (open_to, forced), (seat, targets) in each:
            roles = {choices.role: choices for choices in call.choices}
            bets = [bet for choices in call.choices for bet in choices.made + choices.left]
            assert {target for target, _ in bets} == open_to
            assert [target for _, target, _, _ in call.doubles] == list(targets)
            assert (FORCED in roles) is forced
            assert (ANSWER in roles) is (seat == deal.declarer and bool(open_to))
            forced_calls += forced
    assert rules.doubling is not None
    assert (forced_calls > 0) is (rules.doubling.quota_mode == "forced")
