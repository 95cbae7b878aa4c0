"""Options that several commands share, defined once."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from barbu_arena.report.grid import FORMATS

Function = TypeVar("Function", bound=Callable[..., Any])

FOLDER = click.Path(path_type=Path, file_okay=False, exists=True)
FILE = click.Path(path_type=Path, dir_okay=False, exists=True)


def bot(word: str) -> Path:
    """Return the folder of a bot, named by a path or as ``shipped:NAME``; a type of click."""
    from barbu_arena.errors import ConfigError
    from barbu_arena.files.shipped_bots import PREFIX, bot_place, shipped_names

    try:
        place = bot_place(word)
    except ConfigError as error:
        raise click.BadParameter(str(error)) from None
    if not os.path.exists(place):  # False as well for what can be no name at all
        shipped = ", ".join(PREFIX + name for name in shipped_names())
        raise click.BadParameter(f"'{word}' does not exist. The arena comes with {shipped}.")
    return Path(FOLDER.convert(place, None, None))


BOT = bot


def bot_args(function: Function) -> Function:
    """Add ARGS, what is given to the bot that was named before."""
    return click.argument("args", nargs=-1)(function)


def format_option(*forms: str) -> Callable[[Function], Function]:
    """Add ``--format``; all four forms, or those named."""
    return click.option(
        "--format",
        "form",
        type=click.Choice(forms or FORMATS),
        default="text",
        show_default=True,
        help="How to write the result.",
    )


def results_option(help_text: str) -> Callable[[Function], Function]:
    """Add ``--results``, the folder that holds the folders of leagues."""
    return click.option(
        "--results",
        type=click.Path(path_type=Path, file_okay=False),
        default="results",
        show_default=True,
        help=help_text,
    )


def strict_option(function: Function) -> Function:
    """Add ``--strict``."""
    add = click.option("--strict", is_flag=True, help="Exit with 3 if any bot had a fault.")
    return add(function)


def sandbox_option(function: Function) -> Function:
    """Add ``--sandbox``."""
    add = click.option(
        "--sandbox",
        type=click.Choice(["auto", "required", "none"]),
        help="Whether bots run in a sandbox.  [default: as the tournament says, else auto]",
    )
    return add(function)


def read_only_option(function: Function) -> Function:
    """Add ``--read-only``."""
    add = click.option(
        "--read-only",
        type=click.Path(),
        multiple=True,
        help="A path that the sandbox shows to the bot, beside its folder.",
    )
    return add(function)


def playing_options(function: Function) -> Function:
    """Add the options of commands that play sessions."""
    for option in (
        sandbox_option,
        click.option("-v", "--verbose", is_flag=True, help="A line for every session."),
        click.option("-q", "--quiet", is_flag=True, help="Nothing but the result."),
        click.option("--no-pin", is_flag=True, help="Do not bind each table to one core."),
        click.option(
            "-j",
            "--jobs",
            type=click.IntRange(1, 512),
            help="Sessions at a time.  [default: the cores at hand]",
        ),
    ):
        function = option(function)
    return function
