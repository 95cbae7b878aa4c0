"""A tournament file played into its results folder: what `run` and `match` share."""

from collections.abc import Sequence
from pathlib import Path

from barbu_arena.cli.ending import INTERRUPTED, command_line
from barbu_arena.cli.launch import choose_launching
from barbu_arena.cli.playing import PlayOptions, play_league
from barbu_arena.cli.signals import StopSignals
from barbu_arena.cli.streams import tell
from barbu_arena.cli.until import until_words
from barbu_arena.files.league_run import LeagueRun, begin_seed, bot_digests
from barbu_arena.files.results_folder import League
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.league.pool import Playing, default_jobs

_LONG_SEED = 16
_SHORT_SEED = (
    "the seed is short: a bot can guess it from its own 13 cards and know all others. "
    "Leave it out, and 128 random bits are drawn."
)


def run_file(
    file: Path,
    results: Path,
    seed: str | None,
    options: PlayOptions,
    resume: Sequence[str],
    *,
    say_seed: bool = False,
) -> int:
    """Play the league of a file, or what is missing of it; return the exit status.

    `resume` are the arguments of the command that goes on after an interruption.
    """
    found = load_tournament(file, seed=seed)
    folder = results / found.plan.name
    chosen = begin_seed(folder, found.seed)
    tournament = found.tournament(chosen)
    if not options.quiet:
        if say_seed:
            tell(f"seed {chosen}, kept in {folder}")
        elif found.seed is None:
            tell(f"seed {chosen}")
    launching = choose_launching(tournament, options.sandbox, quiet=options.quiet)
    open_league = (options.sandbox or tournament.sandbox) == "required"
    if open_league and len(chosen) < _LONG_SEED and not options.quiet:
        tell(_SHORT_SEED)
    try:
        with StopSignals(abrupt=True) as signals:
            league = League(folder, tournament, launching.mode, bot_digests(tournament), file)
            playing = Playing(launching.launch, options.jobs or default_jobs(), options.pin)
            with LeagueRun(league, options.pin) as run:
                return play_league(run, playing, options, resume, signals)
    except KeyboardInterrupt:
        tell("interrupted; go on with")
        tell(command_line([*resume, *until_words(options.until)]))
        return INTERRUPTED
