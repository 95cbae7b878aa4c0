"""A recorded session played again with its bots."""

import os
from dataclasses import dataclass, replace
from pathlib import Path

from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import folder_digest
from barbu_arena.files.results_folder import League
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.record import SessionRecord
from barbu_arena.referee.session_plan import SessionPlan


@dataclass(frozen=True, slots=True)
class Rematch:
    """What to play again, and which of the four bots are not what they were."""

    tournament: Tournament
    plan: SessionPlan
    changed: tuple[str, ...]


def rematch(league: League, record: SessionRecord, source: Path | None) -> Rematch:
    """Return what plays a recorded session again; `source` is the tournament file, if it moved.

    Rules, seed and clock are the league's own; only the bots' commands come from the file. One
    that was found through the manifest may be a stranger's: its ``sandbox: none`` is not heard.
    Raises ConfigError if the bots cannot be found.
    """
    path = source or league.source
    if not os.path.exists(path):  # False as well for what can be no name at all
        raise ConfigError(
            f"{path}: no such file: the bots are found through the tournament file; "
            "name it with --tournament"
        )
    plan = load_tournament(path, with_person=True).plan
    for bot in plan.bots:
        if bot.is_person and bot.name in record.bots:
            raise ConfigError(
                f"session {record.session}: {bot.name} is a person, who cannot be asked again; "
                "`barbu-arena verify` checks the record without its players"
            )
    bots = {bot.name: bot for bot in plan.players}
    missing = [name for name in record.bots if name not in bots]
    if missing:
        raise ConfigError(
            f"{path}: expected the bots {', '.join(record.bots)}; {missing[0]} is not there"
        )
    session = SessionPlan(record.round, record.table, record.seating, record.board_set, record.bots)
    changed = [
        name
        for name in sorted(set(record.bots))
        if folder_digest(Path(bots[name].folder)) != league.digests.get(name)
    ]
    players = tuple(bots[name] for name in record.bots)
    wish = "auto" if source is None and plan.sandbox == "none" else plan.sandbox
    tournament = replace(league.tournament, bots=players, house=None, sandbox=wish, reuse=False)
    return Rematch(tournament, session, tuple(changed))
