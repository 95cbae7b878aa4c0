"""Cards and hands as integers.

A card is 0–51, suit after suit (S H D C), within a suit from the 2 to the ace; a hand is a mask
with one bit a card. So the lowest bit comes first in every list that a bot or a reader sees, and
two cards of one suit compare by rank. Bit 52 is Domino's pass, which is an answer but no card.

Seats are 0–3 clockwise; the left of a seat is `left(seat)`.
"""

from collections.abc import Iterator

SUITS = "SHDC"
RANKS = "23456789TJQKA"
CARD_NAMES: tuple[str, ...] = tuple(rank + suit for suit in SUITS for rank in RANKS)
CARD_CODES: dict[str, int] = {name: code for code, name in enumerate(CARD_NAMES)}
SUIT_OF: tuple[int, ...] = tuple(code // 13 for code in range(52))
RANK_OF: tuple[int, ...] = tuple(code % 13 for code in range(52))
SUIT_MASKS: tuple[int, ...] = tuple(0x1FFF << 13 * suit for suit in range(4))
HEARTS = SUITS.index("H")
HEART_MASK = SUIT_MASKS[HEARTS]
DECK = (1 << 52) - 1

PASS = 52
PASS_NAME = "--"
PASS_MASK = 1 << PASS


def left(seat: int, places: int = 1) -> int:
    """Return the seat that many places to the left (clockwise) of `seat`."""
    return (seat + places) % 4


def codes(mask: int) -> Iterator[int]:
    """Yield the set bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def rank_mask(rank: int) -> int:
    """Return the four cards of a rank (0 is the 2, 12 the ace)."""
    return sum(1 << rank + 13 * suit for suit in range(4))


class _SuitTexts(dict[int, str]):
    """The ranks of one suit by their mask of 13 bits, high to low."""

    def __missing__(self, mask: int) -> str:
        self[mask] = text = "".join(RANKS[rank] for rank in range(12, -1, -1) if mask >> rank & 1)
        return text


class _SuitMasks(dict[str, int]):
    """The masks of 13 bits by those texts; KeyError for a text that is none of them."""

    def __missing__(self, text: str) -> int:
        mask = sum(1 << RANKS.index(rank) for rank in set(text) & set(RANKS))
        if _TEXTS[mask] != text:
            raise KeyError(text)
        self[text] = mask
        return mask


_TEXTS = _SuitTexts()
_MASKS = _SuitMasks()


def hand_text(hand: int) -> str:
    """Write a hand as spades.hearts.diamonds.clubs, high to low: ``T5.865.K98632.J7``."""
    texts = _TEXTS
    return (
        f"{texts[hand & 8191]}.{texts[hand >> 13 & 8191]}"
        f".{texts[hand >> 26 & 8191]}.{texts[hand >> 39]}"
    )


def hand_from_text(text: str) -> int:
    """Read a hand of thirteen cards written by `hand_text`, and only in that one form.

    Raises ValueError saying what is wrong.
    """
    suits = text.split(".")
    if len(suits) != 4 or len(text) != 16:
        raise ValueError(f"expected thirteen cards in four suits between dots, got {text[:80]!a}")
    try:
        spades, hearts, diamonds, clubs = [_MASKS[ranks] for ranks in suits]
    except KeyError as error:
        raise ValueError(
            f"expected ranks out of {RANKS}, high to low, got {error} in {text!a}"
        ) from None
    return spades | hearts << 13 | diamonds << 26 | clubs << 39
