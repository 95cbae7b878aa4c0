"""A tournament file played into its results folder: what `run` and `match` share."""

from collections.abc import Sequence
from pathlib import Path

from barbu_arena.cli.playing import INTERRUPTED, PlayOptions, command_line, play_league
from barbu_arena.cli.signals import StopSignals
from barbu_arena.cli.streams import tell
from barbu_arena.files.league_run import LeagueRun, begin_seed, bot_digests
from barbu_arena.files.results_folder import League
from barbu_arena.files.tournament_file import load_tournament
from barbu_arena.players.sandbox import BANNER, decide


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
    mode = decide(tournament.sandbox)
    if not options.quiet:
        if say_seed:
            tell(f"seed {chosen}, kept in {folder}")
        elif found.seed is None:
            tell(f"seed {chosen}")
        if tournament.sandbox == "auto":
            tell(BANNER)
    try:
        with StopSignals(abrupt=True) as signals:
            league = League(folder, tournament, mode, bot_digests(tournament), file)
            with LeagueRun(league, options.pin) as run:
                return play_league(run, options, resume, signals)
    except KeyboardInterrupt:
        tell("interrupted; go on with")
        tell(command_line(resume))
        return INTERRUPTED
