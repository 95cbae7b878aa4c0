"""A player without a process that draws its answers: company for a bot on trial."""

from barbu_arena.game.dealing import Draws
from barbu_arena.players.fault import Fault
from barbu_arena.players.first_player import FirstPlayer

_LEGAL = b'"legal":["'


class RandomPlayer(FirstPlayer):
    """Answers every question with any of its list, all as likely; the same seed draws the same."""

    def __init__(self, seed: str) -> None:
        self._draws = Draws(seed)

    def ask(self, body: bytes) -> bytes | Fault:
        """Return a drawn answer: the list comes last in a question."""
        legal = body.rpartition(_LEGAL)[2].removesuffix(b'"]').split(b'","')
        return legal[self._draws.draw(len(legal))]
