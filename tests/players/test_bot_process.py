"""Bots as real processes: pipes that never block, exits that are seen, a bounded end."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from barbu_arena.players import process as process_module
from barbu_arena.players.bot import Bot
from barbu_arena.players.fault import ArenaTrouble
from barbu_arena.players.process import (
    BotGone,
    BotProcess,
    end_all,
    monotonic,
)
from barbu_arena.players.start import Start, bot_environment, plain_start
from tests.players.conftest import MakeProcess
from tests.players.hostile import flat_memory, python


def read_all(process: BotProcess, seconds: float = 5.0) -> tuple[bytes, str]:
    """Read to the end of a bot; return what came and how it ended."""
    data = b""
    deadline = monotonic() + seconds
    try:
        while more := process.receive(deadline):
            data += more
    except BotGone as gone:
        return data, str(gone)
    raise AssertionError(f"no end within {seconds} s, after {data[:80]!r}")


def read_bytes(process: BotProcess, count: int, seconds: float = 5.0) -> bytes:
    data = b""
    deadline = monotonic() + seconds
    while len(data) < count and (more := process.receive(deadline)):
        data += more
    return data


def ask(process: BotProcess, line: bytes, seconds: float = 5.0) -> bytes:
    """Send a line and return what comes first, as a player does; empty if nothing does."""
    deadline = monotonic() + seconds
    return process.exchange(line, int(seconds * 1000)) or process.receive(deadline)


# Where and as what a bot runs


def test_the_environment_is_small_and_fixed(
    process_of: MakeProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LEAGUE_SEED", "secret")
    monkeypatch.setenv("PYTHONPATH", "/nowhere")
    data, _ = read_all(process_of("env"))
    assert dict(line.split("=", 1) for line in data.decode().splitlines()) == {
        "PATH": os.environ["PATH"],
        "LANG": "C.UTF-8",
        "PYTHONHASHSEED": "0",
        "PYTHONDONTWRITEBYTECODE": "1",
        "BARBU_ARENA": "1",
    }


def test_without_a_path_the_systems_own_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PATH")
    start = plain_start(Bot("x", "/", ("cat",)))
    assert start.environment == bot_environment(os.defpath)
    assert start.environment["PATH"] == os.defpath


def test_a_bot_runs_in_its_folder(process_of: MakeProcess, tmp_path: Path) -> None:
    data, ended = read_all(process_of("pwd", folder=str(tmp_path)))
    assert (data.decode(), ended) == (f"{tmp_path.resolve()}\n", "exited with status 0")


def test_a_program_beside_the_bot_is_found(process_of: MakeProcess, tmp_path: Path) -> None:
    program = tmp_path / "bot"
    program.write_text("#!/bin/sh\necho here $0\n")
    program.chmod(0o755)
    assert read_all(process_of("./bot", folder=str(tmp_path)))[0] == b"here ./bot\n"


def test_a_bot_has_three_descriptors(process_of: MakeProcess) -> None:
    for _ in range(3):
        process_of("cat")
    data, _ = read_all(process_of("ls", "/proc/self/fd"))
    # The fourth is the folder that `ls` reads.
    assert data.split() == [b"0", b"1", b"2", b"3"]


def test_signals_are_the_bots_own(process_of: MakeProcess) -> None:
    held = {number: signal.signal(number, signal.SIG_IGN) for number in STOPPING}
    try:
        data, _ = read_all(process_of("cat", "/proc/self/status"))
    finally:
        for number, handler in held.items():
            signal.signal(number, handler)
    ignored = int(status_field(data, "SigIgn"), 16)
    assert ignored & sum(1 << number - 1 for number in (*STOPPING, signal.SIGPIPE)) == 0


def test_what_a_bot_does_before_it_becomes_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    set_to: dict[int, object] = {}
    parents: list[tuple[int, int]] = []
    monkeypatch.setattr(signal, "signal", set_to.__setitem__)
    monkeypatch.setattr(process_module, "die_with_parent", lambda *given: parents.append(given))
    process_module._before_exec(77)()
    assert set_to == dict.fromkeys(STOPPING, signal.SIG_DFL)
    assert parents == [(77, signal.SIGKILL)]


STOPPING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def status_field(data: bytes, name: str) -> str:
    lines = data.decode().splitlines()
    return next(line.split()[1] for line in lines if line.startswith(f"{name}:"))


def test_a_bot_has_a_session_of_its_own(process_of: MakeProcess) -> None:
    process = process_of("cat")
    assert os.getsid(process.pid) == process.pid != os.getsid(0)
    assert os.getpgid(process.pid) == process.pid


def test_an_interrupt_of_the_arena_does_not_reach_a_bot() -> None:
    # In a process of its own, for the whole of its group is interrupted.
    script = (
        "import os, signal, sys, time; from barbu_arena.players.bot import Bot;"
        "from barbu_arena.players.process import BotProcess, monotonic;"
        "from barbu_arena.players.start import plain_start;"
        "signal.signal(signal.SIGINT, lambda *_: None);"
        "bot = BotProcess(plain_start(Bot('cat', '/', ('cat',))));"
        "os.killpg(0, signal.SIGINT); time.sleep(0.1);"
        "bot.send(b'alive'); print(bot.receive(monotonic() + 5).decode()); bot.kill()"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        start_new_session=True,
        timeout=30,
        check=False,
    )
    assert done.stdout == b"alive\n"


@pytest.mark.parametrize(
    ("command", "error"),
    [
        (("no-such-program-anywhere",), FileNotFoundError),
        (("/etc/passwd",), PermissionError),
        (("/",), PermissionError),
    ],
    ids=["missing", "not executable", "a folder"],
)
def test_what_cannot_be_started(command: tuple[str, ...], error: type[OSError]) -> None:
    before = set(os.listdir("/proc/self/fd"))
    with pytest.raises(error):
        BotProcess(plain_start(Bot("x", "/", command)))
    assert set(os.listdir("/proc/self/fd")) == before


def test_a_missing_folder() -> None:
    with pytest.raises(FileNotFoundError):
        BotProcess(plain_start(Bot("x", "/no/such/folder", ("cat",))))


def test_a_bot_starts_with_no_signal_held_back(process_of: MakeProcess) -> None:
    held = "import signal; print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))"
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
    try:
        data, _ = read_all(process_of(sys.executable, "-c", held))
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == {*before, signal.SIGUSR1}
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    assert data == b"set()\n"


def test_a_signal_in_the_start_of_a_bot_is_neither_lost_nor_told_as_an_error(
    tmp_path: Path,
) -> None:
    """Python drops what a handler raises while it runs its callbacks of a fork."""
    told = tmp_path / "told"
    child = os.fork()
    if child == 0:
        os.dup2(os.open(told, os.O_WRONLY | os.O_CREAT), 2)
        code = 1
        try:
            signal.signal(signal.SIGTERM, lambda *_: sys.exit(3))
            os.register_at_fork(after_in_parent=lambda: os.kill(os.getpid(), signal.SIGTERM))
            BotProcess(plain_start(Bot("true", "/", ("true",))))
        except SystemExit as end:
            code = int(str(end.code))
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 3
    assert told.read_text() == ""


# Talking


def test_an_exchange(process_of: MakeProcess) -> None:
    process = process_of("cat")
    for number in range(3):
        line = b"line %d\n" % number
        assert process.exchange(line, 5000) == line


def test_silence_is_nothing_and_not_before_the_deadline(process_of: MakeProcess) -> None:
    process = process_of("sleep", "60")
    start = monotonic()
    assert process.exchange(b"hello?\n", 200) == b""
    assert 0.2 <= monotonic() - start < 0.7
    start = monotonic()
    assert process.receive(start + 0.2) == b""
    assert 0.2 <= monotonic() - start < 0.7


def test_after_the_deadline_nothing_is_read(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "echo too late; sleep 60")
    time.sleep(0.1)
    assert process.receive(monotonic() - 0.001) == b""
    assert process.receive(monotonic() + 5) == b"too late\n"


@pytest.mark.parametrize("program", ["yes", "yes >&2"], ids=["on stdout", "on stderr"])
def test_chatter_does_not_extend_the_deadline(process_of: MakeProcess, program: str) -> None:
    process = process_of("sh", "-c", f"{program}; true")
    start = monotonic()
    while process.receive(start + 0.2):
        assert monotonic() - start < 0.7
    assert 0.2 <= monotonic() - start < 0.7


def test_telling_never_blocks_and_all_arrives_in_the_end(process_of: MakeProcess) -> None:
    # The pipe holds 64 KiB; a reader sleeps while four times as much is told.
    process = process_of("sh", "-c", "sleep 0.3; exec cat")
    lines = [b"%06d %b\n" % (number, b"x" * 120) for number in range(2_000)]
    start = monotonic()
    for line in lines:
        process.send(line)
    assert monotonic() - start < 0.25
    data = ask(process, b"the question\n", 10)
    whole = b"".join([*lines, b"the question\n"])
    assert data + read_bytes(process, len(whole) - len(data)) == whole


def test_a_question_larger_than_the_pipe_arrives_once_and_whole(process_of: MakeProcess) -> None:
    process = process_of("cat")
    question = b"".join(b"%07d\n" % number for number in range(40_000))
    data = ask(process, question, 10)
    assert data + read_bytes(process, len(question) - len(data)) == question


def test_a_question_to_a_full_pipe_is_not_lost(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "sleep 0.3; exec cat")
    events = b"e" * 4095 + b"\n"
    for _ in range(16):
        process.send(events)
    question = b"the question\n"
    data = ask(process, question, 10)
    assert data + read_bytes(process, 65_536 + len(question) - len(data)) == (
        events * 16 + question
    )


def test_a_bot_that_only_writes_is_not_read_while_it_is_told(
    process_of: MakeProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = process_of("yes")
    monkeypatch.setattr(os, "read", lambda *_: pytest.fail("it was read"))
    start = monotonic()
    for _ in range(2_000):
        process.send(b"x" * 100 + b"\n")
    assert monotonic() - start < 0.5


def test_stderr_is_kept_and_never_an_answer(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "echo to stderr >&2; read line; echo answer")
    assert ask(process, b"go\n") == b"answer\n"
    assert read_all(process) == (b"", "exited with status 0")
    process.kill()
    assert process.stderr.kept() == b"to stderr\n"


def test_a_closed_stderr_is_no_end(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "exec 2>&-; exec cat")
    time.sleep(0.05)
    assert ask(process, b"go\n") == b"go\n"
    assert ask(process, b"on\n") == b"on\n"


def test_memory_stays_flat_under_a_flood_to_stderr(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "yes >&2; true")
    with flat_memory():
        assert process.receive(monotonic() + 0.5) == b""
    assert process.stderr.size > 1 << 20


def test_a_bot_that_nobody_listens_to_is_kept_flowing(process_of: MakeProcess) -> None:
    """Its stderr is taken, so that it does not hang, and what is left to send is sent."""
    process = process_of("sh", "-c", "head -c 300000 /dev/zero >&2; exec cat")
    told = b"".join(b"%07d\n" % number for number in range(20_000))
    process.send(told)
    deadline = monotonic() + 10
    heard = b""
    while len(heard) < len(told) and monotonic() < deadline:
        process.keep_flowing()
        heard += process.exchange(b"", 1)
    assert heard == told
    assert process.stderr.size == 300_000


# Exits


@pytest.mark.parametrize(
    ("command", "ended"),
    [
        (("true",), "exited with status 0"),
        (("sh", "-c", "exit 3"), "exited with status 3"),
        (("sh", "-c", "kill -KILL $$"), "killed by SIGKILL"),
        (("sh", "-c", "kill -SEGV $$"), "killed by SIGSEGV"),
        (("sh", "-c", "kill -40 $$"), "killed by signal 40"),
        (("sh", "-c", "exec >&-; sleep 60"), "closed its output"),
    ],
)
def test_how_a_bot_ended(process_of: MakeProcess, command: tuple[str, ...], ended: str) -> None:
    start = monotonic()
    assert read_all(process_of(*command)) == (b"", ended)
    assert monotonic() - start < 1.5


def test_the_last_words_are_heard_before_the_exit(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "echo last words; exit 2")
    time.sleep(0.1)
    deadline = monotonic() + 5
    assert process.receive(deadline) == b"last words\n"
    with pytest.raises(BotGone, match="exited with status 2"):
        process.receive(deadline)


@pytest.mark.parametrize("kernel_tells", [True, False], ids=["pidfd", "no pidfd"])
def test_an_exit_is_seen_though_a_grandchild_holds_the_pipe(
    process_of: MakeProcess, kernel_tells: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not kernel_tells:
        monkeypatch.delattr(os, "pidfd_open")
    process = process_of("sh", "-c", "sleep 60 & exit 5")
    start = monotonic()
    with pytest.raises(BotGone, match="exited with status 5"):
        process.receive(start + 10)
    assert monotonic() - start < 1.0


def test_where_no_pidfd_can_be_had_talking_goes_on(
    process_of: MakeProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_module, "_open_pidfd", lambda pid: -1)
    process = process_of("sh", "-c", "read line; sleep 0.3; echo answer")
    assert ask(process, b"go\n") == b"answer\n"


def test_a_broken_pipe_is_the_end_of_the_bot(process_of: MakeProcess) -> None:
    process = process_of("true")
    time.sleep(0.1)
    process.send(b"told\n")
    with pytest.raises(BotGone, match="exited with status 0"):
        ask(process, b"asked\n")


def test_a_bot_that_does_not_listen_but_lives_is_late(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "exec <&-; sleep 60")
    time.sleep(0.1)
    assert ask(process, b"asked\n", 0.2) == b""


def test_a_bot_killed_from_outside_while_it_thinks_is_seen_at_once(
    process_of: MakeProcess,
) -> None:
    process = process_of("sleep", "60")
    killer = subprocess.Popen(["sh", "-c", f"sleep 0.2; kill -KILL {process.pid}"])
    start = monotonic()
    with pytest.raises(BotGone, match="killed by SIGKILL"):
        ask(process, b"think\n", 10)
    assert monotonic() - start < 1.2
    assert killer.wait() == 0


def test_an_exit_after_an_answer_is_seen_at_the_next_question(process_of: MakeProcess) -> None:
    process = process_of("sh", "-c", "read line; echo answer")
    assert ask(process, b"one\n") == b"answer\n"
    with pytest.raises(BotGone, match="exited with status 0"):
        ask(process, b"two\n")


# In a sandbox, which tells of the bot's first process and of its end by a pipe of its own


def reported(script: str, *told: str) -> BotProcess:
    """Start a shell as if it were the sandbox; ``$tell`` is the descriptor of its report."""
    report, telling = os.pipe()
    os.write(telling, "".join(told).encode())
    command = ("sh", "-c", f"tell={telling}; {script}")
    return BotProcess(Start(command, "/", {"PATH": os.defpath}, None, (telling,), report))


ENDED = '{"exit-code": 0}'


@pytest.mark.parametrize(
    ("status", "ended"),
    [
        (0, "exited with status 0"),
        (3, "exited with status 3"),
        (128, "exited with status 128"),
        (137, "killed by SIGKILL"),
        (134, "killed by SIGABRT"),
        (168, "killed by signal 40"),
    ],
)
def test_how_a_bot_in_a_sandbox_ended(status: int, ended: str) -> None:
    process = reported(f"exit {status}", ENDED)
    assert read_all(process) == (b"", ended)
    process.kill()


def test_a_plain_bot_with_a_great_status_was_not_killed(process_of: MakeProcess) -> None:
    assert read_all(process_of("sh", "-c", "exit 137")) == (b"", "exited with status 137")


@pytest.mark.parametrize(
    ("script", "message"),
    [
        ("echo first >&2; echo no luck >&2; exit 1", "(exited with status 1): no luck"),
        ("printf '\\033[2J' >&2; exit 2", "(exited with status 2): \\x1b[2J"),
        ("exit 1", "(exited with status 1): it said nothing"),
        ("exec >&-; exit 1", "(exited with status 1): it said nothing"),
    ],
    ids=["with a reason", "that is no text", "without one", "after its output"],
)
def test_a_sandbox_that_fails_is_not_the_bots_fault(script: str, message: str) -> None:
    process = reported(script, '{"child-pid": 0}')
    with pytest.raises(ArenaTrouble) as failed:
        read_all(process)
    assert str(failed.value) == f"the sandbox failed {message}"
    process.kill()


def test_a_bot_in_a_sandbox_that_closes_its_output_is_gone_and_the_sandbox_did_not_fail() -> None:
    process = reported("exec >&-; sleep 60", '{"child-pid": 0}')
    assert read_all(process) == (b"", "closed its output")
    process.kill()


def test_with_the_sandbox_its_first_process_is_killed() -> None:
    # In a session of its own, as the real one is, so that no killing of the group reaches it.
    process = reported(
        "setsid sh -c 'echo {\\\"child-pid\\\": $$} >/proc/self/fd/'$tell'; "
        "echo it; exec sleep 60' & wait"
    )
    assert process.receive(monotonic() + 5) == b"it\n"
    first = process.root_pid
    assert first not in (0, process.pid)
    process.kill()
    assert is_gone(first)


def test_a_plain_bot_is_the_root_of_its_processes(process_of: MakeProcess) -> None:
    process = process_of("cat")
    assert process.root_pid == process.pid


def test_the_root_is_not_known_before_the_sandbox_tells() -> None:
    process = reported("exec cat")
    assert process.root_pid == 0
    process.kill()


@pytest.mark.parametrize("program", ["true", "no-such-program-anywhere"])
def test_what_a_bot_inherits_is_closed_here_even_if_it_does_not_start(program: str) -> None:
    before = sorted(os.listdir("/proc/self/fd"))
    reading, writing = os.pipe()
    os.close(writing)
    with contextlib.suppress(FileNotFoundError):
        BotProcess(Start((program,), "/", {"PATH": os.defpath}, None, (reading,))).kill()
    assert sorted(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize("program", ["true", "no-such-program-anywhere"])
def test_the_report_of_a_sandbox_is_closed_with_it_even_if_it_does_not_start(program: str) -> None:
    before = sorted(os.listdir("/proc/self/fd"))
    report, telling = os.pipe()
    with contextlib.suppress(FileNotFoundError):
        BotProcess(Start((program,), "/", {"PATH": os.defpath}, None, (telling,), report)).kill()
    assert sorted(os.listdir("/proc/self/fd")) == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives processes to other users")
def test_a_bot_may_be_another_users() -> None:
    start = Start(("cat", "/proc/self/status"), "/", {"PATH": os.defpath}, user=60_600)
    process = BotProcess(start)
    data, _ = read_all(process)
    for kind in ("Uid", "Gid"):
        (line,) = [line for line in data.decode().splitlines() if line.startswith(f"{kind}:")]
        assert line.split()[1:] == ["60600"] * 4
    assert b"Groups:\t \n" in data
    process.kill()


# The end


def test_closing_the_input_of_one_of_sixteen_ends_that_one_only(process_of: MakeProcess) -> None:
    bots = [process_of("cat") for _ in range(16)]
    for number in (0, 7, 15):
        bots[number].close_input()
        assert read_all(bots[number]) == (b"", "exited with status 0")
    left = [bot for number, bot in enumerate(bots) if number not in (0, 7, 15)]
    for bot in left:
        assert ask(bot, b"here\n") == b"here\n"
    assert len(left) == 13


def test_bots_that_leave_at_the_end_of_input_are_not_killed(process_of: MakeProcess) -> None:
    bots = [process_of("sh", "-c", "cat; echo saved >&2") for _ in range(4)]
    start = monotonic()
    assert end_all(bots, grace_s=10.0) == []
    assert monotonic() - start < 3.0
    assert [bot.how_it_ended() for bot in bots] == ["exited with status 0"] * 4
    assert [bot.stderr.kept() for bot in bots] == [b"saved\n"] * 4


def test_long_last_words_on_stderr_are_waited_for(process_of: MakeProcess) -> None:
    bot = process_of("sh", "-c", "cat; head -c 400000 /dev/zero >&2; exit 4")
    assert end_all([bot], grace_s=10.0) == []
    assert bot.how_it_ended() == "exited with status 4"
    assert bot.stderr.size == 400_000


STUBBORN = python(
    "import signal, time, os\n"
    "for number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)\n"
    "os.write(1, b'!')\n"
    "while True: time.sleep(60)"
)


def test_many_stubborn_bots_share_one_grace(process_of: MakeProcess) -> None:
    bots = [process_of(*STUBBORN) for _ in range(10)]
    good = process_of("cat")
    for bot in bots:
        assert bot.receive(monotonic() + 20) == b"!"
    start = monotonic()
    assert end_all([*bots, good], grace_s=0.4) == bots
    assert 0.4 <= monotonic() - start < 1.4
    assert {bot.how_it_ended() for bot in bots} == {"killed by SIGKILL"}
    assert good.how_it_ended() == "exited with status 0"


def test_a_bot_that_floods_stderr_at_the_end_is_ended_too(process_of: MakeProcess) -> None:
    bot = process_of("sh", "-c", "yes >&2; true")
    start = monotonic()
    assert end_all([bot], grace_s=0.2) == [bot]
    assert monotonic() - start < 1.2
    assert len(bot.stderr.kept()) < 100_000


def test_of_a_flood_to_stderr_that_outlives_the_bot_only_so_much_is_read(
    process_of: MakeProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = process_of("cat")
    monkeypatch.setattr(BotProcess, "drain_stderr", lambda self: self.stderr.add(b"e" * 1000))
    bot.kill()
    assert bot.stderr.size == 64_000


def test_a_stopped_bot_is_ended(process_of: MakeProcess) -> None:
    bot = process_of("sh", "-c", "kill -STOP $$")
    time.sleep(0.05)
    assert end_all([bot], grace_s=0.1) == [bot]
    assert bot.how_it_ended() == "killed by SIGKILL"


def test_killing_ends_the_whole_group(process_of: MakeProcess) -> None:
    # As a wrapper script that does not `exec` the bot proper.
    bot = process_of("sh", "-c", "sleep 60 & echo $!; wait")
    child = int(bot.receive(monotonic() + 5))
    bot.kill()
    assert bot.has_exited()
    assert is_gone(child)


def is_gone(pid: int, seconds: float = 2.0) -> bool:
    """Whether a process ends within that time; a zombie that nobody has buried is gone too."""
    deadline = monotonic() + seconds
    while monotonic() < deadline:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return True
        if state == "Z":
            return True
        time.sleep(0.01)
    return False


def test_a_killed_bot_leaves_no_descriptor_and_may_be_killed_again() -> None:
    before = sorted(os.listdir("/proc/self/fd"))
    bot = BotProcess(plain_start(Bot("cat", "/", ("cat",))))
    bot.kill()
    assert sorted(os.listdir("/proc/self/fd")) == before
    bot.kill()
    assert bot.how_it_ended() == "killed by SIGKILL"


def test_what_is_told_to_a_killed_bot_reaches_no_other_file(tmp_path: Path) -> None:
    bot = BotProcess(plain_start(Bot("cat", "/", ("cat",))))
    bot.kill()
    # These files now have the numbers that the bot's pipes had.
    files = [(tmp_path / str(number)).open("w+b") for number in range(6)]
    with contextlib.ExitStack() as stack:
        for file in files:
            stack.enter_context(file)
        bot.send(b'{"type":"bye"}\n')
        bot.close_input()
        bot.drain_stderr()
        bot.kill()
        assert [os.fstat(file.fileno()).st_size for file in files] == [0] * 6


def test_after_the_end_of_input_nothing_is_told(process_of: MakeProcess, tmp_path: Path) -> None:
    bot = process_of("cat")
    bot.close_input()
    with (tmp_path / "other").open("w+b") as other:
        bot.send(b"more\n")
        assert os.fstat(other.fileno()).st_size == 0
    assert read_all(bot) == (b"", "exited with status 0")
