"""What two bots of a tournament file are compared by: the key `test`.

It stands in the file, and so in the results, before the first deal. Source: statistics.md §3.6.
"""

from dataclasses import asdict
from typing import Annotated, Any

from barbu_arena.files.document import Document, Section, decimal
from barbu_arena.league.sequential import Hypotheses
from barbu_arena.league.tournament import SchedulePlan

Difference = Annotated[float, decimal("points per deal", -100, 100)]
Risk = Annotated[float, decimal("a probability", 0.001, 0.4)]


class ComparisonSection(Section):
    """The keys of `test`. Defaults are those of `Hypotheses`: only keys given count."""

    h0: Difference = 0.0
    h1: Difference = 0.0
    alpha: Risk = 0.0
    beta: Risk = 0.0


def read_test(document: Document, section: ComparisonSection, plan: SchedulePlan) -> Hypotheses:
    """Return what is tested; problems are noted."""
    test = Hypotheses(**section.model_dump(exclude_unset=True))
    if plan.kind != "head-to-head":
        what = f"expected only with schedule: {{kind: head-to-head}}, got kind: {plan.kind}"
        document.complain(("test",), what)
    if test.h0 >= test.h1:
        document.complain(("test",), f"expected h0 below h1, got h0: {test.h0}, h1: {test.h1}")
    return test


def comparison_fields(test: Hypotheses | None) -> dict[str, Any]:
    """Return what is tested for the manifest, in thousandths, to be merged; empty for nothing.

    JSON's numbers are written in more than one way unless they are whole.
    """
    if test is None:
        return {}
    return {"test": {f"{key}_milli": round(1000 * x) for key, x in asdict(test).items()}}
