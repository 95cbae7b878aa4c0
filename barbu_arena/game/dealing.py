"""Deals from a seed, by an algorithm that any language can repeat.

Source: design §5; vectors in tests/cases/deals.yaml.
"""

from hashlib import sha256

from barbu_arena.game.cards import CARD_CODES, RANKS, SUITS

Hands = tuple[int, int, int, int]
"""Four masks of thirteen cards, by seat."""

_DECK = tuple(CARD_CODES[rank + suit] for suit in SUITS for rank in RANKS)
# _BOUNDS[k]: the largest multiple of k up to 256; a byte from there on would favour low results.
_BOUNDS = (0, *(256 - 256 % k for k in range(1, 257)))


class Draws:
    """Uniform draws from SHA-256 of ``{name}|{n}`` for n = 0, 1, 2 … in a row."""

    def __init__(self, name: str) -> None:
        self._prefix = f"{name}|".encode()
        self._block = 0
        self._bytes = iter(b"")

    def draw(self, k: int) -> int:
        """Return a number from 0 to k − 1, for k from 1 to 256; bytes that would favour some are
        skipped.
        """
        bound = _BOUNDS[k]
        while True:
            for byte in self._bytes:
                if byte < bound:
                    return byte % k
            self._bytes = iter(sha256(self._prefix + str(self._block).encode()).digest())
            self._block += 1


def deal_hands(seed: str, board_set: int, block: int, index: int) -> Hands:
    """Return the four hands of one deal; nothing but these four values decides them.

    `block` is the declarer's turn (0–3) and `index` the place of the deal in it, from 0.
    """
    prefix = f"barbu-arena/deal/1|{seed}|{board_set}|{block}|{index}|".encode()
    deck = list(_DECK)
    stream = sha256(prefix + b"0").digest() + sha256(prefix + b"1").digest()
    used = 0
    block_number = 2
    for i in range(51, 0, -1):
        bound = _BOUNDS[i + 1]
        while True:
            if used == len(stream):
                stream += sha256(prefix + str(block_number).encode()).digest()
                block_number += 1
            byte = stream[used]
            used += 1
            if byte < bound:
                break
        j = byte % (i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    masks = [1 << card for card in deck]
    return sum(masks[:13]), sum(masks[13:26]), sum(masks[26:39]), sum(masks[39:])


def bot_seed(seed: str, session: str, seat: int) -> int:
    """Return the seed (0 to 2³¹ − 1) that a bot is given for one session."""
    digest = sha256(f"barbu-arena/bot/1|{seed}|{session}|{seat}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1
