"""`show --question`: one question of a recorded session, as lines that a bot can be asked."""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from barbu_arena.cli.streams import tell, write

if TYPE_CHECKING:
    from barbu_arena.referee.asked import AskedQuestion

_PLACE = re.compile(
    r"(?P<session>\d+\.\d+\.\d+):(?P<deal>\d{1,3})"
    r":(?:(?P<number>\d{1,3})|(?P<ask>choose|double|play) ?(?P<n>\d{1,3})?)",
    re.ASCII,
)
_EXPECTED = (
    "SESSION:DEAL:N such as 1.1.2:3:12, the 12th question of deal 3, or 1.1.2:3:play17, the one "
    "with 17 plays before it"
)


def show_question(folder: Path, place: str, seat: int | None, output: Path | None) -> None:
    """Write the lines of a question to a file, or to stdout, and tell what it is.

    Raises ConfigError for a place where nobody was asked.
    """
    from barbu_arena.errors import ConfigError
    from barbu_arena.files.results_folder import find_record, read_league
    from barbu_arena.league.opening import question_lines
    from barbu_arena.printable import printable
    from barbu_arena.referee.asked import asked_questions

    found = _PLACE.fullmatch(place)
    if found is None:
        raise click.UsageError(f"--question: expected {_EXPECTED}; got {printable(place)}")
    league = read_league(folder)
    record = find_record(league, found["session"])
    deal = int(found["deal"])
    if not 1 <= deal <= len(record.deals):
        raise ConfigError(f"--question: expected a deal from 1 to {len(record.deals)}, got {deal}")
    every = asked_questions(record, league.tournament.rules, deal)
    asked = _chosen(every, found, seat)
    if asked is None:
        raise ConfigError(f"--question: {_asked_there(every, deal, seat)}; got {found.group()}")
    lines = question_lines(league.tournament, record.session, asked)
    text = b"".join(line + b"\n" for line in lines).decode()
    if output is None:
        write(text)
    else:
        try:
            # Written into what is there: it may be a device, or a pipe to a bot.
            output.write_text(text, "utf-8")
        except OSError as error:
            raise click.UsageError(
                f"--output: {printable(str(output), 200)} cannot be written: {error.strerror}; "
                "choose another place"
            ) from None
    tell(
        f"session {record.session}, deal {deal}, question {asked.number} of {len(every)}: "
        f"{asked.ask} {asked.n} of seat {asked.seat}, {record.bots[asked.seat]}; "
        f"{asked.answer} was taken"
    )


def _chosen(
    every: "Sequence[AskedQuestion]", place: re.Match[str], seat: int | None
) -> "AskedQuestion | None":
    """Return the question that a place names, of one seat's or of all; None if there is none."""
    open_to = [asked for asked in every if seat is None or asked.seat == seat]
    if place["number"] is not None:
        number = int(place["number"])
        return open_to[number - 1] if 1 <= number <= len(open_to) else None
    named = (place["ask"], int(place["n"] or 0))
    return next((asked for asked in open_to if (asked.ask, asked.n) == named), None)


def _asked_there(every: "Sequence[AskedQuestion]", deal: int, seat: int | None) -> str:
    """Say in words which questions a deal has, of one seat or of all."""
    of_seat = [asked for asked in every if seat is None or asked.seat == seat]
    whose = "" if seat is None else f" of seat {seat}"
    places = [
        f"{ask} {' '.join(str(asked.n) for asked in of_seat if asked.ask == ask)}"
        for ask in dict.fromkeys(asked.ask for asked in of_seat)
    ]
    count = f"deal {deal} has {len(of_seat)} questions{whose}"
    return f"{count}: {', '.join(places)}" if places else count
