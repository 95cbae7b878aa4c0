"""A record replayed without bots: every call and card judged again, every sum made again."""

from collections.abc import Callable, Iterator

from barbu_arena.game.cards import CARD_CODES, DECK, PASS, PASS_NAME, codes, hand_from_text
from barbu_arena.game.deal import PLAY_NAMES, Deal
from barbu_arena.game.dealing import Hands
from barbu_arena.game.domino_play import DominoPlay
from barbu_arena.game.doubling import CALL_CODES, Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import Session, dealer
from barbu_arena.game.trick_play import TrickPlay
from barbu_arena.referee.fault_book import FaultBook
from barbu_arena.referee.penalties import FaultPolicy
from barbu_arena.referee.record import DealRecord, SessionRecord
from barbu_arena.referee.record_reader import RecordError

_PLAY_CODES = {**CARD_CODES, PASS_NAME: PASS}


def check_record(
    record: SessionRecord,
    rules: RuleSet,
    seed: str | None = None,
    policy: FaultPolicy | None = None,
) -> None:
    """Replay a session and compare it with its record; RecordError names the first difference.

    With a seed the hands must be those of the seed; with a policy the penalties must be what the
    faults cost.
    """
    if record.rules != rules.name:
        raise RecordError(f"played by rule set {record.rules!a}, not {rules.name}")
    if len(record.deals) != rules.deals:
        raise RecordError(f"{len(record.deals)} deals; a session has {rules.deals}")
    session = recorded_session(record, rules)
    book = FaultBook(record.faults, policy, rules.deals)
    deals = dealer(seed, record.board_set) if seed is not None else None
    for deal_record in record.deals:
        deal = session.deal
        assert deal is not None
        if deals is not None and deal.hands != deals(*rules.place(deal.number)):
            raise RecordError(f"deal {deal.number}: the hands are not those of the seed")
        _replay_deal(deal, deal_record, book)
        session.finish_deal()
    book.check_spent()
    _check_sums(record, session, book)


def recorded_session(record: SessionRecord, rules: RuleSet) -> Session:
    """Return a session that deals the hands of a record. Raises RecordError for other hands."""
    hands = {
        rules.place(number): _hands(deal, number)
        for number, deal in enumerate(record.deals, start=1)
    }
    return Session(rules, lambda block, index: hands[block, index])


def recorded_answers(deal: Deal, record: DealRecord) -> Iterator[int]:
    """Yield the codes of a record's answers in order: the announcement, the calls, the plays.

    The record is taken to hold.
    """
    announcement = _announcement_code(deal, record)
    assert announcement is not None
    yield announcement
    for _, targets in record.calls or ():
        yield CALL_CODES[targets]
    for name in record.plays:
        yield _PLAY_CODES[name]


def _hands(deal: DealRecord, number: int) -> Hands:
    try:
        hands = [hand_from_text(text) for text in deal.hands]
    except ValueError as error:
        raise RecordError(f"deal {number}: hands: {error}") from None
    if hands[0] | hands[1] | hands[2] | hands[3] != DECK:
        raise RecordError(f"deal {number}: hands: a card is held twice, and one is missing")
    return hands[0], hands[1], hands[2], hands[3]


def _replay_deal(deal: Deal, record: DealRecord, book: FaultBook) -> None:
    number = deal.number
    if record.deal != number:
        raise RecordError(f"deal {number}: numbered {record.deal}")
    if record.declarer != deal.declarer:
        raise RecordError(f"deal {number}: declarer {record.declarer}, right {deal.declarer}")
    _replay_announcement(deal, record, book)
    _replay_calls(deal, record, book)
    if book.concerns(number):
        _replay_plays(deal, record, lambda code: book.check(deal, code))
    else:
        _replay_plays(deal, record, None)
    _compare("raw", number, record.raw, deal.raw())
    _compare("adjusted", number, record.adjusted, deal.adjusted())


def _announcement_code(deal: Deal, record: DealRecord) -> int | None:
    """Return the code of what was announced, if the declarer could."""
    said = (record.contract, record.trump, record.start)
    for code in codes(deal.choices):
        way = deal.rules.announcements[code]
        if (way.contract.name, way.trump, way.start) == said:
            return code
    return None


def _replay_announcement(deal: Deal, record: DealRecord, book: FaultBook) -> None:
    code = _announcement_code(deal, record)
    if code is None:
        said = {"contract": record.contract, "trump": record.trump, "start": record.start}
        shown = ", ".join(f"{key} {value!a}" for key, value in said.items() if value is not None)
        raise RecordError(f"deal {deal.number}: {shown} is not open to the declarer")
    book.check(deal, code)
    deal.apply(code)


def _replay_calls(deal: Deal, record: DealRecord, book: FaultBook) -> None:
    if deal.rules.doubling is None:
        if record.calls is not None:
            raise RecordError(f"deal {deal.number}: calls under rules without doubles")
        return
    calls = record.calls or ()
    if len(calls) != 4:
        raise RecordError(f"deal {deal.number}: {len(calls)} calls, right 4")
    for seat, targets in calls:
        if seat != deal.seat:
            raise RecordError(f"deal {deal.number}: a call of seat {seat}, right {deal.seat}")
        code = CALL_CODES.get(targets)
        if code is None or not deal.legal >> code & 1:
            shown = list(targets)
            raise RecordError(f"deal {deal.number}: the call {shown} of seat {seat} is not legal")
        book.check(deal, code)
        deal.apply(code)


def _replay_plays(deal: Deal, record: DealRecord, check: Callable[[int], None] | None) -> None:
    play = deal.in_play
    for turn, name in enumerate(record.plays):
        code = _PLAY_CODES.get(name)
        if play.over:
            raise RecordError(f"deal {deal.number}: plays after the deal ended, at {turn}")
        if code is None or not play.legal >> code & 1:
            raise RecordError(f"deal {deal.number}: {_not_legal(play, name)}")
        if check is not None:
            deal.legal, deal.seat = play.legal, play.seat
            check(code)
        play.play(code)
    deal.over = play.over
    if not play.over:
        count = len(record.plays)
        raise RecordError(f"deal {deal.number}: the plays end after {count}, before the deal does")


def _not_legal(play: TrickPlay | DominoPlay, name: str) -> str:
    legal = " ".join(PLAY_NAMES[code] for code in codes(play.legal))
    where = ""
    if isinstance(play, TrickPlay):
        trick = " ".join(PLAY_NAMES[code] for code in play.trick) or "none"
        where = f" (trick so far: {trick})"
    verb = "is" if play.legal.bit_count() == 1 else "are"
    return f"{name[:8]!a} by seat {play.seat} is not legal, {legal} {verb}{where}"


def _compare(what: str, number: int, claimed: Scores, right: Scores) -> None:
    if claimed != right:
        raise RecordError(f"deal {number}: {what} {list(claimed)}, right {list(right)}")


def _check_sums(record: SessionRecord, session: Session, book: FaultBook) -> None:
    quota = session.quota_penalties()
    if record.quota_penalties != quota:
        raise RecordError(f"quota penalties {list(record.quota_penalties)}, right {list(quota)}")
    book.check_penalties(record.fault_penalties)
    totals = [
        score + quota_penalty + fault_penalty
        for score, quota_penalty, fault_penalty in zip(
            session.scores, quota, record.fault_penalties, strict=True
        )
    ]
    if list(record.totals) != totals:
        raise RecordError(f"totals {list(record.totals)}, right {totals}")
