"""Score sheets, hands and problems as tables, for those who read them with a program."""

from collections.abc import Sequence

from barbu_arena.referee.record import SessionRecord
from barbu_arena.report.grid import Column, Grid


def session_grid(record: SessionRecord, only: int | None = None) -> Grid:
    """Return the score sheet of a session, a row a deal; `only` picks one deal."""
    scores = [
        Column(f"{kind}_{seat}", f"{kind} {seat}", signed=True)
        for kind in ("raw", "adjusted")
        for seat in range(4)
    ]
    return Grid(
        schema="barbu-arena/session/1",
        heading=(
            f"session {record.session}: "
            + ", ".join(f"{seat} {bot}" for seat, bot in enumerate(record.bots)),
        ),
        columns=(
            Column("deal", "deal"),
            Column("declarer", "declarer"),
            Column("contract", "contract"),
            Column("detail", "trump/start"),
            *scores,
        ),
        rows=tuple(
            (
                deal.deal,
                deal.declarer,
                deal.contract,
                deal.trump or deal.start or "",
                *deal.raw,
                *deal.adjusted,
            )
            for deal in record.deals
            if only is None or deal.deal == only
        ),
    )


def hands_grid(hands: Sequence[str]) -> Grid:
    """Return four hands by seat, suit by suit."""
    return Grid(
        schema="barbu-arena/deal/1",
        heading=(),
        columns=(
            Column("seat", "seat"),
            Column("spades", "spades"),
            Column("hearts", "hearts"),
            Column("diamonds", "diamonds"),
            Column("clubs", "clubs"),
        ),
        rows=tuple((seat, *hand.split(".")) for seat, hand in enumerate(hands)),
    )


def problems_grid(problems: Sequence[str]) -> Grid:
    """Return what a verification found wrong, a row a problem."""
    return Grid(
        schema="barbu-arena/verify/1",
        heading=(),
        columns=(Column("problem", "problem"),),
        rows=tuple((problem,) for problem in problems),
    )
