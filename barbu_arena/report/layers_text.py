"""What `doctor` prints: one line a layer, and the cure below one that does not hold."""

from collections.abc import Iterable, Iterator

from barbu_arena.players.sandbox_layers import Layer
from barbu_arena.printable import printable


def layers_text(layers: Iterable[Layer]) -> str:
    """Return the layers as text."""
    return "".join(f"{line}\n" for layer in layers for line in _lines(layer))


def _lines(layer: Layer) -> Iterator[str]:
    yield f"{'ok' if layer.holds else 'NO':<4}{layer.name:<14}{printable(layer.text, 500)}"
    if not layer.holds and layer.cure:
        yield f"{'':<18}{printable(layer.cure, 500)}"
