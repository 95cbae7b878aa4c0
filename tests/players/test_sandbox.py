"""The place of the sandbox: this version has none, and says so."""

import pytest

from barbu_arena.errors import NoSandbox
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.process import monotonic
from barbu_arena.players.sandbox import BANNER, decide, launch


@pytest.mark.parametrize("wish", ["auto", "none"])
def test_bots_are_plain_processes(wish: str) -> None:
    assert decide(wish) == "none"  # type: ignore[arg-type]


def test_a_required_sandbox_is_refused_with_the_cure() -> None:
    with pytest.raises(NoSandbox, match="Set `sandbox: none` if you trust every bot") as refused:
        decide("required")
    assert refused.value.exit_code == 69


def test_the_banner_is_one_line() -> None:
    assert BANNER.isprintable()
    assert "`sandbox: none`" in BANNER


def test_a_launched_bot_runs() -> None:
    process = launch(Bot("cat", "/", ("cat",)))
    assert process.exchange(b"x\n", monotonic() + 5, 5000) == b"x\n"
    process.kill()


def test_the_limits_of_the_design() -> None:
    assert ResourceLimits() == ResourceLimits(memory_mib=1024, processes=64)
