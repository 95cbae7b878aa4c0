"""The rules of Barbu once more, written from the prose and sharing no code with barbu_arena.

Plain and literal, slow on purpose: cards are strings such as "KH", hands are sets of them, and a
rule is written the way its source text tells it. A rule set is one of four branches (`modern`,
`simple`, `simple-balanced`, `classic`) with switches for the variations the texts name; take
one with `replace(CLASSIC, queen_value=-8)`. The tests hold the engine against this page.
"""

import hashlib
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count
from typing import Any

RANKS = "23456789TJQKA"
SUITS = "SHDC"
SEATS = (0, 1, 2, 3)
POSITIVE = ("trumps", "domino")
PASS = "--"
FAULT_NUMBERS = ("deal", "seat", "n")
FAULT_WORDS = {
    "ask": ["hello", "choose", "double", "play"],
    "fault": ["start", "handshake", "timeout", "crash", "protocol", "illegal", "resource"],
}

Card = str
Double = tuple[int, int]
Table = Mapping[str, tuple[str, str]]
Record = Mapping[str, Any]


class OracleError(Exception):
    """A deal or a session breaks the rules; the text says where and how."""


def require(holds: bool, reason: str) -> None:
    """Refuse for `reason` unless `holds`."""
    if not holds:
        raise OracleError(reason)


# The rule sets


@dataclass(frozen=True)
class Rules:
    """One rule set: the branch to follow, and a switch for each variation a text names."""

    preset: str  # modern | simple | simple-balanced | classic
    name: str  # what a record calls the rule set
    menu: tuple[str, ...]  # the seven contracts in the order of the text
    queen_value: int = -6
    king_value: int = -20
    ace_of_hearts_value: int = -6
    overruff: bool = False  # who trumps must go over the trumps in the trick, if able
    any_seven: bool = False  # Domino opens with any seven instead of the seven of diamonds
    salade: bool = False  # an eighth contract: the five negative ones together
    without_trumps: bool = False
    without_domino: bool = False
    fixed_order: bool = False  # contracts in the order of the menu, no choice
    each_deal: bool = False  # the declarer changes after every deal
    no_doubles: bool = False
    quota: int = 2
    quota_mode: str = "forced"  # forced | penalty
    quota_penalty: int = 10

    def contracts(self) -> list[str]:
        """The contracts a declarer plays, in the order of the menu."""
        left_out = {"trumps"} if self.without_trumps else set()
        left_out |= {"domino"} if self.without_domino else set()
        return [c for c in self.menu if c not in left_out] + ["salade"] * self.salade


MODERN = Rules(
    preset="modern",
    name="modern",
    menu=("no_tricks", "no_queens", "no_last_two", "no_hearts", "no_king", "trumps", "domino"),
)
SIMPLE = Rules(
    preset="simple",
    name="simple",
    menu=("no_king", "no_hearts", "no_queens", "no_last_two", "no_tricks", "trumps", "domino"),
    ace_of_hearts_value=-4,
    no_doubles=True,
)
SIMPLE_BALANCED = Rules(
    preset="simple-balanced",
    name="simple-balanced",
    menu=SIMPLE.menu,
    ace_of_hearts_value=-4,
    no_doubles=True,
)
CLASSIC = Rules(
    preset="classic",
    name="classic",
    menu=("no_tricks", "no_hearts", "no_queens", "no_king", "no_last_two", "trumps", "domino"),
    quota_mode="penalty",
)
CLASSIC_OVERRUFF = Rules(
    preset="classic",
    name="classic+overruff",
    menu=CLASSIC.menu,
    overruff=True,
    quota_mode="penalty",
)
PRESETS = {
    rules.name: rules for rules in (MODERN, SIMPLE, SIMPLE_BALANCED, CLASSIC, CLASSIC_OVERRUFF)
}
Preset = str | Rules


def rules_of(preset: Preset) -> Rules:
    """The rule set of that name, or the one given."""
    return preset if isinstance(preset, Rules) else PRESETS[preset]


def is_simple(rules: Rules) -> bool:
    """Whether the rule set follows the simple text, as written or balanced."""
    return rules.preset in ("simple", "simple-balanced")


# Cards


def rank(card: Card) -> int:
    """How high a card stands in its suit: 0 for the 2, 12 for the ace."""
    return RANKS.index(card[0])


def of_suit(suit: str | None, cards: Collection[Card]) -> set[Card]:
    """The cards of one suit; none where there is no suit."""
    return {card for card in cards if card[1] == suit}


def read_hand(text: str) -> set[Card]:
    """The cards of a hand written spades.hearts.diamonds.clubs."""
    suits = text.split(".")
    require(len(suits) == 4, f"hand {text!r}")
    require(all(r in RANKS for held in suits for r in held), f"hand {text!r}")
    return {r + suit for suit, held in zip(SUITS, suits, strict=True) for r in held}


def write_hand(hand: Collection[Card]) -> str:
    """A hand as spades.hearts.diamonds.clubs, high to low."""
    return ".".join(
        "".join(card[0] for card in sorted(of_suit(suit, hand), key=rank, reverse=True))
        for suit in SUITS
    )


# One card of a trick


def legal_plays(
    preset: Preset,
    contract: str,
    trump: str | None,
    trick: Sequence[Card],
    hand: Collection[Card],
    hearts_played_before: bool,
) -> set[Card]:
    """The cards of `hand` that may be played to `trick`.

    `hearts_played_before` says whether a heart was played to an earlier trick.
    """
    rules = rules_of(preset)
    if not trick:
        return legal_leads(rules, contract, hand, hearts_played_before)
    led = trick[0][1]
    if of_suit(led, hand):
        return legal_follows(rules, trump, trick, hand)
    if trump is None:
        return set(hand)  # no trump in this deal: any discard
    return legal_when_void(rules, trump, trick, hand)


def legal_leads(
    rules: Rules, contract: str, hand: Collection[Card], hearts_played_before: bool
) -> set[Card]:
    """The cards that may be led: in the heart contracts, mostly no heart."""
    if contract not in ("no_hearts", "no_king", "salade"):
        return set(hand)
    others = set(hand) - of_suit("H", hand)
    if not others:
        return set(hand)  # nothing but hearts in hand
    if rules.preset == "classic" and hearts_played_before:
        return set(hand)  # hearts are broken, which only the classic text knows
    return others


def legal_follows(
    rules: Rules, trump: str | None, trick: Sequence[Card], hand: Collection[Card]
) -> set[Card]:
    """The cards a hand that holds the suit led may play."""
    led = trick[0][1]
    followers = of_suit(led, hand)
    if led != trump:
        return followers  # a plain suit: no duty to beat
    higher = winning_trumps(trump, trick, hand)
    must_beat = not is_simple(rules) or rules.overruff
    if must_beat and higher:
        return higher  # a trump was led: go over the highest so far, if able
    return followers


def legal_when_void(
    rules: Rules, trump: str, trick: Sequence[Card], hand: Collection[Card]
) -> set[Card]:
    """The cards a hand without the suit led may play when there is a trump."""
    trumps = of_suit(trump, hand)
    winning = winning_trumps(trump, trick, hand)
    losing = trumps - winning
    if rules.preset == "modern":
        # if a trump would win the trick, one of those; if none would, any card at all
        return winning or set(hand)
    if is_simple(rules):
        # a trump if one is held, a losing one too
        if rules.overruff and winning:
            return winning
        return trumps or set(hand)
    if rules.overruff and winning:
        return set(hand) - losing  # free to discard, but who trumps must go over
    return set(hand)


def winning_trumps(trump: str | None, trick: Sequence[Card], hand: Collection[Card]) -> set[Card]:
    """The trumps of `hand` that are higher than every trump in the trick."""
    played = of_suit(trump, trick)
    return {
        card for card in of_suit(trump, hand) if all(rank(card) > rank(other) for other in played)
    }


def trick_winner(trick: Sequence[Card], trump: str | None) -> int:
    """The place in the trick of its winner: the highest trump, else the highest card led."""
    contenders = of_suit(trump, trick) or of_suit(trick[0][1], trick)
    return trick.index(max(contenders, key=rank))


# What tricks are worth, and when they stop


def trick_points(rules: Rules, contract: str, number: int, trick: Sequence[Card]) -> int:
    """The points of winning trick `number` (1 to 13) with these cards."""
    if contract == "trumps":
        return 5
    worth: dict[str, Callable[[], int]] = {
        "no_tricks": lambda: -2,
        "no_queens": lambda: sum(rules.queen_value for card in trick if card[0] == "Q"),
        "no_last_two": lambda: last_two_value(rules, number),
        "no_hearts": lambda: sum(heart_value(rules, card) for card in of_suit("H", trick)),
        "no_king": lambda: rules.king_value if "KH" in trick else 0,
    }
    if contract == "salade":
        return sum(points() for points in worth.values())  # the five together
    return worth[contract]()


def last_two_value(rules: Rules, number: int) -> int:
    """What trick `number` costs in No Last Two."""
    if is_simple(rules):
        return -12 if number in (12, 13) else 0
    return {12: -10, 13: -20}.get(number, 0)


def heart_value(rules: Rules, heart: Card) -> int:
    """What one captured heart costs in No Hearts."""
    if heart == "AH":
        return rules.ace_of_hearts_value
    if is_simple(rules) and heart in ("TH", "JH", "KH"):
        return -4
    if rules.preset == "simple-balanced" and heart == "QH":
        return -4  # as written, the text leaves the queen among the others
    return -2


def tricks_are_over(rules: Rules, contract: str, number: int, captured: Collection[Card]) -> bool:
    """Whether a deal ends after trick `number`, all `captured` cards lying with their winners."""
    if number == 13:
        return True
    if contract == "no_queens":
        return {"QS", "QH", "QD", "QC"} <= set(captured)
    if contract == "no_king":
        return "KH" in captured
    if contract == "no_hearts" and rules.preset != "classic":
        return len(of_suit("H", captured)) == 13
    return False


# Domino


def domino_legal(start: str, table: Table, hand: Collection[Card]) -> set[Card]:
    """The cards that fit the table; none means that the hand must pass.

    `table` tells the lowest and the highest card lying in each open suit.
    """
    return {card for card in hand if domino_fits(start, table, card)}


def domino_fits(start: str, table: Table, card: Card) -> bool:
    """Whether a card opens its suit or is the neighbour of one of its ends. The ace is high."""
    if card[1] not in table:
        return card[0] == start
    low, high = table[card[1]]
    just_below = rank(card) == RANKS.index(low) - 1
    just_above = rank(card) == RANKS.index(high) + 1
    return just_below or just_above


def domino_place_value(rules: Rules, place: int) -> int:
    """What going out as number `place` (1 to 4) is worth."""
    if is_simple(rules):
        return {1: 45, 2: 20, 3: 10, 4: -10}[place]
    return {1: 45, 2: 20, 3: 5, 4: -5}[place]


def domino_opener(rules: Rules, declarer: int, hands: Sequence[Collection[Card]]) -> int:
    """The seat that has the first turn."""
    if rules.preset != "classic":
        return declarer
    if rules.any_seven:
        return (declarer + 1) % 4
    return next(seat for seat in SEATS if "7D" in hands[seat])


# Doubling


def legal_call(
    preset: Preset,
    contract: str,
    declarer: int,
    seat: int,
    doubles_before: Collection[Sequence[int]],
    targets: Sequence[int],
    *,
    doubles_of_declarer_made: int,
    deals_left: int,
) -> bool:
    """Whether `seat` may call these targets; no targets is a pass.

    `doubles_of_declarer_made` counts the earlier deals of the block, `deals_left` this deal too.
    """
    rules = rules_of(preset)
    if rules.no_doubles:
        return False  # there is no call to make
    if seat in targets or len(set(targets)) < len(targets) or not set(targets) <= set(SEATS):
        return False
    if seat == declarer:
        # the declarer only answers those who doubled the declarer
        return all([target, declarer] in map(list, doubles_before) for target in targets)
    if contract in POSITIVE and rules.preset == "modern" and not set(targets) <= {declarer}:
        return False
    owed = rules.quota - doubles_of_declarer_made
    if rules.quota_mode == "forced" and owed > 0 and owed >= deals_left:
        return declarer in targets
    return True


def settle(raw: Sequence[int], doubles: Collection[Sequence[int]]) -> list[int]:
    """The scores after the doubles, each pair by itself and always from the raw scores."""
    made = {(doubler, target) for doubler, target in doubles}
    adjusted = list(raw)
    for one, other in combinations(SEATS, 2):
        times = ((one, other) in made) + ((other, one) in made)
        gap = raw[one] - raw[other]
        adjusted[one] += times * gap
        adjusted[other] -= times * gap
    return adjusted


# Dealing


def random_bytes(label: str) -> Iterator[int]:
    """The bytes of SHA-256 of `label|0`, of `label|1`, of `label|2` … in a row."""
    for n in count():
        yield from hashlib.sha256(f"{label}|{n}".encode()).digest()


def deal_hands(seed: str, board_set: int, block: int, index: int) -> list[set[Card]]:
    """The four hands of a deal, by seat."""
    stream = random_bytes(f"barbu-arena/deal/1|{seed}|{board_set}|{block}|{index}")

    def draw(k: int) -> int:
        byte = next(stream)
        while byte >= 256 - 256 % k:
            byte = next(stream)
        return byte % k

    deck = [r + suit for suit in SUITS for r in RANKS]
    for i in range(51, 0, -1):
        j = draw(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return [set(deck[13 * seat : 13 * seat + 13]) for seat in SEATS]


# A deal of a record


def play_out(
    preset: Preset,
    deal: Record,
    made: Sequence[int] | None = None,
    deals_left: int | None = None,
) -> tuple[list[int], list[int]]:
    """Replay a deal, checking announcement, calls and cards; its raw and adjusted scores.

    `made` tells how often each seat doubled this declarer before and `deals_left` the deals left
    in the block, this one included; without them no double is taken to be owed.
    """
    rules = rules_of(preset)
    check_deal_form(deal)
    check_announcement(rules, deal)
    hands = read_hands(deal["hands"])
    before = [rules.quota] * 4 if made is None else list(made)
    left = len(rules.contracts()) if deals_left is None else deals_left
    doubles = replay_calls(rules, deal, before, left)
    replay = replay_domino if deal["contract"] == "domino" else replay_tricks
    raw = replay(rules, deal, hands)
    return raw, settle(raw, doubles)


def is_integer(value: object) -> bool:
    """Whether a JSON value is an integer, which true and 1.0 are not."""
    return type(value) is int


def is_list(value: object, length: int, entry: Callable[[Any], bool]) -> bool:
    """Whether a JSON value is a list of that length whose entries are all as told."""
    return isinstance(value, list) and len(value) == length and all(map(entry, value))


def is_seat(value: object) -> bool:
    """Whether a JSON value is a seat."""
    return is_integer(value) and value in SEATS


def is_text(value: object) -> bool:
    """Whether a JSON value is a string."""
    return isinstance(value, str)


def is_call(value: object) -> bool:
    """Whether a JSON value is a call: a seat and a list of seats in ascending order."""
    if not (isinstance(value, list) and len(value) == 2):
        return False
    seat, targets = value
    listed = isinstance(targets, list) and all(map(is_seat, targets))
    return is_seat(seat) and listed and targets == sorted(targets)


def check_deal_form(deal: Record) -> None:
    """Refuse a deal whose fields are not those of a record, or not of their kind."""
    require(isinstance(deal, Mapping), "not a deal")
    needed = {"declarer", "hands", "contract", "plays"}
    known = needed | {"deal", "trump", "start", "calls", "raw", "adjusted"}
    require(needed <= set(deal), f"without {sorted(needed - set(deal))}")
    require(set(deal) <= known, f"unknown {sorted(set(deal) - known)}")
    require(is_seat(deal["declarer"]), "declarer")
    require(is_list(deal["hands"], 4, is_text), "hands")
    require(is_text(deal["contract"]) and is_text(deal["plays"]), "contract or plays")
    require("calls" not in deal or is_list(deal["calls"], 4, is_call), "calls")
    for name in ("raw", "adjusted"):
        require(name not in deal or is_list(deal[name], 4, is_integer), name)


def check_announcement(rules: Rules, deal: Record) -> None:
    """Refuse a contract the rule set lacks, or the wrong trump or starting rank with it."""
    announced = announcement(deal)
    contract = deal["contract"]
    fields = set(announced) - {"contract"}
    allowed = contract in rules.contracts()
    if contract == "trumps":
        no_trump = is_simple(rules) and not fields  # the simple text lets one play without
        allowed &= no_trump or (fields == {"trump"} and deal["trump"] in list(SUITS))
    elif contract == "domino":
        starts = ["7"] if rules.preset == "classic" else list(RANKS)
        allowed &= fields == {"start"} and deal["start"] in starts
    else:
        allowed &= not fields
    require(allowed, f"{announced} not open")


def announcement(deal: Record) -> dict[str, Any]:
    """The contract of a deal with its trump or starting rank."""
    return {name: deal[name] for name in ("contract", "trump", "start") if name in deal}


def read_hands(texts: Sequence[str]) -> list[set[Card]]:
    """The four hands of a deal: 13 cards each, 52 in all, in the one way to write them."""
    hands = [read_hand(text) for text in texts]
    whole = all(len(hand) == 13 for hand in hands) and len(set().union(*hands)) == 52
    require(whole, "hands: not the whole pack in fours of 13")
    for text, hand in zip(texts, hands, strict=True):
        require(write_hand(hand) == text, f"hand {text!r} is written {write_hand(hand)!r}")
    return hands


def replay_calls(rules: Rules, deal: Record, made: Sequence[int], deals_left: int) -> list[Double]:
    """The doubles of a deal in the order they were called, every call being legal."""
    require(("calls" in deal) != rules.no_doubles, "calls")
    declarer = deal["declarer"]
    doubles: list[Double] = []
    if rules.no_doubles:
        return doubles
    for turn, (seat, targets) in enumerate(deal["calls"], start=1):
        require(seat == (declarer + turn) % 4, f"the call of seat {seat} is out of turn")
        legal = legal_call(
            *(rules, deal["contract"], declarer, seat, doubles, targets),
            doubles_of_declarer_made=made[seat],
            deals_left=deals_left,
        )
        require(legal, f"the call {targets} of seat {seat} is not legal")
        doubles += [(seat, target) for target in targets]
    return doubles


def replay_tricks(rules: Rules, deal: Record, hands: Sequence[set[Card]]) -> list[int]:
    """The raw scores of a deal of tricks, every card being legal and the last one the last."""
    contract, trump = deal["contract"], deal.get("trump")
    cards = Plays(deal["plays"], "cards")
    classic = rules.preset == "classic"
    leader = (deal["declarer"] + 1) % 4 if classic else deal["declarer"]
    raw = [0, 0, 0, 0]
    captured: list[Card] = []
    number = 0
    while not tricks_are_over(rules, contract, number, captured):
        number += 1
        trick: list[Card] = []
        broken = bool(of_suit("H", captured))
        for seat in ((leader + turn) % 4 for turn in range(4)):
            legal = legal_plays(rules, contract, trump, trick, hands[seat], broken)
            card = cards.take(seat, legal, f"trick so far: {' '.join(trick) or 'none'}")
            hands[seat].remove(card)
            trick.append(card)
        leader = (leader + trick_winner(trick, trump)) % 4
        raw[leader] += trick_points(rules, contract, number, trick)
        captured += trick
    cards.require_end()
    return raw


def replay_domino(rules: Rules, deal: Record, hands: Sequence[set[Card]]) -> list[int]:
    """The raw scores of a Domino, every turn being legal and the last one the last."""
    start = deal["start"]
    turns = Plays(deal["plays"], "turns")
    seat = domino_opener(rules, deal["declarer"], hands)
    table: dict[str, tuple[str, str]] = {}
    raw = [0, 0, 0, 0]
    places_taken = 0
    while places_taken < 3:
        if hands[seat]:
            legal = domino_legal(start, table, hands[seat])
            if rules.preset == "classic" and not rules.any_seven and not table:
                legal = {"7D"}  # its holder has the first turn and must open with it
            action = turns.take(seat, legal or {PASS}, f"table: {table or 'empty'}")
            if action != PASS:
                hands[seat].remove(action)
                put_on_table(table, action)
                if not hands[seat]:
                    places_taken += 1
                    raw[seat] = domino_place_value(rules, places_taken)
        seat = (seat + 1) % 4
    last = next(seat for seat in SEATS if hands[seat])
    raw[last] = domino_place_value(rules, 4)
    turns.require_end()
    return raw


def put_on_table(table: dict[str, tuple[str, str]], card: Card) -> None:
    """Open the suit of a card, or set the card to the end it belongs to."""
    low, high = table.get(card[1], (card[0], card[0]))
    if rank(card) < RANKS.index(low):
        low = card[0]
    if rank(card) > RANKS.index(high):
        high = card[0]
    table[card[1]] = (low, high)


class Plays:
    """The plays of a record, taken one after the other."""

    def __init__(self, plays: str, called: str) -> None:
        self.listed = plays.split(" ")
        self.called = called
        self.taken = 0

    def take(self, seat: int, legal: set[str], position: str) -> str:
        """The next play, which `seat` makes and which must be one of the legal ones."""
        n = self.taken
        over = f"the plays end after {n} {self.called}, before the deal does"
        require(n < len(self.listed), over)
        action = self.listed[n]
        choice = " ".join(sorted(legal))
        require(
            action in legal,
            f"{action} by seat {seat} is not legal, {choice} are ({position})",
        )
        self.taken += 1
        return action

    def require_end(self) -> None:
        """Refuse plays that go on after the deal has ended."""
        require(self.taken == len(self.listed), f"the deal ends after {self.taken} {self.called}")


# A session of a record


def check_session(preset: Preset, record: Record, seed: str | None = None) -> None:
    """Refuse a session record in which anything is not as the rules have it.

    With the seed of the league, the hands are held against it. Of the fault penalties only this
    is checked: whoever committed no fault was charged nothing, and nobody was ever paid.
    """
    rules = rules_of(preset)
    check_session_form(rules, record)
    made = {(seat, declarer): 0 for seat in SEATS for declarer in SEATS}
    sums = [0, 0, 0, 0]
    played: list[list[str]] = [[], [], [], []]
    for number, deal in enumerate(record["deals"], start=1):
        try:
            check_deal(rules, deal, number, played, made)
            if seed is not None:
                check_hands(seed, record["set"], deal, played)
        except OracleError as refusal:
            raise OracleError(f"deal {number}: {refusal}") from None
        played[deal["declarer"]].append(deal["contract"])
        for seat, targets in deal.get("calls", []):
            made[seat, deal["declarer"]] += deal["declarer"] in targets
        sums = [total + adjusted for total, adjusted in zip(sums, deal["adjusted"], strict=True)]
    check_penalties(rules, record, made)
    check_totals(record, sums)
    require(record["digest"] == digest(record), "the digest is not that of the record")


def check_session_form(rules: Rules, record: Record) -> None:
    """Refuse a session whose fields are not those of a record, or not of their kind."""
    require(isinstance(record, Mapping), "not a record")
    numbers = {"record": 1, "set": 0, "round": 1, "table": 1, "seating": 1}  # and their least
    scores = ("quota_penalties", "fault_penalties", "totals")
    fields = {*numbers, *scores, "rules", "bots", "deals", "faults", "digest"}
    require(set(record) == fields, f"fields {sorted(set(record) ^ fields)}")
    for name, least in numbers.items():
        require(is_integer(record[name]) and record[name] >= least, name)
    require(record["record"] == 1, "a record of another version")
    require(record["rules"] == rules.name, f"rules {record['rules']!r}, not {rules.name!r}")
    require(is_list(record["bots"], 4, is_text), "bots")
    deals = 4 * len(rules.contracts())
    require(is_list(record["deals"], deals, lambda deal: isinstance(deal, dict)), "deals")
    require(isinstance(record["faults"], list) and all(map(is_fault, record["faults"])), "faults")
    for name in scores:
        require(is_list(record[name], 4, is_integer), name)


def is_fault(value: object) -> bool:
    """Whether a JSON value is a fault that a finished session may tell of: a bot's own."""
    if not isinstance(value, dict) or set(value) != {*FAULT_NUMBERS, *FAULT_WORDS, "retired"}:
        return False
    counted = all(is_integer(value[name]) and value[name] >= 0 for name in FAULT_NUMBERS)
    worded = all(value[name] in words for name, words in FAULT_WORDS.items())
    return counted and worded and is_seat(value["seat"]) and isinstance(value["retired"], bool)


def check_deal(
    rules: Rules,
    deal: Record,
    number: int,
    played: Sequence[Sequence[str]],
    made: Mapping[Double, int],
) -> None:
    """Refuse deal `number` of a session, given what the declarers played and who doubled whom."""
    contracts = rules.contracts()
    require({"deal", "raw", "adjusted"} <= set(deal), "without deal, raw or adjusted")
    require(is_integer(deal["deal"]) and deal["deal"] == number, f"numbered {deal['deal']}")
    check_deal_form(deal)
    declarer = (number - 1) % 4 if rules.each_deal else (number - 1) // len(contracts)
    require(deal["declarer"] == declarer, "declarer")
    still_open = [c for c in contracts if c not in played[declarer]]
    offered = still_open[:1] if rules.fixed_order else still_open
    require(deal["contract"] in offered, f"{announcement(deal)} not open")
    made_here = [made[seat, declarer] for seat in SEATS]
    raw, adjusted = play_out(rules, deal, made_here, len(still_open))
    require(deal["raw"] == raw, f"raw {deal['raw']}, right {raw}")
    require(deal["adjusted"] == adjusted, f"adjusted {deal['adjusted']}, right {adjusted}")


def check_hands(seed: str, board_set: int, deal: Record, played: Sequence[Sequence[str]]) -> None:
    """Refuse a deal whose hands are not those the seed gives its declarer at this turn."""
    declarer = deal["declarer"]
    hands = deal_hands(seed, board_set, declarer, len(played[declarer]))
    require(deal["hands"] == [write_hand(hand) for hand in hands], "hands are not of the seed")


def check_penalties(rules: Rules, record: Record, made: Mapping[Double, int]) -> None:
    """Refuse quota penalties that are not owed, and fault penalties where there was no fault."""
    owed = [0, 0, 0, 0]
    if rules.quota_mode == "penalty" and not rules.no_doubles:
        for (seat, declarer), doubles in made.items():
            if seat != declarer and doubles < rules.quota:
                owed[seat] -= rules.quota_penalty * (rules.quota - doubles)
    charged = record["quota_penalties"]
    require(charged == owed, f"quota penalties {charged}, right {owed}")
    faulty = {fault["seat"] for fault in record["faults"]}
    for seat, penalty in enumerate(record["fault_penalties"]):
        require(seat in faulty or penalty == 0, "fault penalties without faults")
        require(penalty <= 0, f"seat {seat} is paid for its faults")


def check_totals(record: Record, sums: Sequence[int]) -> None:
    """Refuse totals that are not the adjusted scores and both penalties."""
    parts = zip(sums, record["quota_penalties"], record["fault_penalties"], strict=True)
    right = [sum(part) for part in parts]
    require(record["totals"] == right, f"totals {record['totals']}, right {right}")


def digest(record: Record) -> str:
    """The SHA-256 of a record without its digest, as JSON in the one way to write it."""
    rest = {name: value for name, value in record.items() if name != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
