"""Sessions of the engine, held against the oracle at every question.

The oracle says who is asked and which answers are legal; the engine must say the same, take one of
them, and come to the same scores.
"""

from collections.abc import Callable, Generator
from itertools import combinations

from barbu_arena.game.cards import CARD_NAMES, codes
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.session import Session
from tests import oracle
from tests.game.positions import answers

Answer = str
Question = tuple[int, set[Answer]]
"""Who is asked, and the legal answers."""

Turns = Generator[Question, Answer, list[int]]
"""Questions out, answers in, and the raw score at the end."""

Choose = Callable[[list[Answer]], Answer]


class Chance:
    """Answers by lot, the same on every machine and under every Python.

    `asked` counts the questions answered, `open_ones` those of them with more than one answer.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed
        self.asked = 0
        self.open_ones = 0

    def choose(self, offered: list[Answer]) -> Answer:
        """Return one of the answers; each is as likely as the others."""
        # Knuth's MMIX generator, of which the high bits are the good ones.
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) % 2**64
        self.asked += 1
        self.open_ones += len(offered) > 1
        return offered[(self._state >> 32) * len(offered) >> 32]


CALLS = [targets for size in range(5) for targets in combinations(range(4), size)]


def play_session(session: Session, switches: oracle.Rules, choose: Choose) -> None:
    """Play a session with the answers that `choose` takes; check all that it asks and scores."""
    made = {(seat, declarer): 0 for seat in range(4) for declarer in range(4)}
    used: list[list[str]] = [[], [], [], []]
    sums = [0, 0, 0, 0]
    while (deal := session.deal) is not None:
        declarer = deal.declarer
        adjusted, doubles = _play_deal(deal, switches, used[declarer], made, choose)
        sums = [total + points for total, points in zip(sums, adjusted, strict=True)]
        for seat, target in doubles:
            made[seat, target] += target == declarer
        used[declarer].append(deal.named.contract.name)
        session.finish_deal()
        assert list(session.scores) == sums
    assert [len(names) for names in used] == [len(switches.contracts())] * 4
    assert list(session.quota_penalties()) == _quota_penalties(switches, made)


def _play_deal(
    deal: Deal,
    switches: oracle.Rules,
    used: list[str],
    made: dict[tuple[int, int], int],
    choose: Choose,
) -> tuple[list[int], list[tuple[int, int]]]:
    number, contracts = deal.number, len(switches.contracts())
    by_deal, by_block = (number - 1) % 4, (number - 1) // contracts
    assert deal.declarer == (by_deal if switches.each_deal else by_block)
    assert deal.deals_left == contracts - len(used)
    _ask(deal, (deal.declarer, _ways(switches, used)), choose)
    doubles = _play_calls(deal, switches, made, choose)
    hands = [{CARD_NAMES[card] for card in codes(hand)} for hand in deal.hands]
    turns = _domino if deal.named.contract.name == "domino" else _tricks
    raw = _follow(deal, turns(switches, deal, hands), choose)
    adjusted = oracle.settle(raw, doubles)
    assert list(deal.raw()) == raw
    assert list(deal.adjusted()) == adjusted
    return adjusted, doubles


def _ask(deal: Deal, question: Question, choose: Choose) -> Answer:
    """Check the present question of the deal and give it the answer chosen."""
    offered = answers(deal)
    assert (deal.seat, set(offered)) == question
    answer = choose(offered)
    deal.apply(deal.names.index(answer))
    return answer


def _follow(deal: Deal, turns: Turns, choose: Choose) -> list[int]:
    question = next(turns)
    while True:
        assert not deal.over
        answer = _ask(deal, question, choose)
        try:
            question = turns.send(answer)
        except StopIteration as end:
            assert (deal.over, deal.legal) == (True, 0)
            raw: list[int] = end.value
            return raw


def _ways(switches: oracle.Rules, used: list[str]) -> set[Answer]:
    unused = [name for name in switches.contracts() if name not in used]
    ways = set()
    for name in unused[:1] if switches.fixed_order else unused:
        if name == "trumps":
            suits = "SHDC-" if oracle.is_simple(switches) else "SHDC"
            ways |= {f"trumps:{suit}" for suit in suits}
        elif name == "domino":
            ranks = "7" if switches.preset == "classic" else oracle.RANKS
            ways |= {f"domino:{rank}" for rank in ranks}
        else:
            ways.add(name)
    return ways


def _play_calls(
    deal: Deal, switches: oracle.Rules, made: dict[tuple[int, int], int], choose: Choose
) -> list[tuple[int, int]]:
    doubles: list[tuple[int, int]] = []
    if switches.no_doubles:
        return doubles
    for turn in range(1, 5):
        seat = (deal.declarer + turn) % 4
        legal = {
            ",".join(map(str, targets)) or "-"
            for targets in CALLS
            if oracle.legal_call(
                *(switches, deal.named.contract.name, deal.declarer, seat, doubles, targets),
                doubles_of_declarer_made=made[seat, deal.declarer],
                deals_left=deal.deals_left,
            )
        }
        assert deal.ask is Ask.DOUBLE
        called = _ask(deal, (seat, legal), choose)
        doubles += [(seat, int(target)) for target in called.replace("-", "").split(",") if target]
    return doubles


def _tricks(switches: oracle.Rules, deal: Deal, hands: list[set[str]]) -> Turns:
    contract, trump = deal.named.contract.name, deal.named.trump
    leader = (deal.declarer + (switches.preset == "classic")) % 4
    raw = [0, 0, 0, 0]
    captured: list[str] = []
    number = 0
    while not oracle.tricks_are_over(switches, contract, number, captured):
        number += 1
        trick: list[str] = []
        broken = any(card[1] == "H" for card in captured)
        for seat in ((leader + turn) % 4 for turn in range(4)):
            legal = oracle.legal_plays(switches, contract, trump, trick, hands[seat], broken)
            card = yield seat, legal
            hands[seat].remove(card)
            trick.append(card)
        leader = (leader + oracle.trick_winner(trick, trump)) % 4
        raw[leader] += oracle.trick_points(switches, contract, number, trick)
        captured += trick
    return raw


def _domino(switches: oracle.Rules, deal: Deal, hands: list[set[str]]) -> Turns:
    start = deal.named.start
    assert start is not None
    seat = oracle.domino_opener(switches, deal.declarer, hands)
    table: dict[str, tuple[str, str]] = {}
    raw = [0, 0, 0, 0]
    out = 0
    while out < 3:
        if hands[seat]:
            legal = oracle.domino_legal(start, table, hands[seat]) or {"--"}
            if switches.preset == "classic" and not switches.any_seven and not table:
                legal = {"7D"}
            card = yield seat, legal
            if card != "--":
                hands[seat].remove(card)
                oracle.put_on_table(table, card)
            if not hands[seat]:
                out += 1
                raw[seat] = oracle.domino_place_value(switches, out)
        seat = (seat + 1) % 4
    last = next(seat for seat in range(4) if hands[seat])
    raw[last] = oracle.domino_place_value(switches, 4)
    return raw


def _quota_penalties(switches: oracle.Rules, made: dict[tuple[int, int], int]) -> list[int]:
    owed = [0, 0, 0, 0]
    for (seat, declarer), doubles in made.items():
        missing = max(0, switches.quota - doubles)
        if seat != declarer and not switches.no_doubles:
            owed[seat] -= missing * switches.quota_penalty * (switches.quota_mode == "penalty")
            assert missing == 0 or switches.quota_mode == "penalty"
    return owed
