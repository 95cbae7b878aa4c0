"""What a bot heard before a question of a league: `hello`, and which session it was."""

from barbu_arena.game.dealing import bot_seed
from barbu_arena.league.team import hello_fields
from barbu_arena.league.tournament import Tournament
from barbu_arena.referee.asked import AskedQuestion
from barbu_arena.referee.referee import session_message

HELLO_ID = b"00000000"
_QUESTION_ID = b"00000001"


def opening_lines(tournament: Tournament, session: str, seat: int) -> tuple[bytes, bytes]:
    """Return what a seat of a session heard first, without line feeds: `hello`, then `session`.

    The id of `hello` is not the one it had: ids are drawn, and kept nowhere.
    """
    seed = bot_seed(tournament.seed, session, seat)
    return (
        b'{"id":"%b",%b}' % (HELLO_ID, hello_fields(tournament)),
        session_message(session, seat, seed, tournament.rules.deals),
    )


def question_lines(tournament: Tournament, session: str, asked: AskedQuestion) -> tuple[bytes, ...]:
    """Return all lines, without line feeds, that a bot needs to be asked a question again.

    The time of a question is in no record: the lines give all of it, as for a first question.
    """
    clock = tournament.clock
    deadline = min(clock.cap_ms, clock.bank_ms + clock.free_ms)
    time = b'"deadline_ms":%d,"bank_ms":%d' % (deadline, clock.bank_ms)
    question = b'{"id":"%b",%b,%b}' % (_QUESTION_ID, asked.body, time)
    return (*opening_lines(tournament, session, asked.seat), question)
