"""One table: ask, judge, record.

The referee knows no rule of Barbu: a deal offers a seat and its legal answers, and whatever a
player says is one of them or a fault. It never raises for a bot. Source: design §7, §8.
"""

from collections.abc import Sequence
from dataclasses import replace

from barbu_arena.game.cards import PASS, hand_text
from barbu_arena.game.deal import PLAY_NAMES, Ask, Deal
from barbu_arena.game.doubling import CALL_NAMES, Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.game.session import Dealer, Session
from barbu_arena.game.trick_play import TrickPlay
from barbu_arena.players.answers import cut
from barbu_arena.players.compact_json import compact
from barbu_arena.players.fault import Fault
from barbu_arena.players.player import Player
from barbu_arena.players.questions import Questions
from barbu_arena.referee.penalties import REPLACED, FaultPolicy, penalty
from barbu_arena.referee.record import (
    DealRecord,
    FaultEntry,
    SessionRecord,
    deal_fields,
    sealed,
)
from barbu_arena.referee.session_plan import SessionPlan


class Referee:
    """The referee of one session between four players.

    `faults` and `evidence` grow side by side: where each fault stands in the record, and the fault
    itself with what was asked and answered.
    """

    def __init__(
        self, rules: RuleSet, dealer: Dealer, players: Sequence[Player], policy: FaultPolicy
    ) -> None:
        self._rules = rules
        self._session = Session(rules, dealer)
        self._players = players
        self._policy = policy
        self._replaced = [0, 0, 0, 0]
        self._retired = [False, False, False, False]
        self._announcements = {
            name.encode(): code for name, code in rules.announcement_codes.items()
        }
        self.faults: list[FaultEntry] = []
        self.evidence: list[Fault] = []

    def play(self, plan: SessionPlan, seeds: Sequence[int]) -> SessionRecord:
        """Play a session to its end and return its record; `seeds` are the bots' own, by seat.

        Raises ArenaTrouble if the session is void.
        """
        self._open(plan, seeds)
        questions = Questions(self._rules, plan.session)
        deals = []
        session = self._session
        while (deal := session.deal) is not None:
            questions.open_deal(deal, session.scores)
            self._play_deal(deal, questions)
            session.finish_deal()
            deals.append(deal_record(deal))
            self._tell_deal(deals[-1], session.scores)
        self._close(len(deals))
        return self._record(plan, tuple(deals))

    def _open(self, plan: SessionPlan, seeds: Sequence[int]) -> None:
        """Start the four players, side by side, and tell them which session this is."""
        for player in self._players:
            player.begin()
        for seat, player in enumerate(self._players):
            fault = player.ready()
            if fault is not None:
                self._note(FaultEntry(0, seat, "hello", 0, fault.kind, True), fault)
                continue
            player.tell(session_message(plan.session, seat, seeds[seat], self._rules.deals))

    def _close(self, deals: int) -> None:
        """Book what the players did wrong beside their answers."""
        for seat, player in enumerate(self._players):
            fault = None if self._retired[seat] else player.parting_fault()
            if fault is not None:
                self._note(FaultEntry(deals, seat, "bye", 0, fault.kind, True), fault)

    def _play_deal(self, deal: Deal, questions: Questions) -> None:
        retired = self._retired
        listeners = self._listeners("events")
        while not deal.over:
            seat, legal = deal.seat, deal.legal
            if legal & (legal - 1) == 0 or retired[seat]:
                answer = (legal & -legal).bit_length() - 1
            else:
                answer = self._ask(deal, questions)
            if listeners:
                event = {
                    "type": "event",
                    "deal": deal.number,
                    "seat": seat,
                    "action": deal.names[answer],
                }
                self._tell(listeners, compact(event))
            deal.apply(answer)

    def _ask(self, deal: Deal, questions: Questions) -> int:
        """Return the answer that stands: the player's if it is legal, else the first legal one."""
        legal = deal.legal
        action = self._players[deal.seat].ask(questions.body())
        if isinstance(action, Fault):
            fault = action
        else:
            code = self._code(deal, action)
            if code is not None and legal >> code & 1:
                return code
            fault = Fault("illegal", self._why_illegal(deal, action, code))
        self._charge(deal, fault)
        return (legal & -legal).bit_length() - 1

    def _code(self, deal: Deal, action: bytes) -> int | None:
        if deal.ask is Ask.PLAY:
            return _PLAY_CODES.get(action)
        if deal.ask is Ask.DOUBLE:
            return _CALL_CODES.get(action)
        return self._announcements.get(action)

    def _why_illegal(self, deal: Deal, action: bytes, code: int | None) -> str:
        if code is None or (code == PASS and isinstance(deal.play, TrickPlay)):
            what = {Ask.PLAY: "card", Ask.DOUBLE: "call", Ask.CHOOSE: "announcement"}[deal.ask]
            return f"no such {what}: {cut(action, 40)}"
        if deal.ask is Ask.PLAY:
            return deal.in_play.why_illegal(code)
        legal = ", ".join(name for code, name in enumerate(deal.names) if deal.legal >> code & 1)
        why = f": {deal.why_illegal_call(code)}" if deal.ask is Ask.DOUBLE else ""
        return f"{action.decode()} is not open{why}; legal are {legal}"

    def _charge(self, deal: Deal, fault: Fault) -> None:
        """Book a fault of the seat on move, tell the bot, and retire it if that is due."""
        seat = deal.seat
        player = self._players[seat]
        if fault.kind == "illegal":
            question, answer = player.last_exchange()
            fault = replace(fault, question=question, answer=answer)
        retires = fault.kind not in REPLACED
        if not retires:
            self._replaced[seat] += 1
            retires = self._replaced[seat] >= self._policy.max_faults
        player.judged(fault)
        place = FaultEntry(deal.number, seat, deal.ask.value, deal.position, fault.kind, retires)
        self._note(place, fault)

    def _note(self, entry: FaultEntry, fault: Fault) -> None:
        self.faults.append(entry)
        self.evidence.append(fault)
        if entry.retired:
            self._retired[entry.seat] = True
            self._players[entry.seat].retire()

    def _listeners(self, want: str) -> list[int]:
        return [
            seat
            for seat, player in enumerate(self._players)
            if want in player.wants and not self._retired[seat]
        ]

    def _tell(self, seats: list[int], message: bytes) -> None:
        for seat in seats:
            if not self._retired[seat]:
                self._players[seat].tell(message)

    def _tell_deal(self, deal: DealRecord, scores: Scores) -> None:
        listeners = self._listeners("deals")
        if listeners:
            fields = {
                "type": "deal_end",
                "deal": deal.deal,
                "record": deal_fields(deal),
                "scores": scores,
            }
            self._tell(listeners, compact(fields))

    def _record(self, plan: SessionPlan, deals: tuple[DealRecord, ...]) -> SessionRecord:
        quota = self._session.quota_penalties()
        faults = [
            penalty(self._policy, self._replaced[seat], self._retired[seat]) for seat in range(4)
        ]
        totals = [
            score + quota[seat] + faults[seat] for seat, score in enumerate(self._session.scores)
        ]
        return sealed(
            SessionRecord(
                rules=self._rules.name,
                board_set=plan.board_set,
                round=plan.round,
                table=plan.table,
                seating=plan.seating,
                bots=plan.bots,
                deals=deals,
                faults=tuple(self.faults),
                quota_penalties=quota,
                fault_penalties=(faults[0], faults[1], faults[2], faults[3]),
                totals=(totals[0], totals[1], totals[2], totals[3]),
            )
        )


_PLAY_CODES = {name.encode(): code for code, name in enumerate(PLAY_NAMES)}
_CALL_CODES = {name.encode(): code for code, name in enumerate(CALL_NAMES)}


def session_message(session: str, seat: int, seed: int, deals: int) -> bytes:
    """Return the line, without its line feed, that tells a bot which session begins."""
    return compact(
        {"type": "session", "session": session, "seat": seat, "seed": seed, "deals": deals}
    )


def deal_record(deal: Deal) -> DealRecord:
    """Return the record of a deal that is over; checks that the scores sum to what they must."""
    named = deal.named
    raw, adjusted = deal.raw(), deal.adjusted()
    if sum(raw) != named.contract.total or sum(adjusted) != sum(raw):
        raise AssertionError(f"deal {deal.number}: scores {raw} {adjusted} do not sum up")
    hands = [hand_text(hand) for hand in deal.hands]
    return DealRecord(
        deal=deal.number,
        declarer=deal.declarer,
        hands=(hands[0], hands[1], hands[2], hands[3]),
        contract=named.contract.name,
        plays=tuple([PLAY_NAMES[code] for code in deal.in_play.codes()]),
        raw=raw,
        adjusted=adjusted,
        trump=named.trump,
        start=named.start,
        calls=tuple(deal.calls) if deal.rules.doubling is not None else None,
    )
