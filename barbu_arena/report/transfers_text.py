"""Who paid whom for which double, in words."""

from collections.abc import Iterator, Sequence

from barbu_arena.league.doubles import KIND_NAMES, REDOUBLE, Double
from barbu_arena.report.deal_table import seat_name

_NAME = 16


def transfer_lines(doubles: Sequence[Double], names: Sequence[str]) -> Iterator[str]:
    """Yield a line a double, in turn order; none where nobody doubled."""
    named = [seat_name(seat, name, _NAME) for seat, name in enumerate(names)]
    width = max(map(len, named))
    for double in doubles:
        payer, taker = double.seat, double.target
        if double.points > 0:
            payer, taker = taker, payer
        verb = "pays" if double.points else "even"
        line = f"  {named[payer]:<{width}} {verb} {named[taker]:<{width}} {abs(double.points):>4}"
        yield f"{line}   {_reason(double)}"


def _reason(double: Double) -> str:
    if double.kind == REDOUBLE:
        return f"{double.seat} redoubled {double.target}"
    return f"{double.seat} doubled {double.target}, {KIND_NAMES[double.kind]}"
