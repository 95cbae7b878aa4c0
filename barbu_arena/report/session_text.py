"""A session deal by deal, as a player would write it down."""

from collections.abc import Iterator, Sequence

from barbu_arena.game.cards import CARD_CODES, RANK_OF, SUIT_OF, left
from barbu_arena.game.contracts import TrickContract
from barbu_arena.game.doubling import Scores
from barbu_arena.game.rules import RuleSet
from barbu_arena.referee.record import DealRecord, FaultEntry, SessionRecord

_SEAT_WIDTH = 34


def session_text(record: SessionRecord, rules: RuleSet, only: int | None = None) -> str:
    """Return a session as text; `only` picks one deal."""
    lines = [
        f"session {record.session}, board set {record.board_set}, rules {record.rules}",
        "  ".join(f"{seat} {bot}" for seat, bot in enumerate(record.bots)),
    ]
    scores = (0, 0, 0, 0)
    for deal in record.deals:
        scores = _add(scores, deal.adjusted)
        if only is None or deal.deal == only:
            faults = [
                entry for entry in record.faults if entry.deal == deal.deal and entry.ask != "bye"
            ]
            lines += ["", *_deal_lines(deal, rules, record.bots, scores, faults)]
    if only is None:
        lines += ["", *_end_lines(record)]
    return "\n".join(lines) + "\n"


def hands_lines(hands: tuple[str, ...], names: tuple[str, ...]) -> list[str]:
    """Return four hands around the table: seat 0 below, then clockwise from its left."""
    blocks = [
        [
            f"{seat} {names[seat]}",
            *(
                f"{suit} {ranks or '–'}"
                for suit, ranks in zip("SHDC", hands[seat].split("."), strict=True)
            ),
        ]
        for seat in range(4)
    ]
    indent = " " * (_SEAT_WIDTH // 2)
    lines = [indent + line for line in blocks[2]]
    lines += [f"{a:<{_SEAT_WIDTH}}{b}" for a, b in zip(blocks[1], blocks[3], strict=True)]
    return lines + [indent + line for line in blocks[0]]


def _deal_lines(
    deal: DealRecord,
    rules: RuleSet,
    bots: tuple[str, ...],
    scores: Scores,
    faults: list[FaultEntry],
) -> Iterator[str]:
    detail = f" {deal.trump}" if deal.trump else f" from {deal.start}" if deal.start else ""
    yield f"deal {deal.deal}: {bots[deal.declarer]} declares {deal.contract}{detail}"
    yield from hands_lines(deal.hands, bots)
    if deal.calls is not None:
        yield "calls: " + ", ".join(_call(seat, targets, bots) for seat, targets in deal.calls)
    contract = next(way for way in rules.contracts if way.name == deal.contract)
    if isinstance(contract, TrickContract):
        first = deal.declarer if rules.first_lead == "declarer" else left(deal.declarer)
        yield from _trick_lines(deal, first, bots)
    else:
        yield from _turn_lines(deal)
    for entry in faults:
        end = ", retired" if entry.retired else ""
        yield f"fault: {bots[entry.seat]}, {entry.fault} at {entry.ask} {entry.n}{end}"
    width = _column(bots)
    yield f"{'':12}" + "".join(f"{bot:>{width}}" for bot in bots)
    for title, row in _score_rows(deal, scores):
        yield f"{title:12}" + "".join(f"{points:>+{width}}" for points in row)


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


def _trick_lines(deal: DealRecord, first: int, bots: tuple[str, ...]) -> Iterator[str]:
    """Yield a line a trick, in the order of play; a star marks the winning card."""
    leader = first
    for number in range(0, len(deal.plays), 4):
        trick = deal.plays[number : number + 4]
        best = _winner(trick, deal.trump)
        cards = "  ".join(
            f"{left(leader, i)} {card}{'*' if i == best else ' '}" for i, card in enumerate(trick)
        )
        leader = left(leader, best)
        yield f"trick {number // 4 + 1:>2}:  {cards}  {bots[leader]}"


def _winner(trick: tuple[str, ...], trump: str | None) -> int:
    """Return the place of the winning card in a trick."""

    def strength(place: int) -> tuple[bool, bool, int]:
        code = CARD_CODES[trick[place]]
        same_suit = SUIT_OF[code] == SUIT_OF[CARD_CODES[trick[0]]]
        return trick[place][1] == trump, same_suit, RANK_OF[code]

    return max(range(len(trick)), key=strength)


def _turn_lines(deal: DealRecord) -> Iterator[str]:
    """Yield the turns of a Domino, sixteen a line."""
    for start in range(0, len(deal.plays), 16):
        yield f"turns {start + 1:>3}:  " + " ".join(deal.plays[start : start + 16])


def _end_lines(record: SessionRecord) -> Iterator[str]:
    width = _column(record.bots)
    yield f"{'final':12}" + "".join(f"{bot:>{width}}" for bot in record.bots)
    for title, row in (
        ("quota", record.quota_penalties),
        ("faults", record.fault_penalties),
        ("total", record.totals),
    ):
        if title == "total" or any(row):
            yield f"{title:12}" + "".join(f"{points:>+{width}}" for points in row)
    for entry in record.faults:
        if entry.deal == 0:
            yield f"fault: {record.bots[entry.seat]}, {entry.fault} before the first deal, retired"
        if entry.ask == "bye":
            yield f"fault: {record.bots[entry.seat]}, {entry.fault} after the last deal, retired"


def _column(bots: tuple[str, ...]) -> int:
    """Return the width of a column of scores under the bots' names."""
    return max(16, *(len(bot) + 2 for bot in bots))


def _add(a: Scores, b: Scores) -> Scores:
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3]
