"""A session that was left goes on from its journal, and ends as if it had not been left."""

from dataclasses import replace

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.league.journal import Journal, JournalPlayer, Said
from barbu_arena.players.fault import Fault
from barbu_arena.referee.record import SessionRecord
from tests.referee.scripted import Game, ScriptedPlayer, last

FAULTS = {3: "XX", 9: Fault("timeout", "no answer within 5.00 s"), 20: Fault("crash", "exited")}


def game() -> Game:
    """Return a session with a bot that fails three times, the last time for good."""
    wants = frozenset({"events", "deals"})
    return Game({1: ScriptedPlayer(FAULTS), 2: ScriptedPlayer(habit=last, wants=wants)})


def noted(of: Game, journal: Journal) -> SessionRecord:
    of.referee._players = [
        JournalPlayer(player, seat, f"bot-{seat}", journal)
        for seat, player in enumerate(of.players)
    ]
    return of.play()


def whole() -> tuple[SessionRecord, list[Said]]:
    kept: list[Said] = []
    journal = Journal([], kept.append)
    record = noted(game(), journal)
    assert len(journal) == len(kept)
    return record, kept


def test_what_is_noted_changes_nothing() -> None:
    record, kept = whole()
    assert record == game().play()
    assert [said for said in kept if said.fault or said.action == "XX"] == [
        Said(1, "XX"),
        Said(1, fault="timeout", message="no answer within 5.00 s"),
        Said(1, fault="crash", message="exited"),
    ]


@pytest.mark.parametrize("answered", [0, 1, 2, 100, 400, -1])
def test_going_on_ends_in_the_same_record(answered: int) -> None:
    record, kept = whole()
    before = kept[:answered]
    added: list[Said] = []
    journal = Journal(before, added.append)
    going_on = game()
    for seat, player in enumerate(going_on.players):
        # A script counts its questions: those answered before are not asked again.
        done = sum(said.seat == seat for said in before)
        player.script = {at - done: reply for at, reply in player.script.items()}
    assert noted(going_on, journal) == record
    assert before + added == kept
    assert journal.is_live
    # Who wants events hears all of them again, for a bot may go by them.
    everything = game()
    everything.play()
    assert going_on.players[2].told == everything.players[2].told


def test_a_journal_may_be_gone_through_again() -> None:
    record, kept = whole()
    journal = Journal(kept, kept.append)
    assert not journal.is_live
    for _ in range(2):
        journal.rewind()
        assert noted(game(), journal) == record
        assert journal.is_live
    assert len(journal) == len(kept)


def test_a_journal_of_another_session_is_refused() -> None:
    _, kept = whole()
    kept[7] = replace(kept[7], seat=(kept[7].seat + 1) % 4)
    with pytest.raises(ConfigError, match="answer 8 of the unfinished session was given by seat"):
        noted(game(), Journal(kept, kept.append))


def test_a_bot_that_does_not_start_is_no_opponent() -> None:
    broken = Game({3: ScriptedPlayer(at_start=Fault("handshake", "no handshake within 10 s"))})
    with pytest.raises(ConfigError) as raised:
        noted(broken, Journal([], lambda _: None))
    assert str(raised.value) == (
        "bot 'bot-3': handshake: no handshake within 10 s; `barbu-arena check` tells more"
    )


def test_verdicts_are_passed_on() -> None:
    one = game()
    noted(one, Journal([], lambda _: None))
    assert [fault.kind for fault in one.players[1].verdicts] == ["illegal", "timeout", "crash"]
    assert one.players[1].retired
