"""The schedule of a tournament file, and the house bot that fills up its tables.

Source: design §6.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import PlainValidator

from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import Grant, load_bot
from barbu_arena.files.document import (
    Document,
    Section,
    is_name,
    nearest,
    one_of,
    unexpected,
    whole,
)
from barbu_arena.league.schedule import MOST_BOTS, house_seats, unfit
from barbu_arena.league.tournament import Kind, SchedulePlan
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.printable import printable

HOUSE_FOLDER = Path(__file__).parent / "house"
"""The bot that comes with the package, wherever that is installed."""

Rounds = Annotated[int, whole(1, 100_000)]


def _names(value: object) -> tuple[str, ...]:
    names = value if isinstance(value, list) else [value]
    if names and all(isinstance(name, str) and is_name(name) for name in names):
        return tuple(names)
    raise unexpected("the name of a bot, or a list of names")


Names = Annotated[tuple[str, ...], PlainValidator(_names)]
_Seatings = Literal[1, 4, 12, 24]
"""What may be asked for: a head-to-head has its own."""


class ScheduleSection(Section):
    """The keys of `schedule`. Defaults are those of `SchedulePlan`: only keys given count."""

    kind: Annotated[Kind, one_of(Kind)] = "round-robin"
    rounds: Rounds = 1
    seatings: Annotated[_Seatings, one_of(_Seatings)] = 4
    challengers: Names = ()
    singles_every: Rounds = 0


def read_schedule(
    document: Document, section: ScheduleSection, bots: Sequence[Bot], limits: ResourceLimits
) -> tuple[SchedulePlan, Bot | None]:
    """Return the schedule, and the house bot if entrants leave seats empty; problems are noted.

    `bots` are those that could be had.
    """
    count = document.size(("bots",))
    plan = _plan(document, section, count)
    if len(bots) < count:
        return plan, None
    names = [bot.name for bot in bots]
    _check_challengers(document, plan, names)
    return plan, _house_bot(document, names, limits) if house_seats(plan, count) else None


def _plan(document: Document, section: ScheduleSection, bots: int) -> SchedulePlan:
    given: dict[str, Any] = section.model_dump(exclude_unset=True)
    if section.kind == "head-to-head":
        given.setdefault("seatings", 2)
    plan = SchedulePlan(**given)
    for key, kind in (("challengers", "gauntlet"), ("singles_every", "head-to-head")):
        if key in given and plan.kind != kind:
            what = f"expected only with kind: {kind}, got it with kind: {plan.kind}"
            document.complain(("schedule", key), what)
    if plan.kind == "gauntlet" and not plan.challengers:
        what = "expected challengers: …, the bots that meet all others, got nothing"
        document.complain(("schedule",), what)
    elif 1 <= bots <= MOST_BOTS and (problem := unfit(plan, bots)):
        document.complain(("schedule",), problem)
    return plan


def _check_challengers(document: Document, plan: SchedulePlan, names: list[str]) -> None:
    for i, name in enumerate(plan.challengers):
        if name not in names:
            what = f"expected the name of a bot ({', '.join(names)}), got '{printable(name, 32)}'"
            document.complain(("schedule", "challengers"), what + nearest(name, names))
        elif name in plan.challengers[:i]:
            document.complain(("schedule", "challengers"), f"expected each once, got {name} twice")


def _house_bot(document: Document, names: list[str], limits: ResourceLimits) -> Bot | None:
    try:
        bot = load_bot(HOUSE_FOLDER, Grant(limits=limits))
    except ConfigError as error:
        document.complain_of_file(("bots",), error)
        return None
    if bot.name in names:
        document.complain(
            ("bots", names.index(bot.name)),
            f"expected another name than '{bot.name}', which is that of the arena's own bot: "
            "it holds the seats that are left",
        )
    return bot


def schedule_fields(plan: SchedulePlan) -> dict[str, Any]:
    """Return a schedule for the manifest, in JSON's types; what is of other kinds is left out."""
    fields: dict[str, Any] = {
        "kind": plan.kind,
        "rounds": plan.rounds,
        "seatings": plan.seatings,
    }
    if plan.challengers:
        fields["challengers"] = list(plan.challengers)
    if plan.singles_every:
        fields["singles_every"] = plan.singles_every
    return fields
