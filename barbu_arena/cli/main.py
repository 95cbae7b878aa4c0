"""The command `barbu-arena`: which commands there are, and what becomes of errors.

A command's module is imported when it is called, so that ``--help`` answers at once.
"""

import gc
import sys
from importlib import import_module
from io import StringIO
from typing import Any

import click

from barbu_arena import __version__
from barbu_arena.cli.streams import open_streams, tell, write
from barbu_arena.errors import NO_MEMORY, ArenaError

COMMANDS = {
    "run": ("run", "Play a league, or go on with it, then print its table."),
    "plan": ("plan", "Tell how many sessions a league has, and how long it may take."),
    "audit": ("audit", "Count who sat where, beside whom, how often."),
    "table": ("table", "Print the league table of a results folder."),
    "doubling": ("doubling", "Print what doubling brought and cost each bot."),
    "report": ("report", "Write a league as one page for a browser."),
    "show": ("show", "Show a session deal by deal, the faults of bots, or a question."),
    "export": ("export", "Write a league's sessions, deals, doubles and plays as tables."),
    "verify": ("verify", "Replay records without bots and check every sum."),
    "reproduce": ("reproduce", "Play a session again with its bots and compare."),
    "match": ("match", "Play four bots against each other."),
    "play": ("play", "Play a session yourself, against bots."),
    "compare": ("compare", "Tell whether a bot is better than another."),
    "new-bot": ("new_bot", "Make the folder of a small bot that can play at once."),
    "check": ("check", "Try a bot, and give a plain verdict."),
    "explain": ("explain", "Draw a question as a table."),
    "ask": ("ask", "Ask a bot a question again, and show what it answers."),
    "deal": ("deal", "Print the deal that a seed gives."),
    "doctor": ("doctor", "Tell what protects this machine from bots, layer by layer."),
    "rules": ("rules", "Print a rule set in words."),
    "schema": ("schema", "Print the form of messages and records as JSON Schema."),
}
"""The module of each command in this folder, and its line in the help."""

_EXIT_CODES = """\b
Exit status:
  0    done, or H1 accepted
  1    unexpected error, or sessions that the machine could not play
  2    usage or configuration
  3    a bot failed, under --strict
  4    verification failed
  5    H0 accepted
  6    undecided
  69   no sandbox where one is required
  74   storage failed; all finished sessions are safe
  75   the results folder is in use by another runner
  130  interrupted; the last line is the command that resumes"""


class _Commands(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(f"barbu_arena.cli.{COMMANDS[cmd_name][0]}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, line) in COMMANDS.items()])


@click.group(cls=_Commands, epilog=_EXIT_CODES, invoke_without_command=True)
@click.version_option(__version__, prog_name="barbu-arena")
@click.pass_context
def cli(ctx: click.Context) -> None:
    """Tournaments for bots that play Barbu.

    \b
    Example:
      barbu-arena new-bot my-bot
      barbu-arena check my-bot
      barbu-arena match my-bot shipped:random shipped:dodger-py shipped:steady
    """
    if ctx.invoked_subcommand is None:
        write(ctx.get_help() + "\n")


def main() -> None:
    """Run the command line and exit with its status."""
    if sys.platform == "win32":
        tell("barbu-arena runs on Linux and macOS; on Windows use it inside WSL.")
        sys.exit(2)
    # Many objects and hardly a cycle among them: to look for cycles as often as Python does by
    # default costs a sixth of the time of a large table.
    gc.set_threshold(50_000, 20, 50)
    open_streams()
    sys.exit(run_cli(sys.argv[1:]))


def run_cli(arguments: list[str]) -> int:
    """Return the exit status of a command line; the one place where errors become one."""
    try:
        with cli.make_context("barbu-arena", list(arguments)) as context:
            result: Any = cli.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except ArenaError as error:
        tell(str(error))
        return error.exit_code
    except MemoryError:
        tell(NO_MEMORY)
        return ArenaError.exit_code
    except click.ClickException as error:
        usage = StringIO()
        error.show(file=usage)
        tell(usage.getvalue().rstrip("\n").expandtabs(2))
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        tell("interrupted")
        return 130
    return result if isinstance(result, int) else 0
