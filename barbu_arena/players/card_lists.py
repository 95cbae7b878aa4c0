"""Lists of names as JSON fragments, each encoded once: most of a question is made of them."""

from collections.abc import Callable

from barbu_arena.game.cards import CARD_NAMES, PASS_MASK, PASS_NAME, codes


class _SuitFragments(dict[int, bytes]):
    """The cards of one suit by their mask of 13 bits, a comma behind each: ``"2S","KS",``."""

    def __init__(self, suit: int) -> None:
        super().__init__()
        self._names = CARD_NAMES[13 * suit : 13 * suit + 13]

    def __missing__(self, mask: int) -> bytes:
        self[mask] = text = "".join(f'"{self._names[rank]}",' for rank in codes(mask)).encode()
        return text


_SPADES, _HEARTS, _DIAMONDS, _CLUBS = (_SuitFragments(suit) for suit in range(4))
_PASS = f'"{PASS_NAME}"'.encode()
QUOTED_CARDS: tuple[bytes, ...] = (*(f'"{name}"'.encode() for name in CARD_NAMES), _PASS)


def card_list(mask: int) -> bytes:
    """Return the cards of a mask in order, quoted, between commas, without brackets."""
    if mask & PASS_MASK:
        return _PASS
    return (
        _SPADES[mask & 8191]
        + _HEARTS[mask >> 13 & 8191]
        + _DIAMONDS[mask >> 26 & 8191]
        + _CLUBS[mask >> 39]
    )[:-1]


def name_list(names: tuple[str, ...]) -> Callable[[int], bytes]:
    """Return the same for a list of answers that are no cards."""
    quoted = [f'"{name}"'.encode() for name in names]
    made: dict[int, bytes] = {}

    def of(mask: int) -> bytes:
        if mask not in made:
            made[mask] = b",".join(quoted[code] for code in codes(mask))
        return made[mask]

    return of
