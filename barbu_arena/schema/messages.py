"""The messages of the bot protocol and the record of a session as TypedDicts.

Made from the schemas beside this file by ``python -m tests.schema.generate``; do not edit. A line
that was parsed as JSON has one of these types as it is; nothing is checked when it runs. They are
final so that ``"trick" in question`` tells a type checker which of two kinds it is.
"""

from typing import Literal, NotRequired, TypeAlias, TypedDict, final

Name: TypeAlias = str
"""The name of a bot, a tournament or a rule set: a-z, 0-9, `.`, `_` and `-`, at most 32
characters.
"""

Seat: TypeAlias = Literal[0, 1, 2, 3]
"""A seat, 0 to 3 clockwise; the left of seat s is (s + 1) % 4."""

HandText: TypeAlias = str
"""The thirteen cards of a hand: spades.hearts.diamonds.clubs, each high to low."""

ContractName: TypeAlias = str
"""The id of a contract in the rule set."""

Suit: TypeAlias = Literal["S", "H", "D", "C"]
"""A suit, in the order of all lists: spades, hearts, diamonds, clubs."""

Rank: TypeAlias = Literal["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
"""A rank, lowest first; `T` is the ten."""

CallEntry: TypeAlias = list[Seat | list[Seat]]
"""A seat and the seats that it doubled, ascending."""

Scores: TypeAlias = list[int]
"""Points by seat."""


@final
class DealRecord(TypedDict):
    """One deal as it was played, all hands open."""

    deal: int
    """Its number in the session, from 1."""
    declarer: Seat
    """Who announced it."""
    hands: list[HandText]
    """The four hands as dealt, by seat."""
    contract: ContractName
    """What was announced."""
    trump: NotRequired[Suit]
    """The trump suit; absent without one."""
    start: NotRequired[Rank]
    """The starting rank; only in Domino."""
    calls: NotRequired[list[CallEntry]]
    """The four calls in turn order, the declarer's last; absent where the rules have no doubling.
    """
    plays: str
    """Every card in order, with a space between two, forced ones too; `--` for a pass in Domino."""
    raw: Scores
    """Points by seat before doubles."""
    adjusted: Scores
    """Points by seat after doubles."""


FaultKind: TypeAlias = Literal[
    "start", "handshake", "timeout", "crash", "protocol", "illegal", "resource"
]
"""What a bot did wrong."""


@final
class FaultEntry(TypedDict):
    """Where a bot failed, in the order of play."""

    deal: int
    """The deal's number; 0 before the first deal, the last one's number after it."""
    seat: Seat
    """Who failed."""
    ask: Literal["hello", "choose", "double", "play", "bye"]
    """What it was asked; `hello` before the first deal, `bye` after the last."""
    n: int
    """Where in the deal: the number of plays before it, or the place of the call, 0 to 3; else 0.
    """
    fault: FaultKind
    """What it did wrong."""
    retired: bool
    """Whether a stand-in answered for it from here on."""


Penalties: TypeAlias = list[int]
"""Points by seat, none above zero."""


@final
class SessionRecord(TypedDict):
    """One finished session."""

    record: Literal[1]
    """The version of this form."""
    rules: Name
    """The name of the rule set."""
    set: int
    """The board set, from 0."""
    round: int
    """The round, from 1."""
    table: int
    """The table of the round, from 1."""
    seating: int
    """The seating of the table, from 1."""
    bots: list[Name]
    """Names by seat; a bot that holds several seats is there as often."""
    deals: list[DealRecord]
    """All deals of the session, in order."""
    faults: list[FaultEntry]
    """The bots' faults, in order; mostly none."""
    quota_penalties: Penalties
    """Points for doubles owed and never made."""
    fault_penalties: Penalties
    """Points for faults."""
    totals: Scores
    """Points by seat: adjusted points of all deals and both penalties."""
    digest: str
    """SHA-256 in hex of the record without it, as JSON with sorted keys, no spaces and non-ASCII
    characters as they are.
    """


Id: TypeAlias = str
"""The question's name; give it back as it came."""

Duty: TypeAlias = Literal[
    "follow_suit",
    "lead_no_heart",
    "lead_no_unbroken_heart",
    "win_with_trump",
    "beat_led_trump",
    "ruff",
    "overruff",
]
"""What a player must do in a trick, where possible. `follow_suit`: follow the suit led.
`lead_no_heart`: lead no heart. `lead_no_unbroken_heart`: lead no heart before one was played to
an earlier trick. `win_with_trump`: play a trump that beats the trick so far, when a trump was
led or when void. `beat_led_trump`: beat the trick so far when a trump is led. `ruff`: play a
trump, any trump, when void in the suit led. `overruff`: when trumping, not play a losing trump
while a winning one is held.
"""


@final
class TrickContract(TypedDict):
    """A contract that is played in up to thirteen tricks. It is negative when its points sum below
    zero.
    """

    tricks: NotRequired[int | dict[str, int]]
    """Points of each trick, or by trick number, 1 to 13."""
    cards: NotRequired[dict[str, int]]
    """Points of captured cards by rank, suit or card; the most exact entry counts."""
    duties: list[Duty]
    """Each keeps the cards that meet it, or all if none does, in this order; what is left is legal.
    """
    stop: NotRequired[Literal["captured"]]
    """The deal ends with the trick that captures the last scoring card; absent where all tricks are
    played.
    """
    trump: NotRequired[list[Suit | Literal["-"]]]
    """What the declarer may name as trump, `-` for none; absent where there is no choice and no
    trump.
    """


Card: TypeAlias = str
"""A card, rank then suit: `KH`, `TS`, `2C`. Lists of cards go S H D C, within a suit 2 to A."""


@final
class DominoContract(TypedDict):
    """A contract in which cards are laid out in suits, from a starting rank both ways. It ends when
    the third player goes out.
    """

    places: list[int]
    """Points of the first to go out, the second, the third, and the one left."""
    start: Literal["any"] | list[Rank]
    """The ranks that the declarer may name."""
    opens: Literal["declarer", "left"] | Card
    """Who plays first: the declarer, the declarer's left, or the holder of this card, who must play
    it.
    """


@final
class Doubling(TypedDict):
    """How doubles are made and counted."""

    negative: Literal["anyone", "declarer"]
    """Whom a defender may double in a negative contract."""
    positive: Literal["anyone", "declarer"]
    """Whom a defender may double in the others."""
    stakes: list[int]
    """How often the gap of a pair's raw points changes hands when none, one or both of the two
    doubled.
    """
    quota: int
    """Doubles that each defender owes each declarer in a block."""
    quota_mode: Literal["forced", "penalty"]
    """Whether a double owed becomes the only legal call, or costs points at the end."""
    quota_penalty: NotRequired[int]
    """Points for each missing double; only with `penalty`."""


@final
class RuleSet(TypedDict):
    """The whole rule set, in the form of a rules file: whatever a bot must know to play it."""

    name: Name
    """The name of the rule set."""
    first_lead: Literal["declarer", "left"]
    """Who leads the first trick: the declarer, or the declarer's left."""
    rotation: Literal["block", "each_deal"]
    """Whether a declarer has all deals of the block in a row, or the turn moves on after each deal.
    """
    choice: Literal["free", "fixed"]
    """Whether the declarer chooses a contract, or takes them in the listed order."""
    contracts: dict[ContractName, TrickContract | DominoContract]
    """The contracts by id, in the order of announcements. One with `places` is a Domino, all others
    are played in tricks.
    """
    doubling: Literal["none"] | Doubling
    """How doubles are made and counted, or `none`."""


@final
class ClockLimits(TypedDict):
    """What the tournament allows, in milliseconds."""

    free_ms: int
    """Milliseconds of every answer that are not charged."""
    bank_ms: int
    """Milliseconds of a session beyond that."""
    cap_ms: int
    """Milliseconds that no answer may exceed."""


@final
class Hello(TypedDict):
    """The first line, once a process. Answer with a Greeting, within the start time (10 s)."""

    id: Id
    """The question's name; give it back as it came."""
    type: Literal["hello"]
    """What the line is."""
    protocol: Literal[1]
    """The version of this protocol."""
    arena: str
    """The program and its version."""
    rules: RuleSet
    """The whole rule set, in the form of a rules file: whatever a bot must know to play it."""
    clock: ClockLimits
    """What the tournament allows, in milliseconds."""


SessionName: TypeAlias = str
"""The session: round.table.seating, each from 1."""


@final
class Session(TypedDict):
    """A session begins: before its first deal, and again for each further session of a process that
    is reused.
    """

    type: Literal["session"]
    """What the line is."""
    session: SessionName
    """The session: round.table.seating, each from 1."""
    seat: Seat
    """Your seat."""
    seed: int
    """Your own seed of this session; draw all randomness from it."""
    deals: int
    """How many deals the session has."""


class Question(TypedDict):
    """What every question of a deal holds: all that its seat may know of it, so a bot may forget
    everything in between. Nothing is asked where only one answer is legal.
    """

    id: Id
    """The question's name; give it back as it came."""
    session: SessionName
    """The session: round.table.seating, each from 1."""
    deal: int
    """The deal of the session, from 1."""
    deals_left: int
    """Deals of this declarer that are left, this one included."""
    seat: Seat
    """Your seat, which is on move."""
    declarer: Seat
    """Who announces this deal."""
    unused: list[ContractName]
    """The contracts that the declarer could choose from at this deal."""
    owed: list[int]
    """By seat: how many doubles of this declarer it still owes; 0 for the declarer."""
    scores: Scores
    """Points by seat from the finished deals, doubles settled."""
    hand: list[Card]
    """The cards that you hold, in order."""
    deadline_ms: int
    """How long this answer may take, in milliseconds."""
    bank_ms: int
    """What is left of your time bank, in milliseconds."""


Announcement: TypeAlias = str
"""A contract; with its trump suit (`trumps:S`; `trumps:-`: none) or its starting rank
(`domino:8`) where it has one.
"""


@final
class ChooseQuestion(Question):
    """You are the declarer: announce a contract."""

    type: Literal["choose"]
    """What is asked."""
    legal: list[Announcement]
    """The announcements that are open to you, in the order of the rule set; trumps S H D C and then
    `-`, starts 2 to A.
    """


Double: TypeAlias = list[Seat]
"""Who doubled whom."""

Call: TypeAlias = str
"""Whom a seat doubles: `-` nobody, else seats ascending, `0,2`."""


@final
class DoubleQuestion(Question):
    """Whom do you double? One call each, the declarer's last, who can only answer those who
    doubled.
    """

    type: Literal["double"]
    """What is asked."""
    contract: ContractName
    """What was announced."""
    trump: NotRequired[Suit]
    """The trump suit; absent without one."""
    start: NotRequired[Rank]
    """The starting rank; only in Domino."""
    doubles: list[Double]
    """The doubles so far, in the order in which they were made."""
    legal: list[Call]
    """The calls that are open to you: `-` first, then by size, then by seats."""


@final
class TrickInPlay(TypedDict):
    """The trick in play: who led, and the cards so far, in order."""

    leader: Seat
    """Who led, or is to lead."""
    cards: list[Card]
    """The leader's card first, then clockwise."""


Trick: TypeAlias = list[Seat | Card]
"""A finished trick: its leader, then the four cards in order."""


@final
class TrickQuestion(Question):
    """Play a card to a trick."""

    type: Literal["play"]
    """What is asked."""
    contract: ContractName
    """What is played."""
    trump: NotRequired[Suit]
    """The trump suit; absent without one."""
    doubles: NotRequired[list[Double]]
    """All doubles of the deal; absent where the rules have no doubling."""
    trick: TrickInPlay
    """The trick in play: who led, and the cards so far, in order."""
    tricks: list[Trick]
    """The finished tricks, in order."""
    raw: Scores
    """Points by seat from this deal's finished tricks, before doubles."""
    legal: list[Card]
    """The cards that you may play, in order."""


Layout: TypeAlias = dict[Suit, list[Rank]]
"""For each suit that was opened, its lowest and its highest rank on the table."""

Turn: TypeAlias = list[Seat | str]
"""A turn in Domino: who, and the card, or `--` for a pass."""


@final
class DominoQuestion(Question):
    """Lay a card out in a contract with `places`, a Domino."""

    type: Literal["play"]
    """What is asked."""
    contract: ContractName
    """What is played."""
    start: Rank
    """The rank that opens a suit."""
    doubles: NotRequired[list[Double]]
    """All doubles of the deal; absent where the rules have no doubling."""
    layout: Layout
    """For each suit that was opened, its lowest and its highest rank on the table."""
    played: list[Turn]
    """All turns so far, in order, passes too; who is out has no turn."""
    out: list[Seat]
    """Who has no cards left, the first to go out first."""
    legal: list[Card]
    """The cards that fit, in order. To pass is never a choice."""


@final
class Event(TypedDict):
    """An announcement, a call or a card of any seat as it happens, forced ones and your own too.
    Only for bots that want `events`.
    """

    type: Literal["event"]
    """What the line is."""
    deal: int
    """The deal of the session, from 1."""
    seat: Seat
    """Who did it."""
    action: str
    """The announcement, the call, the card, or `--` for a pass in Domino."""


@final
class DealEnd(TypedDict):
    """A finished deal, all hands open. Only for bots that want `deals`."""

    type: Literal["deal_end"]
    """What the line is."""
    deal: int
    """The deal of the session, from 1."""
    record: DealRecord
    """One deal as it was played, all hands open."""
    scores: Scores
    """Points by seat after this deal, doubles settled."""


@final
class Fault(TypedDict):
    """What was wrong with an answer. It is told and wants no answer."""

    type: Literal["fault"]
    """What the line is."""
    question: Id
    """The id of the question."""
    kind: FaultKind
    """What a bot did wrong."""
    message: str
    """The cause in words, for your log."""


@final
class Bye(TypedDict):
    """The last line; the end of input follows, and one second to leave."""

    type: Literal["bye"]
    """What the line is."""


Message: TypeAlias = (
    Hello
    | Session
    | ChooseQuestion
    | DoubleQuestion
    | TrickQuestion
    | DominoQuestion
    | Event
    | DealEnd
    | Fault
    | Bye
)
"""A line from the arena to a bot."""


@final
class Greeting(TypedDict):
    """A bot's answer to `hello`."""

    id: Id
    """The question's name; give it back as it came."""
    protocol: Literal[1]
    """The version that the bot speaks."""
    name: str
    """What the bot calls itself, in printable characters. In a league it goes by the name in its
    `bot.yaml`, or in the tournament.
    """
    version: NotRequired[str]
    """The bot's version."""
    author: NotRequired[str]
    """Who wrote it."""
    wants: NotRequired[list[Literal["events", "deals"]]]
    """What it wants to hear beside the questions: every answer of all seats as it is given, each
    finished deal.
    """


@final
class Answer(TypedDict):
    """A bot's answer to a question of a deal."""

    id: Id
    """The question's name; give it back as it came."""
    action: str
    """One of the question's `legal`, of which the first stands in for a wrong or missing one."""
    note: NotRequired[str]
    """Anything, at most 200 characters; kept with the evidence if the answer is a fault."""
    margin: NotRequired[int]
    """The points of this deal, after doubles, that the bot expects; kept, to be held against the
    result.
    """
    legal: NotRequired[list[str]]
    """The legal answers as the bot itself computed them; differences from the question's are
    reported.
    """
