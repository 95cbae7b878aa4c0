"""`barbu-arena doctor`: what protects this machine from bots, layer by layer."""

import click

from barbu_arena.cli.options import format_option
from barbu_arena.cli.streams import write


@click.command()
@format_option("text", "json")
def command(form: str) -> int:
    """Tell what protects this machine from bots, layer by layer.

    Each layer is tried out, and one that does not hold comes with its cure. Ends with 69 if there
    is no sandbox here.

    \b
    Example:
      barbu-arena doctor
    """
    import json
    from dataclasses import asdict

    from barbu_arena.errors import NoSandbox
    from barbu_arena.players.sandbox_layers import layers
    from barbu_arena.report.layers_text import layers_text

    found = layers()
    if form == "json":
        write(json.dumps([asdict(layer) for layer in found], indent=2) + "\n")
    else:
        write(layers_text(found))
    return 0 if found[0].holds else NoSandbox.exit_code
