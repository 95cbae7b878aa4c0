"""What holds in every deal and every session, whatever is played."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise, permutations
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from barbu_arena.game.cards import DECK, PASS, codes, left
from barbu_arena.game.contracts import DominoContract, TrickContract
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.dealing import Hands, deal_hands
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.doubling import CALL_CODES, CALLS, Scores, adjusted_scores
from barbu_arena.game.rules import RuleSet, Stakes
from barbu_arena.game.session import Session, dealer
from barbu_arena.game.trick_play import TrickPlay
from tests.game.positions import announced, answers, deal_of, preset, trick_contracts
from tests.game.variations import SHIPPED

Play = TrickPlay | DominoPlay

MANY = settings(deadline=None, max_examples=40)
NUMBERS = st.integers(0, 2**32)
RULES = st.sampled_from(sorted(SHIPPED)).map(preset)
DOUBLING = st.sampled_from(
    [preset(name) for name in sorted(SHIPPED) if preset(name).doubling is not None]
)


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """A deal of any rule set in which the play begins, after random calls."""
    rules = draw(RULES)
    number = draw(NUMBERS)
    hands = deal_hands("invariants", number, 0, 0)
    deal = deal_of(rules, declarer=draw(st.integers(0, 3)), hands=hands, made=(0, 0, 0, 0))
    announced(deal, draw(st.sampled_from(answers(deal))))
    choose = Random(number)
    while deal.ask is not Ask.PLAY:
        deal.apply(choose.choice(list(codes(deal.legal))))
    return deal


def played_on(state: Deal | Play, choose: Random) -> Iterator[Deal | Play]:
    """Yield the state before each random answer, and once more when it is over."""
    take = state.apply if isinstance(state, Deal) else state.play
    while not state.over:
        yield state
        take(choose.choice(list(codes(state.legal))))
    yield state


def to_the_end(state: Deal | Play, choose: Random) -> None:
    for _ in played_on(state, choose):
        pass


def on_the_table(play: Play) -> list[int]:
    return [card for card in play.codes() if card != PASS]


# Cards, points, answers


@MANY
@given(deals(), NUMBERS)
def test_the_52_cards_are_always_accounted_for(deal: Deal, number: int) -> None:
    for _ in played_on(deal, Random(number)):
        play = deal.in_play
        places = [*play.hands, *(1 << card for card in on_the_table(play))]
        assert sum(places) == DECK
        assert sum(mask.bit_count() for mask in places) == 52
    assert sum(deal.hands) == DECK  # the hands that were dealt stay as they were


@MANY
@given(deals(), NUMBERS)
def test_raw_scores_sum_to_the_total_of_the_contract(deal: Deal, number: int) -> None:
    to_the_end(deal, Random(number))
    assert sum(deal.raw()) == deal.named.contract.total


@MANY
@given(deals(), NUMBERS)
def test_doubles_move_points_and_make_none(deal: Deal, number: int) -> None:
    for _ in played_on(deal, Random(number)):
        assert sum(deal.adjusted()) == sum(deal.raw())


@MANY
@given(deals(), NUMBERS)
def test_some_answer_is_always_legal_until_the_end_and_none_after(deal: Deal, number: int) -> None:
    for state in played_on(deal, Random(number)):
        play = deal.in_play
        assert (deal.legal, deal.over) == (play.legal, play.over)
        assert (deal.legal == 0) is state.over
        if not state.over:
            assert deal.seat == play.seat
            assert play.legal == 1 << PASS or play.legal & ~play.hands[play.seat] == 0


@MANY
@given(deals(), NUMBERS)
def test_the_place_of_a_play_counts_what_was_played(deal: Deal, number: int) -> None:
    for place, _ in enumerate(played_on(deal, Random(number))):
        assert deal.position == deal.in_play.played == len(deal.in_play.codes()) == place


@MANY
@given(deals(), NUMBERS)
def test_each_trick_is_led_by_the_winner_of_the_last(deal: Deal, number: int) -> None:
    assume(isinstance(deal.named.contract, TrickContract))
    play = deal.in_play
    assert isinstance(play, TrickPlay)
    winners = [play.seat]
    while not play.over:
        if play.played % 4 == 0:
            assert (play.leader, play.trick) == (play.seat, [])
        play.play(Random(number + play.played).choice(list(codes(play.legal))))
        if play.played % 4 == 0:
            winners.append(play.winner)
    assert [leader for leader, _ in play.tricks] == winners[:-1]
    assert all(len(cards) == 4 for _, cards in play.tricks)


# Domino


@MANY
@given(NUMBERS, st.integers(0, 3), st.sampled_from("23456789TJQKA"))
def test_d14_d20_in_domino_somebody_can_always_play(number: int, declarer: int, start: str) -> None:
    contract = next(c for c in preset("modern").contracts if isinstance(c, DominoContract))
    play = DominoPlay(contract, start, deal_hands("domino", number, 0, 0), declarer)
    passes = 0
    for _ in played_on(play, Random(number)):
        passes = passes + 1 if play.plays and play.plays[-1][1] == PASS else 0
        assert passes <= 3 - len(play.out)
    assert play.played <= 208
    assert sorted(play.scores()) == sorted(contract.places)
    assert [play.scores()[seat] for seat in play.out] == [45, 20, 5]


@MANY
@given(NUMBERS, st.sampled_from("23456789TJQKA"))
def test_in_domino_a_suit_lies_without_a_gap_from_its_start(number: int, start: str) -> None:
    contract = next(c for c in preset("modern").contracts if isinstance(c, DominoContract))
    play = DominoPlay(contract, start, deal_hands("domino", number, 0, 0), 0)
    for _ in played_on(play, Random(number)):
        layout = play.layout()
        for suit in range(4):
            lying = {card % 13 for card in on_the_table(play) if card // 13 == suit}
            low, high = layout.get(suit, (0, -1))
            assert lying == set(range(low, high + 1))
            assert not lying or "23456789TJQKA".index(start) in lying


# Stopping early


STOPPING = [
    pytest.param(contract, id=f"{name}-{contract.name}")
    for name in ("modern", "simple", "simple-balanced", "classic", "classic-house-values")
    for contract in trick_contracts(preset(name))
    if contract.stops_when_captured
]


@pytest.mark.parametrize("contract", STOPPING)
@settings(deadline=None, max_examples=8)
@given(NUMBERS)
def test_an_early_stop_never_changes_a_raw_score(contract: TrickContract, number: int) -> None:
    hands, choose = deal_hands("stop", number, 0, 0), Random(number)
    stopping = TrickPlay(contract, None, hands, number % 4)
    endless = TrickPlay(replace(contract, stops_when_captured=False), None, hands, number % 4)
    while not stopping.over:
        assert (stopping.seat, stopping.legal) == (endless.seat, endless.legal)
        card = choose.choice(list(codes(stopping.legal)))
        stopping.play(card)
        endless.play(card)
        assert stopping.scores() == endless.scores()
    to_the_end(endless, choose)
    assert len(endless.tricks) == 13
    assert endless.scores() == stopping.scores()
    assert sum(stopping.scores()) == contract.total


@pytest.mark.parametrize("contract", STOPPING)
@settings(deadline=None, max_examples=8)
@given(NUMBERS)
def test_a_deal_stops_with_its_last_scoring_card(contract: TrickContract, number: int) -> None:
    play = TrickPlay(contract, None, deal_hands("stop", number, 0, 0), 0)
    to_the_end(play, Random(number))
    scoring = {card for card in range(52) if contract.card_points[card]}
    captured = [set(cards) for _, cards in play.tricks]
    assert scoring <= set().union(*captured)
    assert scoring & captured[-1]


# Symmetry


def turned(deal: Deal, by: int) -> Deal:
    """Return the deal with every seat `by` places to the left, before the announcement."""
    seats = [(seat - by) % 4 for seat in range(4)]
    hands = [deal.hands[seat] for seat in seats]
    made = [deal.made[seat] for seat in seats]
    return Deal(
        rules=deal.rules,
        number=deal.number,
        hands=(hands[0], hands[1], hands[2], hands[3]),
        declarer=left(deal.declarer, by),
        choices=deal.choices,
        deals_left=deal.deals_left,
        made=(made[0], made[1], made[2], made[3]),
    )


def turned_answer(deal: Deal, answer: int, by: int) -> int:
    """Return the answer that means the same when every seat has moved `by` places."""
    if deal.ask is not Ask.DOUBLE:
        return answer
    return CALL_CODES[tuple(sorted(left(target, by) for target in CALLS[answer]))]


@MANY
@given(RULES, NUMBERS, st.integers(0, 3), st.integers(1, 3), st.integers(1, 3))
def test_turning_the_seats_turns_the_scores(
    rules: RuleSet, number: int, declarer: int, by: int, deals_left: int
) -> None:
    hands = deal_hands("turn", number, 0, 0)
    made = (0, 1, 2, 1)
    one = deal_of(rules, declarer=declarer, hands=hands, made=made, deals_left=deals_left)
    other = turned(one, by)
    choose = Random(number)
    while not one.over:
        assert other.seat == left(one.seat, by)
        offered = list(codes(one.legal))
        assert {turned_answer(one, answer, by) for answer in offered} == set(codes(other.legal))
        answer = choose.choice(offered)
        other.apply(turned_answer(one, answer, by))
        one.apply(answer)
    assert other.over
    for seat in range(4):
        assert other.raw()[left(seat, by)] == one.raw()[seat]
        assert other.adjusted()[left(seat, by)] == one.adjusted()[seat]


# Clones


def told(play: Play) -> object:
    """All that can be read of a play."""
    common = (play.seat, play.legal, play.over, play.hands.copy(), play.codes(), play.scores())
    if isinstance(play, DominoPlay):
        return common, play.open, play.out.copy(), play.plays.copy(), play.start, play.layout()
    tricks = [(leader, cards.copy()) for leader, cards in play.tricks]
    return (
        *(common, tricks, play.trick.copy(), play.raw.copy(), play.leader, play.winner, play.trump),
        *(play.best, play.best_suit, play.led, play.hearts_broken),
    )


@MANY
@given(deals(), NUMBERS, st.integers(0, 60))
def test_a_clone_is_equal_and_independent(deal: Deal, number: int, after: int) -> None:
    play = deal.in_play
    for _ in played_on(play, Random(number)):
        if play.played == after:
            break
    before = told(play)
    clone = play.clone()
    assert type(clone) is type(play)
    assert told(clone) == before
    to_the_end(clone, Random(1))
    assert told(play) == before
    end = told(clone)
    to_the_end(play, Random(1))
    assert told(play) == end == told(clone)


# Sessions


@settings(deadline=None, max_examples=20)
@given(RULES, NUMBERS)
def test_a_session_sums_to_four_blocks(rules: RuleSet, number: int) -> None:
    session = Session(rules, dealer("totals", number))
    finished = 0
    while session.deal is not None:
        assert session.deal.number == finished + 1
        to_the_end(session.deal, Random(number + finished))
        session.finish_deal()
        finished += 1
    assert finished == rules.deals == 4 * rules.block_length
    assert sum(session.scores) == 4 * rules.block_total


@pytest.mark.parametrize("likes_to_pass", [True, False])
@pytest.mark.parametrize("rotation", ["block", "each_deal"])
@settings(deadline=None, max_examples=5)
@given(number=NUMBERS, quota=st.integers(0, 7))
def test_a_forced_quota_is_always_met(
    number: int, quota: int, rotation: str, likes_to_pass: bool
) -> None:
    modern = preset("modern")
    assert modern.doubling is not None
    doubling = replace(modern.doubling, quota=quota)
    rules = replace(modern, doubling=doubling, rotation=rotation)  # type: ignore[arg-type]
    session = Session(rules, dealer("quota", number))
    choose = Random(number)
    made = [[0] * 4 for _ in range(4)]
    while (deal := session.deal) is not None:
        while deal.ask is not Ask.PLAY:
            offered = list(codes(deal.legal))
            likes = likes_to_pass and deal.ask is Ask.DOUBLE
            deal.apply(offered[0] if likes else choose.choice(offered))
        for seat, targets in deal.calls:
            made[seat][deal.declarer] += deal.declarer in targets
        to_the_end(deal, choose)
        session.finish_deal()
    counts = [made[seat][other] for seat in range(4) for other in range(4) if seat != other]
    assert min(counts) >= quota
    if likes_to_pass:
        assert set(counts) == {quota}
    assert session.quota_penalties() == (0, 0, 0, 0)


# Settlement


RAW = st.tuples(*[st.integers(-100, 100)] * 4)
PAIRS = [(a, b) for a in range(4) for b in range(4) if a != b]
DOUBLES = st.frozensets(st.sampled_from(PAIRS))
STAKES = st.tuples(*[st.integers(0, 10)] * 3)


@settings(deadline=None)
@given(RAW, DOUBLES, STAKES)
def test_a_settlement_is_its_formula(
    raw: Scores, doubles: frozenset[tuple[int, int]], stakes: Stakes
) -> None:
    adjusted = adjusted_scores(raw, doubles, stakes)
    assert adjusted == tuple(
        raw[a]
        + sum(
            stakes[((a, b) in doubles) + ((b, a) in doubles)] * (raw[a] - raw[b])
            for b in range(4)
            if b != a
        )
        for a in range(4)
    )
    assert sum(adjusted) == sum(raw)


@settings(deadline=None)
@given(RAW)
def test_r10_r20_all_pairs_single_and_all_pairs_mutual(raw: Scores) -> None:
    total = sum(raw)
    single = frozenset(pair for pair in PAIRS if pair[0] < pair[1])
    assert adjusted_scores(raw, single, (0, 1, 2)) == tuple(5 * r - total for r in raw)
    assert adjusted_scores(raw, frozenset(PAIRS), (0, 1, 2)) == tuple(
        9 * r - 2 * total for r in raw
    )


@settings(deadline=None)
@given(RAW, DOUBLES, st.sampled_from(list(permutations(range(4)))))
def test_other_names_for_the_seats_change_no_settlement(
    raw: Scores, doubles: frozenset[tuple[int, int]], names: tuple[int, ...]
) -> None:
    renamed = [0, 0, 0, 0]
    for seat, name in enumerate(names):
        renamed[name] = raw[seat]
    also = frozenset((names[by], names[target]) for by, target in doubles)
    scores = renamed[0], renamed[1], renamed[2], renamed[3]
    adjusted = adjusted_scores(scores, also, (0, 1, 2))
    expected = adjusted_scores(raw, doubles, (0, 1, 2))
    assert [adjusted[names[seat]] for seat in range(4)] == list(expected)


@settings(deadline=None)
@given(RAW, DOUBLES)
def test_pairs_settle_one_by_one_from_the_raw_scores(
    raw: Scores, doubles: frozenset[tuple[int, int]]
) -> None:
    alone = [adjusted_scores(raw, frozenset({double}), (0, 1, 2)) for double in doubles]
    moved = [sum(one[seat] - raw[seat] for one in alone) for seat in range(4)]
    adjusted = adjusted_scores(raw, doubles, (0, 1, 2))
    assert [adjusted[seat] - raw[seat] for seat in range(4)] == moved


# Calls


@MANY
@given(DOUBLING, st.integers(0, 3), st.integers(1, 8), st.tuples(*[st.integers(0, 3)] * 4), NUMBERS)
def test_calls_go_round_once_from_the_left_to_the_declarer(
    rules: RuleSet, declarer: int, deals_left: int, made: Scores, number: int
) -> None:
    deal = deal_of(rules, declarer=declarer, deals_left=deals_left, made=made)
    choose = Random(number)
    announced(deal, choose.choice(answers(deal)))
    for turn in range(1, 5):
        assert (deal.ask, deal.seat) == (Ask.DOUBLE, (declarer + turn) % 4)
        offered = [CALLS[code] for code in codes(deal.legal)]
        assert offered == sorted(offered, key=lambda targets: (len(targets), targets))
        assert all(deal.seat not in targets for targets in offered)
        deal.apply(CALL_CODES[choose.choice(offered)])
    assert deal.ask is Ask.PLAY
    assert {double for double in deal.doubles if double[0] == declarer} <= {
        (target, by) for by, target in deal.doubles
    }
    assert [seat for seat, _ in deal.calls] == [(declarer + turn) % 4 for turn in range(1, 5)]


def test_the_calls_are_sixteen_and_their_codes_are_in_order() -> None:
    keys = [(len(targets), targets) for targets in CALLS]
    assert len(keys) == 16
    assert all(a < b for a, b in pairwise(keys))
    assert [CALL_CODES[targets] for targets in CALLS] == list(range(16))


HANDS: Hands = deal_hands("invariants", 0, 0, 0)


@pytest.mark.parametrize("name", sorted(SHIPPED))
def test_every_way_to_announce_can_be_played_to_the_end(name: str) -> None:
    rules = preset(name)
    for code, way in enumerate(rules.announcements):
        deal = deal_of(rules, hands=HANDS)
        deal.apply(code)
        to_the_end(deal, Random(code))
        assert deal.named == way
        assert sum(deal.adjusted()) == way.contract.total
