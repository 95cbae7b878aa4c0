"""What a person sees while sessions are played; on stderr, and never in the way of the play.

The one door to `rich`. On a terminal a live bar with the standings so far; elsewhere a line now
and then.
"""

import contextlib
import os
import sys
import time
from collections import defaultdict
from collections.abc import Callable
from typing import Any

from barbu_arena.cli.streams import tell
from barbu_arena.league.session_job import Played
from barbu_arena.league.summary import SessionSummary
from barbu_arena.report.duration import duration

_LINE_EVERY_S = 15.0
_REDRAW_EVERY_S = 0.25
_MOST_ROWS = 12


class Progress:
    """Shows how far a league is. A context manager; `finished` takes each session."""

    def __init__(
        self,
        planned: int,
        done: int,
        quiet: bool,
        verbose: bool,
        status: Callable[[], str] = str,
    ) -> None:
        """Where play may end before all is played, `status` tells how near the end is."""
        self._planned = planned
        self._status = status
        self._before = self._done = done
        self._quiet = quiet
        self._verbose = verbose
        self._points: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0])
        self._faults: defaultdict[str, int] = defaultdict(int)
        self._start = self._shown = time.monotonic()
        self._live: Any = None

    def __enter__(self) -> "Progress":
        if not self._quiet and not self._verbose and _is_animated():
            from rich.live import Live

            self._live = Live(console=_console(), auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._live is not None:
            with contextlib.suppress(OSError):
                self._live.stop()

    def count(self, summary: SessionSummary) -> None:
        """Take a session into the standings so far."""
        mean = sum(summary.totals) / 4
        for bot, seat in zip(summary.bots, summary.seats, strict=True):
            points = self._points[bot]
            points[0] += seat.total - mean
            points[1] += summary.deals
            self._faults[bot] += sum(count for _, count in seat.faults)

    def finished(self, played: Played) -> None:
        """Tell of a session that was just played, as far as it is to be told."""
        self._done += 1
        record = played.record
        if self._verbose:
            totals = "  ".join(
                f"{bot} {total:+}" for bot, total in zip(record.bots, record.totals, strict=True)
            )
            self.say(f"{record.session}  {played.seconds:.2f} s  {totals}")
        for item in played.evidence if not self._quiet else ():
            self.say(
                f"{record.session}  {item.bot}: {item.entry.fault}: {item.fault.message}"
                + (", retired for the session" if item.entry.retired else "")
            )
        for reason in played.voided:
            self.say(f"{record.session}  void, played again: {reason}")

    def say(self, line: str) -> None:
        """Write a line, above the live bar where there is one."""
        with contextlib.suppress(OSError):
            if self._live is not None:
                self._live.console.print(line, markup=False, highlight=False, soft_wrap=True)
            else:
                tell(line)

    def tick(self) -> None:
        """Redraw, or write a line, if it is time to."""
        now = time.monotonic()
        every = _REDRAW_EVERY_S if self._live is not None else _LINE_EVERY_S
        if self._quiet or now - self._shown < every:
            return
        self._shown = now
        if self._live is None:
            if not self._verbose:
                self.say(self._line())
            return
        with contextlib.suppress(OSError):
            self._live.update(self._panel(), refresh=True)

    def _line(self) -> str:
        status = self._status()
        if status:
            return f"{self._done} of at most {self._planned} sessions: {status}"
        percent = 100 * self._done // max(1, self._planned)
        return f"{self._done} of {self._planned} sessions ({percent} %){self._time_left()}"

    def _time_left(self) -> str:
        played = self._done - self._before
        if not played:
            return ""
        seconds = (time.monotonic() - self._start) / played * (self._planned - self._done)
        return f", about {duration(seconds)} left"

    def _panel(self) -> Any:  # noqa: ANN401  a rich renderable
        from rich.console import Group
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        table = Table(box=None, pad_edge=False)
        for title, justify in (("bot", "left"), ("points/deal", "right"), ("faults", "right")):
            table.add_column(title, justify=justify)  # type: ignore[arg-type]
        means = {bot: points / max(1, deals) for bot, (points, deals) in self._points.items()}
        for bot in sorted(means, key=lambda name: (-means[name], name))[:_MOST_ROWS]:
            table.add_row(Text(bot), f"{means[bot]:+.2f}", str(self._faults[bot]))
        bar = Table.grid()  # Alone, a bar does not end its line.
        bar.add_row(ProgressBar(total=max(1, self._planned), completed=self._done, width=40))
        return Group(Text(self._line()), bar, table)


def _is_animated() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM") != "dumb"


def _console() -> Any:  # noqa: ANN401
    from rich.console import Console

    return Console(stderr=True)
