"""The stand-in: always the first legal answer."""

import pytest

from barbu_arena.players.fault import Fault
from barbu_arena.players.first_player import FirstPlayer
from barbu_arena.players.player import Player


@pytest.mark.parametrize(
    ("body", "action"),
    [
        (b'"type":"play","hand":["2S","QD"],"legal":["2S","QD"]', b"2S"),
        (b'"type":"double","legal":["-","0"]', b"-"),
        (b'"type":"choose","legal":["trumps:S","domino:2"]', b"trumps:S"),
        (b'"session":"\\"legal\\":[\\"x\\"","legal":["QD"]', b"QD"),
    ],
    ids=["a card", "a call", "an announcement", "only the last list counts"],
)
def test_it_answers_with_the_first_of_the_list(body: bytes, action: bytes) -> None:
    assert FirstPlayer().ask(body) == action


def test_all_else_it_hears_and_forgets() -> None:
    player: Player = FirstPlayer()
    player.begin()
    player.tell(b"{}")
    player.judged(Fault("illegal", "it never is"))
    player.retire()
    assert player.ready() is None
    assert player.wants == frozenset()
    assert player.last_exchange() == (b"", b"")
