"""The faults of one record, held against the penalties and against what the session shows."""

from barbu_arena.game.deal import Deal
from barbu_arena.game.doubling import Scores
from barbu_arena.players.fault import FAULT_KINDS
from barbu_arena.referee.penalties import REPLACED, FaultPolicy, penalty
from barbu_arena.referee.record import FaultEntry
from barbu_arena.referee.record_reader import RecordError

_Place = tuple[int, int, str, int]
"""Deal, seat, ask, n."""
_ASKS = ("choose", "double", "play", "bye")


class FaultBook:
    """Which answers of a session were replaced, and from where on a stand-in answered.

    With the tournament's policy everything is held against the play: a fault must stand where
    that seat was asked, and it and all answers after a retirement must be the first legal ones.
    Without one (a bare ledger) only form, order and the signs of the penalties are checked.
    """

    def __init__(
        self, entries: tuple[FaultEntry, ...], policy: FaultPolicy | None, deals: int
    ) -> None:
        """`deals` is how many deals the session has."""
        self._policy = policy
        self._deals_played = deals
        self._places: dict[_Place, FaultEntry] = {}
        self._retired: set[int] = set()
        self._retiring: set[int] = set()
        self._replaced = [0, 0, 0, 0]
        self._deals = {entry.deal for entry in entries}
        self._last = (0, 0, -1)
        for entry in entries:
            self._admit(entry)

    def _admit(self, entry: FaultEntry) -> None:
        where = f"deal {entry.deal}: fault of seat {entry.seat}"
        _check_form(entry, where, self._deals_played)
        self._check_order(entry, where)
        if entry.seat in self._retiring:
            raise RecordError(f"{where}: the bot was retired before")
        if entry.retired:
            self._retiring.add(entry.seat)
        if entry.deal == 0:
            self._retired.add(entry.seat)
        if entry.ask in ("hello", "bye"):
            return
        if entry.fault in REPLACED:
            self._replaced[entry.seat] += 1
            self._check_limit(entry, where)
        self._places[entry.deal, entry.seat, entry.ask, entry.n] = entry

    def _check_order(self, entry: FaultEntry, where: str) -> None:
        """Raise RecordError for a fault that is not later in play than the one listed before it."""
        ask = _ASKS.index(entry.ask) if entry.deal else 0
        # Before the first deal and after the last all four are met, in the order of the seats.
        place = entry.deal, ask, entry.seat if entry.ask in ("hello", "bye") else entry.n
        if place <= self._last:
            raise RecordError(f"{where}: listed twice, or not in the order of play")
        self._last = place

    def _check_limit(self, entry: FaultEntry, where: str) -> None:
        if self._policy is None:
            return
        last = self._replaced[entry.seat] >= self._policy.max_faults
        if entry.retired != last:
            raise RecordError(f"{where}: retired is {entry.retired}, right {last}")

    def concerns(self, deal: int) -> bool:
        """Whether a fault or a stand-in touches a deal, and it is known what that means."""
        return self._policy is not None and (bool(self._retired) or deal in self._deals)

    def check(self, deal: Deal, answer: int) -> None:
        """Hold one answer, about to be applied, against the faults at its place."""
        if not self.concerns(deal.number):
            return
        seat, legal = deal.seat, deal.legal
        entry = self._places.pop((deal.number, seat, deal.ask.value, deal.position), None)
        if entry is None and seat not in self._retired:
            return
        where = f"deal {deal.number}: {deal.ask.value} of seat {seat}"
        if entry is not None:
            if legal & (legal - 1) == 0:
                raise RecordError(f"{where}: a fault where there was nothing to ask")
            if entry.retired:
                self._retired.add(seat)
        if answer != (legal & -legal).bit_length() - 1:
            raise RecordError(f"{where}: not the first legal answer, which stands in for a bot")

    def check_spent(self) -> None:
        """Raise RecordError if a fault names a place where that seat was not asked."""
        if self._policy is None:
            return
        for deal, seat, ask, n in self._places:
            raise RecordError(f"deal {deal}: a fault of seat {seat} at {ask} {n}: not asked there")

    def check_penalties(self, penalties: Scores) -> None:
        """Compare the fault penalties with the faults; in full only under a policy."""
        for seat, points in enumerate(penalties):
            retired = seat in self._retiring
            if points and not self._replaced[seat] and not retired:
                raise RecordError(f"fault penalties without faults: {points} for seat {seat}")
            if points > 0:
                raise RecordError(f"a fault penalty of {points} for seat {seat}: above zero")
            if self._policy is None:
                continue
            right = penalty(self._policy, self._replaced[seat], retired)
            if points != right:
                raise RecordError(f"fault penalty {points} for seat {seat}, right {right}")


def _check_form(entry: FaultEntry, where: str, deals: int) -> None:
    """Raise RecordError for a fault that could stand in no record."""
    if entry.fault not in FAULT_KINDS:
        raise RecordError(f"{where}: unknown kind {entry.fault[:40]!a}")
    if entry.deal == 0 and (entry.ask, entry.n) != ("hello", 0):
        raise RecordError(f"{where}: before the first deal only hello is asked")
    if entry.ask == "bye" and (entry.n, entry.fault, entry.deal) != (0, "resource", deals):
        raise RecordError(f"{where}: after the last deal there is only resource, with n 0")
    if entry.deal and entry.ask not in _ASKS:
        raise RecordError(f"{where}: asked for {entry.ask[:40]!a}")
    if not entry.retired and (entry.fault not in REPLACED or entry.deal == 0):
        raise RecordError(f"{where}: {entry.fault} always retires")
