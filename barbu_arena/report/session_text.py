"""A session deal by deal, as a player would write it down, in 80 columns."""

import textwrap
from collections.abc import Iterator, Sequence

from barbu_arena.game.doubling import Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.league.doubles import Double, deal_doubles
from barbu_arena.printable import printable
from barbu_arena.referee.record import DealRecord, FaultEntry, SessionRecord
from barbu_arena.referee.turns import Trick, Turn, deal_plays
from barbu_arena.report.deal_table import domino_lines, heading, points_row, trick_lines
from barbu_arena.report.ink import PLAIN, Ink
from barbu_arena.report.transfers_text import transfer_lines

_LINE = 80
_SEAT_WIDTH = 34
_NAME = 30


def session_text(
    record: SessionRecord, rules: RuleSet, only: int | None = None, ink: Ink = PLAIN
) -> str:
    """Return a session as text; `only` picks one deal. The record is taken to hold."""
    lines = [
        ink.strong(f"session {record.session}, board set {record.board_set}, rules {record.rules}"),
        *_wrapped("  ".join(f"{seat} {bot}" for seat, bot in enumerate(record.bots)), 0),
    ]
    scores = (0, 0, 0, 0)
    doubles_of = deal_doubles(rules)
    for deal in record.deals:
        scores = _add(scores, deal.adjusted)
        doubles = doubles_of(deal)
        if only is None or deal.deal == only:
            faults = [entry for entry in record.faults if entry.deal == deal.deal]
            part = DealText(record.bots, deal, rules, ink, faults)
            lines += ["", *part.lines(doubles, scores)]
    if only is None:
        lines += ["", *end_lines(record, ink)]
    return "\n".join(lines) + "\n"


def hands_lines(hands: Sequence[str], names: Sequence[str], ink: Ink = PLAIN) -> list[str]:
    """Return four hands around the table: seat 0 below, then clockwise from its left."""
    blocks = [_hand_block(seat, hands[seat], names[seat], ink) for seat in range(4)]
    indent = " " * (_SEAT_WIDTH // 2)
    lines = [indent + painted for _, painted in blocks[2]]
    for (plain, painted), (_, other) in zip(blocks[1], blocks[3], strict=True):
        lines.append(painted + " " * (_SEAT_WIDTH - len(plain)) + other)
    return lines + [indent + painted for _, painted in blocks[0]]


def _hand_block(seat: int, hand: str, name: str, ink: Ink) -> list[tuple[str, str]]:
    """Return the lines of one hand, each plain and painted."""
    title = f"{seat} {printable(name, _NAME)}"
    block = [(title, ink.strong(title))]
    for suit, ranks in zip("SHDC", hand.split("."), strict=True):
        text = f"{suit} {ranks or '–'}"
        block.append((text, ink.suit(text, suit)))
    return block


def said_names(bots: tuple[str, ...]) -> tuple[str, ...]:
    """Return what the seats are called in sentences: with their number where a bot sits twice."""
    if len(set(bots)) == len(bots):
        return bots
    return tuple(f"{seat} {bot}" for seat, bot in enumerate(bots))


class DealText:
    """One deal in text; `bots` are names by seat, `faults` those of the deal."""

    def __init__(
        self,
        bots: tuple[str, ...],
        deal: DealRecord,
        rules: RuleSet,
        ink: Ink,
        faults: Sequence[FaultEntry] = (),
    ) -> None:
        self._bots = bots
        self._said = said_names(bots)
        self._deal = deal
        self._rules = rules
        self._ink = ink
        self._faults = [entry for entry in faults if entry.ask != "bye"]

    def lines(self, doubles: Sequence[Double], scores: Scores) -> Iterator[str]:
        """Yield the deal from its title to the scores; `scores` are those of the session so far."""
        deal = self._deal
        detail = f" {deal.trump}" if deal.trump else f" from {deal.start}" if deal.start else ""
        title = f"deal {deal.deal}: {self._said[deal.declarer]} declares {deal.contract}{detail}"
        yield self._ink.strong(title)
        yield from hands_lines(deal.hands, self._bots, self._ink)
        if deal.calls is not None:
            yield from calls_lines(deal.calls, self._said)
        yield from self._play_lines()
        for entry in self._faults:
            yield _fault_line(entry, self._said, f"at {entry.ask} {entry.n}")
        yield from self.score_lines(doubles, scores)

    def score_lines(self, doubles: Sequence[Double], scores: Scores) -> Iterator[str]:
        """Yield who paid whom, and the points of the deal down to the session's so far."""
        if doubles:
            yield "transfers:"
            yield from transfer_lines(doubles, self._bots)
        yield heading(self._bots, self._ink)
        for label, row in _score_rows(self._deal, scores):
            yield points_row(label, row)

    def _play_lines(self) -> Iterator[str]:
        plays = deal_plays(self._deal, self._rules)
        tricks = [play for play in plays if isinstance(play, Trick)]
        if tricks:
            return trick_lines(tricks, self._bots, self._ink)
        turns = [play for play in plays if isinstance(play, Turn)]
        return domino_lines(turns, self._bots, self._ink)


def _score_rows(deal: DealRecord, scores: Scores) -> Iterator[tuple[str, Sequence[int]]]:
    yield "raw", deal.raw
    if deal.calls is not None:
        doubles = [after - before for before, after in zip(deal.raw, deal.adjusted, strict=True)]
        yield "doubles", doubles
        yield "adjusted", deal.adjusted
    yield "session", scores


def _call(seat: int, targets: tuple[int, ...], bots: tuple[str, ...]) -> str:
    if not targets:
        return f"{bots[seat]} passes"
    return f"{bots[seat]} doubles " + " and ".join(bots[target] for target in targets)


def calls_lines(
    calls: Sequence[tuple[int, tuple[int, ...]]], said: tuple[str, ...]
) -> Iterator[str]:
    """Yield the calls (seat, targets), `said` being what the seats are called in sentences.

    Lines are broken between two calls, and within one only if it is very long.
    """
    label = "calls: "
    line = ""
    for call in (_call(seat, targets, said) for seat, targets in calls):
        if line and len(f"{label}{line}, {call}") >= _LINE:
            yield from _wrapped(f"{label}{line},", len(label))
            label, line = " " * len(label), call
        else:
            line = f"{line}, {call}" if line else call
    yield from _wrapped(label + line, len(label))


def end_lines(record: SessionRecord, ink: Ink) -> Iterator[str]:
    """Yield the end of a session: penalties, totals, and faults that belong to no deal."""
    yield heading(record.bots, ink, label="final")
    for label, row in (
        ("quota", record.quota_penalties),
        ("faults", record.fault_penalties),
        ("total", record.totals),
    ):
        if label == "total" or any(row):
            yield points_row(label, row)
    for entry in record.faults:
        if entry.deal == 0:
            yield _fault_line(entry, said_names(record.bots), "before the first deal")
        if entry.ask == "bye":
            yield _fault_line(entry, said_names(record.bots), "after the last deal")


def _fault_line(entry: FaultEntry, bots: tuple[str, ...], when: str) -> str:
    end = ", retired" if entry.retired else ""
    return f"fault: {bots[entry.seat]}, {entry.fault} {when}{end}"


def _wrapped(text: str, indent: int) -> list[str]:
    return textwrap.wrap(text, _LINE, subsequent_indent=" " * indent)


def _add(a: Scores, b: Scores) -> Scores:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]
