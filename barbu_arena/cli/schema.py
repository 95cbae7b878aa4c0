"""`barbu-arena schema`: the form of messages and records, for programs that check or read them."""

import click

from barbu_arena.cli.streams import write
from barbu_arena.schema import FILES, form_text


@click.command()
@click.argument("name", type=click.Choice(list(FILES)), default="messages")
def command(name: str) -> None:
    """Print the form of messages and records as JSON Schema.

    messages is that of a line between the arena and a bot, record that of a line of a ledger.
    python and typescript are types of both, reference is all of it to read, with real lines.

    \b
    Example:
      barbu-arena schema messages > messages.schema.json
      barbu-arena schema typescript > barbu.d.ts
      barbu-arena schema reference | less
    """
    write(form_text(name))
