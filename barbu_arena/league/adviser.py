"""A bot that is asked what it would answer: the question of another seat, outside any game."""

from barbu_arena.league.team import BYE, GRACE_S, hello_fields
from barbu_arena.league.tournament import Tournament
from barbu_arena.players.bot import Bot
from barbu_arena.players.bot_player import BotPlayer
from barbu_arena.players.fault import ArenaTrouble, Fault
from barbu_arena.players.process import end_all
from barbu_arena.players.sandbox import Launch

_TRIES = 3


class Adviser:
    """A bot that starts when it is asked first, and hears questions only.

    Each question gets the whole clock of a session. `close` ends the bot; it may be asked again.
    """

    def __init__(self, bot: Bot, tournament: Tournament, launch: Launch) -> None:
        """The tournament's rules and clock are those it plays by."""
        self.bot = bot
        self._clock = tournament.clock
        self._hello = hello_fields(tournament)
        self._launch = launch
        self._player: BotPlayer | None = None

    def ask(self, session: bytes, body: bytes) -> bytes | Fault:
        """Return what it answers; `session` is the line of that name, `body` as to a player.

        Where the machine failed it is started again and asked again, up to three times; then the
        fault is ``arena``.
        """
        outcome: bytes | Fault = b""
        for _ in range(_TRIES):
            outcome = self._ask(session, body)
            if not (isinstance(outcome, Fault) and outcome.kind == "arena"):
                break
        return outcome

    def _ask(self, session: bytes, body: bytes) -> bytes | Fault:
        try:
            player = self._player or self._started()
            fault = player.ready()
            if fault is None:
                player.new_session()
                player.tell(session)
                return player.ask(body)
        except ArenaTrouble as trouble:
            fault = Fault("arena", str(trouble))
        self.close()
        return fault

    def _started(self) -> BotPlayer:
        self._player = player = BotPlayer(self.bot, self._clock, self._hello, self._launch)
        player.begin()
        return player

    def close(self) -> None:
        """End the bot, if it runs."""
        player, self._player = self._player, None
        if player is not None and player.process is not None:
            player.tell(BYE)
            end_all([player.process], GRACE_S)
