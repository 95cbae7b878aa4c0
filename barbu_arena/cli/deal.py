"""`barbu-arena deal`: the hands that a seed gives."""

import click

from barbu_arena.cli.options import format_option
from barbu_arena.cli.streams import write
from barbu_arena.report.grid import Format

_COUNT = 1 << 31


@click.command()
@click.option("--seed", required=True, help="The seed, 1 to 100 printable characters.")
@click.option("--set", "board_set", type=click.IntRange(0, _COUNT), default=0, show_default=True)
@click.option(
    "--block", type=click.IntRange(0, 3), default=0, show_default=True, help="The declarer's turn."
)
@click.option(
    "--index",
    type=click.IntRange(0, 31),
    default=0,
    show_default=True,
    help="The place in the block.",
)
@format_option()
def command(seed: str, board_set: int, block: int, index: int, form: Format) -> None:
    """Print the deal that a seed gives.

    Nothing but these four values decides it.

    \b
    Example:
      barbu-arena deal --seed 42 --set 1 --block 0 --index 0
    """
    import json

    from barbu_arena.files.tournament_file import require_seed
    from barbu_arena.game.cards import hand_text
    from barbu_arena.game.dealing import deal_hands
    from barbu_arena.report.grid import render
    from barbu_arena.report.session_text import hands_lines
    from barbu_arena.report.sheets import hands_grid

    require_seed(seed)
    hands = tuple(hand_text(hand) for hand in deal_hands(seed, board_set, block, index))
    if form == "json":
        fields = {"seed": seed, "set": board_set, "block": block, "index": index, "hands": hands}
        write(json.dumps(fields, ensure_ascii=False) + "\n")
        return
    if form != "text":
        write(render(hands_grid(hands), form))
        return
    names = tuple("(declares)" if seat == block else "" for seat in range(4))
    for line in hands_lines(hands, names):
        write(line.rstrip() + "\n")
