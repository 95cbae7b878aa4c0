"""How bots are launched: what was asked for, what the machine can do, and the words for it.

bubblewrap is played by a script, so that it does not matter what this machine has.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from barbu_arena.errors import NoSandbox
from barbu_arena.players import sandbox_probe
from barbu_arena.players.launching import NO_FILTER, decide
from barbu_arena.players.sandbox import launch_plainly
from barbu_arena.players.sandbox_probe import find_sandbox

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="there is no sandbox elsewhere")

NONE = "`sandbox: none` (--sandbox none) if you trust every bot."
IF_TRUSTED = f"use {NONE}"
REPORTS = 'while [ "$1" != --json-status-fd ]; do shift; done\n'
WORKS = REPORTS + 'echo \'{"net-namespace": 1}{"exit-code": 0}\' > /proc/self/fd/$2\n'
REPORT_OF_OURS = (
    REPORTS + 'echo \'{"net-namespace": %d, "pid-namespace": %d, "exit-code": 0}\' '
    "> /proc/self/fd/$2\n"
)

Script = Callable[..., None]


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of all programs that there are: none yet. No switch of the kernel is known."""
    folder = tmp_path / "programs"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(sandbox_probe, "_number", lambda _: None)
    return folder


@pytest.fixture
def bwrap(programs: Path) -> Script:
    """Install a bubblewrap that says which version it is, and then does as the script says."""

    def install(script: str = WORKS, version: str = "bubblewrap 0.8.0") -> None:
        for name, text in (
            ("bwrap", f'if [ "$1" = --version ]; then echo {version}; exit; fi\n{script}'),
            ("prlimit", "exit 1"),
        ):
            (programs / name).write_text(f"#!/bin/sh\n{text}\n")
            (programs / name).chmod(0o755)

    return install


def failing(words: str, status: int = 1) -> str:
    return f"echo '{words}' >&2; exit {status}"


def assert_obstacle(cause: str, cure: str) -> None:
    """Hold that `required` refuses and `auto` plays plainly, each with these words."""
    with pytest.raises(NoSandbox) as refused:
        decide("required")
    assert str(refused.value) == f"no sandbox: {cause}. {cure}"
    assert refused.value.exit_code == 69
    launching = decide("auto")
    assert (launching.mode, launching.launch) == ("none", launch_plainly)
    assert launching.notice == (
        f"NO SANDBOX: bots run with your own rights, for {cause}. {cure} "
        "`sandbox: required` refuses instead."
    )
    assert launching.notice.isprintable(), "it is one line"


def test_whoever_wants_none_gets_none_without_a_word(bwrap: Script) -> None:
    bwrap()
    launching = decide("none")
    assert (launching.mode, launching.launch, launching.notice) == ("none", launch_plainly, "")


def test_whoever_wants_none_is_not_even_looked_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("barbu_arena.players.launching.find_sandbox", None)
    assert decide("none").mode == "none"


@pytest.mark.parametrize("wish", ["auto", "required"])
def test_a_sandbox_that_works_is_used(wish: str, bwrap: Script, programs: Path) -> None:
    bwrap()
    launching = decide(wish)  # type: ignore[arg-type]
    assert launching.mode == "bwrap"
    found = find_sandbox()
    assert launching.launch.__self__ == found  # type: ignore[attr-defined]
    assert found.bwrap == str(programs / "bwrap")  # type: ignore[union-attr]
    assert found.prlimit == str(programs / "prlimit")  # type: ignore[union-attr]


def test_a_processor_without_a_filter_is_told_of(
    bwrap: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap()
    monkeypatch.setattr(sandbox_probe.platform, "machine", lambda: "x86_64")
    assert decide("required").notice == ""
    monkeypatch.setattr(sandbox_probe.platform, "machine", lambda: "sparc64")
    launching = decide("required")
    assert (launching.mode, launching.notice) == ("bwrap", NO_FILTER)
    assert NO_FILTER.isprintable()


@pytest.mark.parametrize(("user", "drops"), [(0, True), (1000, False)])
def test_bots_of_root_get_a_user_of_their_own(
    user: int, drops: bool, bwrap: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap()
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(sandbox_probe, "_try", lambda _: None)
    assert find_sandbox().drops_root is drops  # type: ignore[union-attr]


# What stands in the way


def test_another_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox_probe, "sys", SimpleNamespace(platform="darwin"))
    monkeypatch.setattr(sandbox_probe.platform, "system", lambda: "Darwin")
    assert_obstacle("there is none for Darwin", f"Use Linux for bots of others, or {NONE}")


@pytest.mark.usefixtures("programs")
def test_it_is_not_installed() -> None:
    assert_obstacle("bwrap is not installed", f"Install the package 'bubblewrap', or {IF_TRUSTED}")


def test_what_sets_limits_is_not_installed(bwrap: Script, programs: Path) -> None:
    bwrap()
    (programs / "prlimit").unlink()
    assert_obstacle(
        "prlimit is not installed", f"Install the package 'util-linux', or {IF_TRUSTED}"
    )


@pytest.mark.parametrize(
    ("version", "shown"),
    [
        ("bubblewrap 0.6.1", "bubblewrap 0.6.1"),
        ("bubblewrap 0.7.9", "bubblewrap 0.7.9"),
        ("bubblewrap 0.7", "bubblewrap 0.7"),
        ("what is this?", "what is this?"),
        ("", "bwrap"),
    ],
)
def test_it_is_too_old(version: str, shown: str, bwrap: Script) -> None:
    bwrap(WORKS, f"'{version}'")
    assert_obstacle(
        f"{shown} is too old (0.8.0 needed)",
        f"Install a newer package 'bubblewrap', or {IF_TRUSTED}",
    )


@pytest.mark.parametrize("version", ["0.8.0", "0.8", "0.10.0", "0.11.1", "1.0", "0.8.0-rc1"])
def test_it_is_new_enough(version: str, bwrap: Script) -> None:
    bwrap(WORKS, f"bubblewrap {version}")
    assert decide("required").mode == "bwrap"


def switched(monkeypatch: pytest.MonkeyPatch, **switches: int) -> None:
    """Let the kernel have these switches; ``__`` stands for the point between folders."""
    places = {f"/proc/sys/{name.replace('__', '/')}": value for name, value in switches.items()}
    monkeypatch.setattr(sandbox_probe, "_number", lambda path: places.get(str(path)))


DENIED = failing("bwrap: setting up uid map: Permission denied")


def test_apparmor_forbids_it(bwrap: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    bwrap(DENIED)
    switched(monkeypatch, kernel__apparmor_restrict_unprivileged_userns=1)
    assert_obstacle(
        "this system forbids user namespaces (AppArmor)",
        f"Allow bwrap with the profile in docs/sandbox.md, or {IF_TRUSTED}",
    )


@pytest.mark.parametrize(
    ("switch", "name", "right"),
    [
        ("kernel__unprivileged_userns_clone", "kernel.unprivileged_userns_clone", "1"),
        ("user__max_user_namespaces", "user.max_user_namespaces", "10000"),
    ],
)
def test_a_switch_of_the_kernel_forbids_it(
    switch: str, name: str, right: str, bwrap: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap(DENIED)
    switched(monkeypatch, **{switch: 0})
    assert_obstacle(
        f"this system forbids user namespaces ({name} is 0)",
        f"As root: sysctl -w {name}={right}. Or {IF_TRUSTED}",
    )


def test_switches_that_allow_it_are_not_the_cause(
    bwrap: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap(failing("bwrap: no luck"))
    switched(
        monkeypatch,
        kernel__apparmor_restrict_unprivileged_userns=0,
        kernel__unprivileged_userns_clone=1,
        user__max_user_namespaces=63_000,
    )
    assert_obstacle("bwrap fails here: bwrap: no luck", f"See docs/sandbox.md, or {IF_TRUSTED}")


def test_a_switch_that_forbids_it_does_not_matter_where_it_works(
    bwrap: Script, monkeypatch: pytest.MonkeyPatch
) -> None:
    bwrap()
    switched(monkeypatch, kernel__apparmor_restrict_unprivileged_userns=1)
    assert decide("required").mode == "bwrap"


@pytest.mark.parametrize(
    "words",
    [
        "bwrap: No permissions to create new namespace, likely because the kernel does not allow",
        "bwrap: Creating new namespace failed: Operation not permitted",
        "bwrap: Failed to make / slave: Permission denied",
        "bwrap: pivot_root: Invalid argument",
        "bwrap: Can't mount proc on /newroot/proc: Operation not permitted".replace("'", ""),
    ],
)
def test_a_container_denies_it(words: str, bwrap: Script) -> None:
    bwrap(failing(words))
    assert_obstacle(
        f"namespaces are denied; this looks like a container ({words})",
        "See docs/sandbox.md, or let the container be the sandbox: throw it away afterwards, and "
        "use `sandbox: none` (--sandbox none).",
    )


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (failing("bwrap: no luck"), "bwrap: no luck"),
        (failing("\x1b[2J"), "\\x1b[2J"),
        ("exit 3", "the sandbox failed (exited with status 3): it said nothing"),
        (
            f"{REPORTS}echo '{{\"exit-code\": 1}}' > /proc/self/fd/$2; exit 1",
            "exited with status 1",
        ),
        ("kill -SEGV $$", "the sandbox failed (killed by SIGSEGV): it said nothing"),
    ],
    ids=["in its words", "in no words", "silently", "as the test inside", "by a signal"],
)
def test_it_fails_in_another_way(script: str, said: str, bwrap: Script) -> None:
    bwrap(script)
    assert_obstacle(f"bwrap fails here: {said}", f"See docs/sandbox.md, or {IF_TRUSTED}")


def test_it_hangs(bwrap: Script, monkeypatch: pytest.MonkeyPatch) -> None:
    bwrap("while :; do :; done")
    monkeypatch.setattr(sandbox_probe, "_PATIENCE_S", 0.5)
    assert_obstacle(
        "bwrap fails here: no end within 0.5 s", f"See docs/sandbox.md, or {IF_TRUSTED}"
    )


@pytest.mark.parametrize("after", [False, True], ids=["at its version", "after its version"])
def test_it_does_not_start(after: bool, bwrap: Script, programs: Path) -> None:
    bwrap('echo "#!/no/such" > "$0"' if after else "")
    if after:
        text = (programs / "bwrap").read_text()
        (programs / "bwrap").write_text(
            text.replace("exit; fi", 'echo "#!/no/such/program" > "$0"; exit; fi')
        )
    else:
        (programs / "bwrap").write_text("#!/no/such/program\n")
    with pytest.raises(NoSandbox) as refused:
        decide("required")
    assert str(refused.value) == (
        f"no sandbox: bwrap does not start: No such file or directory. Mend that, or {IF_TRUSTED}"
    )


def own(name: str) -> int:
    return os.stat(f"/proc/self/ns/{name}").st_ino


def test_it_leaves_a_door_open(bwrap: Script) -> None:
    bwrap(REPORT_OF_OURS % (own("net"), own("pid")))
    assert_obstacle(
        "the sandbox shares with the system: pid, net", f"Use another machine, or {NONE}"
    )


def test_nothing_is_left_open_by_a_sandbox_that_was_tried(bwrap: Script) -> None:
    before = sorted(os.listdir("/proc/self/fd"))
    for script in (WORKS, DENIED, "exit 1"):
        bwrap(script)
        decide("auto")
    assert sorted(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize(
    ("text", "number"), [("1\n", 1), ("0", 0), ("", None), ("yes", None), (None, None)]
)
def test_a_switch_is_read(text: str | None, number: int | None, tmp_path: Path) -> None:
    if text is not None:
        (tmp_path / "switch").write_text(text)
    assert sandbox_probe._number(tmp_path / "switch") == number
