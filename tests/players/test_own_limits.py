"""Limits of whoever starts the arena: none of its bots gets more, and none pays for that."""

import sys

import pytest

from barbu_arena.errors import ConfigError, NoSandbox
from barbu_arena.players.bot import Bot, ResourceLimits
from barbu_arena.players.launching import decide
from barbu_arena.players.own_limits import limit_in_the_way
from barbu_arena.players.sandbox import Sandbox, limits_given

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no sandbox elsewhere")
resource = pytest.importorskip("resource", reason="Windows has none")

GIVEN = limits_given(ResourceLimits(memory_mib=1024, processes=64))
FILES = "the arena's own limit of open files is 255 (ulimit -H -n), and a bot is given 256"


def own(monkeypatch: pytest.MonkeyPatch, **hard: int) -> None:
    """Set hard limits of the arena; the others are without end."""
    limits = {getattr(resource, f"RLIMIT_{name}"): value for name, value in hard.items()}
    none = resource.RLIM_INFINITY
    monkeypatch.setattr(resource, "getrlimit", lambda what: (16, limits.get(what, none)))


@pytest.mark.parametrize(
    ("hard", "words"),
    [
        ({}, ""),
        ({"NOFILE": 256, "NPROC": 64, "FSIZE": 64 << 20, "DATA": 1280 << 20}, ""),
        ({"NOFILE": 255}, FILES),
        (
            {"NPROC": 63},
            "the arena's own limit of processes is 63 (ulimit -H -u), and a bot is given 64",
        ),
        (
            {"FSIZE": (64 << 20) - 1},
            "the arena's own limit of file size in KiB is 65535 (ulimit -H -f), "
            "and a bot is given 65536",
        ),
        (
            {"DATA": 1 << 30},
            "the arena's own limit of memory for data in KiB is 1048576 (ulimit -H -d), "
            "and a bot is given 1310720",
        ),
    ],
)
def test_which_limit_is_in_the_way(
    hard: dict[str, int], words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    own(monkeypatch, **hard)
    assert limit_in_the_way(GIVEN) == words


def test_a_bot_that_cannot_be_given_its_limits_is_not_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    own(monkeypatch, NPROC=100)
    sandbox = Sandbox("/usr/bin/bwrap", "/usr/bin/prlimit", None, False)
    with pytest.raises(ConfigError) as trouble:
        sandbox.launch(Bot("ann", "/", ("true",), limits=ResourceLimits(processes=101)))
    assert str(trouble.value) == (
        "the arena's own limit of processes is 100 (ulimit -H -u), and a bot is given 101: "
        "raise it, or give ann less"
    )


@pytest.mark.parametrize("wish", ["auto", "required"])
def test_nobody_plays_without_a_sandbox_for_a_limit_of_the_organisers(
    wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"/usr/bin/{name}")
    own(monkeypatch, NOFILE=255)
    with pytest.raises(NoSandbox) as refused:
        decide(wish)  # type: ignore[arg-type]
    assert str(refused.value) == (
        f"no sandbox: {FILES}. Raise it, or use `sandbox: none` (--sandbox none) "
        "if you trust every bot."
    )
    assert decide("none").mode == "none"
