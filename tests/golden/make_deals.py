"""Play one whole deal of each contract, and write it as text into the folder deals.

Answers are drawn from all legal ones, which stand after ``of``; a line without ``of`` had no
choice.

Run ``python tests/golden/make_deals.py`` after a change of the rules that is meant, and read the
difference.
"""

from collections.abc import Iterator
from pathlib import Path

from barbu_arena.files.rules_file import load_rules
from barbu_arena.game.cards import codes, hand_text
from barbu_arena.game.deal import Ask, Deal
from barbu_arena.game.dealing import Draws, deal_hands
from barbu_arena.game.trick_play import TrickPlay

FOLDER = Path(__file__).with_name("deals")
WAYS = {
    "modern": "no_tricks no_queens no_last_two no_hearts no_king trumps:D domino:T",
    "simple": "no_hearts no_last_two trumps:H trumps:- domino:2",
    "simple-balanced": "no_hearts",
    "classic": "no_hearts no_king trumps:S domino:7",
    "classic-overruff": "trumps:C",
    "classic-salade": "salade",
    "classic-any-seven": "domino:7",
}


def texts() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each file."""
    pairs = [(rules, way) for rules, ways in WAYS.items() for way in ways.split()]
    for number, (rules, way) in enumerate(pairs):
        name = f"{rules} {way}.txt".replace(":-", "-none").replace(":", "-").replace(" ", "-")
        yield name, "\n".join(_lines(rules, way, number)) + "\n"


def _lines(name: str, way: str, number: int) -> Iterator[str]:
    rules = load_rules(name)
    deal = Deal(
        rules=rules,
        number=1,
        hands=deal_hands("golden", number, 0, 0),
        declarer=number % 4,
        choices=sum(rules.contract_masks),
        deals_left=2,
        made=(0, 1, 2, 0),
    )
    draws = Draws(f"golden {name} {way}")
    yield f"rules {name}, seed golden, board set {number}, block 0, index 0"
    yield from (f"{seat} holds {hand_text(hand)}" for seat, hand in enumerate(deal.hands))
    deal.apply(rules.announcement_codes[way])
    yield f"{deal.declarer} announces {way}"
    while not deal.over:
        if deal.ask is Ask.PLAY and deal.in_play.played % 4 == 0:
            yield from _heading(deal)
        yield _answer(deal, draws)
    yield "raw " + " ".join(map(str, deal.raw()))
    yield "adjusted " + " ".join(map(str, deal.adjusted()))


def _heading(deal: Deal) -> Iterator[str]:
    play = deal.in_play
    if isinstance(play, TrickPlay):
        yield f"trick {len(play.tricks) + 1}, raw so far {' '.join(map(str, deal.raw()))}"
    else:
        yield f"turn {play.played + 1}, out so far {' '.join(map(str, play.out)) or 'nobody'}"


def _answer(deal: Deal, draws: Draws) -> str:
    """Give one answer; return its line."""
    seat, names, legal = deal.seat, deal.names, list(codes(deal.legal))
    verb = "calls" if deal.ask is Ask.DOUBLE else "plays"
    answer = legal[draws.draw(len(legal))]
    choice = " of " + " ".join(names[code] for code in legal) if len(legal) > 1 else ""
    deal.apply(answer)
    return f"  {seat} {verb} {names[answer]}{choice}"


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for name, text in texts():
        (FOLDER / name).write_text(text, encoding="utf-8")
