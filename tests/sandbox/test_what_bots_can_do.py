"""What a bot in the sandbox can do is what the table says, as root's bot and as a user's.

Source: trust.md §4.2 and §6.
"""

from pathlib import Path

from barbu_arena.players.bot import Bot
from barbu_arena.players.process import BotProcess, monotonic
from barbu_arena.players.sandbox import Sandbox
from barbu_arena.players.start import Start
from tests.sandbox.bait import Bait
from tests.sandbox.expected import EXPECTED, SAME_OUTSIDE, as_expected, differences
from tests.sandbox.inside import (
    PATIENCE_S,
    PYTHON,
    Found,
    as_ordinary_user,
    bot_in,
    needs_root,
    obstacle,
    ordinary,
    probed,
    said_by,
)


def test_the_bot_of_an_arena_that_is_root(sandbox: Sandbox, probe: Bot, bait: Bait) -> None:
    needs_root()
    found = probed(sandbox.start(probe), bait)
    assert differences(found) == {}
    assert found.keys() == EXPECTED.keys()


def test_the_bot_of_an_ordinary_user(sandbox: Sandbox, probe: Bot, bait: Bait) -> None:
    found = as_ordinary_user(lambda: probed(ordinary(sandbox).start(probe), bait))
    assert differences(found) == {}
    assert found.keys() == EXPECTED.keys()


def test_an_ordinary_user_finds_the_sandbox(sandbox: Sandbox) -> None:
    assert sandbox.call_filter is not None
    assert as_ordinary_user(obstacle) == {}


def test_outside_it_would_come_out_otherwise(probe: Bot, bait: Bait) -> None:
    """Or the probe would not see what it looks for."""
    start = Start((*PYTHON, f"{probe.folder}/main.py"), "/", {"PATH": "/usr/bin:/bin"})
    found = as_ordinary_user(lambda: probed(start, {**bait, "plain": 1}))
    assert found.keys() == EXPECTED.keys()
    same = {act for act, result in found.items() if as_expected(act, result)}
    assert same - SAME_OUTSIDE == set()


KEEPS = """
import os, sys
print(sorted(os.listdir("/tmp") + os.listdir("/dev/shm")))
for place in ("/tmp", "/dev/shm"):
    open(f"{place}/kept", "w").close()
"""


def test_nothing_is_kept_for_the_next_session(sandbox: Sandbox, open_folder: Path) -> None:
    bot = bot_in(open_folder, *PYTHON, "-c", KEEPS)
    assert [said_by(sandbox.start(bot), b"") for _ in range(2)] == [b"[]\n"] * 2


LOOKS = """
import os, sys
print(os.listdir("/tmp"), sorted(name for name in os.listdir("/proc") if name.isdigit()))
open("/tmp/mark", "w").close()
sys.stdout.flush()
input()
"""


def test_two_bots_at_once_do_not_see_each_other(sandbox: Sandbox, open_folder: Path) -> None:
    bots = [BotProcess(sandbox.start(bot_in(open_folder, *PYTHON, "-c", LOOKS))) for _ in "ab"]
    try:
        said = [bot.receive(monotonic() + PATIENCE_S) for bot in bots]
    finally:
        for bot in bots:
            bot.kill()
    assert said == [b"[] ['1', '2']\n"] * 2


def test_what_is_shown_beside_can_be_read_only(sandbox: Sandbox, open_folder: Path) -> None:
    shown = open_folder / "shown"
    shown.mkdir()
    shown.chmod(0o777)
    (shown / "file").write_text("it")
    code = f"""
import errno
print(open("{shown}/file").read(), end=" ")
try:
    open("{shown}/new", "w")
except OSError as error:
    print(errno.errorcode[error.errno])
"""
    bot = bot_in(open_folder, *PYTHON, "-c", code)
    bot = Bot(bot.name, bot.folder, bot.command, inside=bot.inside, read_only=(str(shown),))
    assert said_by(sandbox.start(bot), b"") == b"it EROFS\n"


def test_a_run_that_fails_is_told_from_one_that_finds_nothing(sandbox: Sandbox) -> None:
    start = sandbox.start_with(("--ro-bind", "/no/such/folder", "/x"), ("/usr/bin/true",))
    found: Found = probed(start, {})
    assert "Can't find source path /no/such/folder" in found["start"]
    assert differences(found) == found


def test_its_streams_can_be_opened_by_name(sandbox: Sandbox, open_folder: Path) -> None:
    """As shell scripts do; the arena's pipes are another user's where it is root."""
    bot = bot_in(open_folder, "/bin/sh", "-c", "echo why > /dev/stderr && echo it > /dev/stdout")
    process = BotProcess(sandbox.start(bot))
    try:
        assert process.receive(monotonic() + PATIENCE_S) == b"it\n"
        process.kill()
        assert process.stderr.kept() == b"why\n"
    finally:
        process.kill()
