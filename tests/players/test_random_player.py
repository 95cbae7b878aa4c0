"""The player that draws: always legal, all answers come up, and the same seed draws the same."""

from collections import Counter

from barbu_arena.players.random_player import RandomPlayer
from tests.referee_alone import played_session

BODY = b'"type":"play","hand":["2S","3S"],"legal":["2S","3S","KH"]'


def test_every_answer_of_the_list_comes_up() -> None:
    player = RandomPlayer("x")
    drawn = Counter(player.ask(BODY) for _ in range(300))
    assert drawn.keys() == {b"2S", b"3S", b"KH"}
    assert min(drawn.values()) > 60


def test_a_session_of_four_is_without_faults_and_the_same_again() -> None:
    records = [
        played_session(players=[RandomPlayer(f"{seed} {seat}") for seat in range(4)])
        for seed in ("a", "a", "b")
    ]
    assert [record.faults for record in records] == [(), (), ()]
    assert records[0] == records[1] != records[2]
