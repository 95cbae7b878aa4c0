"""The seccomp program: each verdict by reading it as the kernel does, then by the kernel itself.

Source: trust.md §4.1, layer 2.
"""

import errno
import json
import os
import platform
import re
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from barbu_arena.players.seccomp import CHECKED, FORBIDDEN, MISSING, NEWEST_CALL, filter_program

ALLOWED = 0x7FFF0000
KILLED = 0x80000000
REFUSED = 0x00050000
EPERM, ENOSYS, EAFNOSUPPORT = REFUSED | 1, REFUSED | 38, REFUSED | 97

MACHINES = ("x86_64", "aarch64")
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7, "i386": 0x40000003, "arm": 0x40000028}
LONGEST = 4096
"""BPF_MAXINSNS."""
HIGH = 1 << 32
"""The lowest bit that the kernel does not see in an int."""

PROMISED = {
    "ptrace process_vm_readv process_vm_writev pidfd_getfd kcmp": EPERM,
    "add_key request_key keyctl": EPERM,
    "bpf perf_event_open userfaultfd fanotify_init": EPERM,
    "mount umount2 pivot_root chroot setns unshare open_tree move_mount": EPERM,
    "fsopen fsconfig fsmount fspick mount_setattr open_by_handle_at name_to_handle_at": EPERM,
    "swapon swapoff reboot kexec_load kexec_file_load": EPERM,
    "init_module finit_module delete_module acct quotactl quotactl_fd": EPERM,
    "syslog vhangup sethostname setdomainname": EPERM,
    "settimeofday clock_settime adjtimex clock_adjtime": EPERM,
    "clone3 io_uring_setup io_uring_enter io_uring_register": ENOSYS,
    "memfd_create memfd_secret shmget msgget semget vmsplice": ENOSYS,
}
"""What the design promises, whatever the tables of the module say."""

ORDINARY = {
    "read": (0, 63),
    "write": (1, 64),
    "openat": (257, 56),
    "close": (3, 57),
    "mprotect": (10, 226),
    "munmap": (11, 215),
    "brk": (12, 214),
    "madvise": (28, 233),
    "futex": (202, 98),
    "execve": (59, 221),
    "wait4": (61, 260),
    "kill": (62, 129),
    "exit_group": (231, 94),
    "rt_sigreturn": (15, 139),
    "restart_syscall": (219, 128),
    "set_robust_list": (273, 99),
    "sched_setaffinity": (203, 122),
    "prlimit64": (302, 261),
    "getrandom": (318, 278),
    "rseq": (334, 293),
    "seccomp": (317, 277),
    "connect": (42, 203),
    "epoll_pwait2": (441, 441),
    "pidfd_open": (434, 434),
    "inotify_init1": (294, 26),
    "futex_waitv": (449, 449),
}
HEADERS = {
    "x86_64": ("x86_64-linux-gnu/asm/unistd_64.h", "asm/unistd_64.h"),
    "aarch64": ("asm-generic/unistd.h",),
}

THREAD = 0x003D0F00
"""The flags with which the C library starts a thread."""
NEW = {
    "mount": 0x00020000,
    "cgroup": 0x02000000,
    "uts": 0x04000000,
    "ipc": 0x08000000,
    "user": 0x10000000,
    "pid": 0x20000000,
    "net": 0x40000000,
}
TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD = 0x5412, 0x541C, 0x541D, 0x5423
TCGETS, FIONBIO = 0x5401, 0x5421


def instructions(machine: str) -> list[tuple[int, int, int, int]]:
    program = filter_program(machine)
    assert program is not None
    return list(struct.iter_unpack("<HBBI", program))


LOAD, AND, RETURN = 0x20, 0x54, 0x06
TESTS: dict[int, Callable[[int, int], bool]] = {
    0x15: lambda loaded, operand: loaded == operand,
    0x25: lambda loaded, operand: loaded > operand,
    0x45: lambda loaded, operand: loaded & operand != 0,
}


def verdict(machine: str, number: int, *arguments: int, caller: str = "") -> int:
    """Run the program over one call, as the kernel would."""
    filled = (*arguments, 0, 0, 0, 0, 0, 0)[:6]
    data = struct.pack("<IIQ6Q", number, ARCHITECTURES[caller or machine], 0, *filled)
    program = instructions(machine)
    at = loaded = 0
    while True:
        code, yes, no, operand = program[at]
        at += 1
        if code == RETURN:
            return operand
        if code == LOAD:
            (loaded,) = struct.unpack_from("<I", data, operand)
        elif code == AND:
            loaded &= operand
        else:
            at += yes if TESTS[code](loaded, operand) else no


def number_of(name: str, machine: str) -> int:
    number = {**FORBIDDEN, **MISSING, **CHECKED, **ORDINARY}[name][MACHINES.index(machine)]
    assert number is not None
    return number


on_both = pytest.mark.parametrize("machine", MACHINES)


@on_both
@pytest.mark.parametrize(("names", "expected"), PROMISED.items())
def test_what_the_design_refuses(machine: str, names: str, expected: int) -> None:
    for name in names.split():
        number = number_of(name, machine)
        assert verdict(machine, number) == expected, name
        assert verdict(machine, number, *[2**64 - 1] * 6) == expected, name


@pytest.mark.parametrize("name", ["iopl", "ioperm", "modify_ldt"])
def test_what_only_x86_64_has_is_refused_there(name: str) -> None:
    assert verdict("x86_64", number_of(name, "x86_64")) == EPERM
    assert FORBIDDEN[name][1] is None


@on_both
@pytest.mark.parametrize("name", ORDINARY)
def test_ordinary_calls_are_allowed(machine: str, name: str) -> None:
    number = number_of(name, machine)
    assert verdict(machine, number) == ALLOWED
    assert verdict(machine, number, *[2**64 - 1] * 6) == ALLOWED


@on_both
def test_all_that_is_in_no_table_is_allowed(machine: str) -> None:
    column = MACHINES.index(machine)
    expected = {numbers[column]: EPERM for numbers in FORBIDDEN.values()}
    expected |= {numbers[column]: ENOSYS for numbers in MISSING.values()}
    checked = {numbers[column] for numbers in CHECKED.values()}
    for number in set(range(NEWEST_CALL + 1)) - checked:
        assert verdict(machine, number) == expected.get(number, ALLOWED), number


@on_both
@pytest.mark.parametrize("number", [457, 467, 1000, 2**30 - 1, 2**31, 2**32 - 1])
def test_calls_that_nobody_has_judged_are_missing(machine: str, number: int) -> None:
    assert verdict(machine, number) == ENOSYS


@pytest.mark.parametrize("number", [0, 1, 59, 101, 520, 547])
def test_the_x32_calls_are_missing(number: int) -> None:
    assert verdict("x86_64", 2**30 | number) == ENOSYS


@on_both
@pytest.mark.parametrize("caller", ARCHITECTURES)
def test_a_foreign_architecture_is_killed(machine: str, caller: str) -> None:
    expected = ALLOWED if caller == machine else KILLED
    assert verdict(machine, number_of("read", machine), caller=caller) == expected


@on_both
@pytest.mark.parametrize(
    "flags", [signal.SIGCHLD, THREAD, THREAD | HIGH, 0x4100 | signal.SIGCHLD, 0x80, 0xFF]
)
def test_forks_and_threads_are_allowed(machine: str, flags: int) -> None:
    assert verdict(machine, number_of("clone", machine), flags) == ALLOWED


@on_both
@pytest.mark.parametrize("flag", NEW.values(), ids=NEW)
@pytest.mark.parametrize("others", [0, signal.SIGCHLD, THREAD, HIGH, NEW["user"], NEW["net"]])
def test_a_new_namespace_is_refused(machine: str, flag: int, others: int) -> None:
    assert verdict(machine, number_of("clone", machine), flag | others) == EPERM


@on_both
@pytest.mark.parametrize("name", ["socket", "socketpair"])
def test_four_families_of_sockets(machine: str, name: str) -> None:
    number = number_of(name, machine)
    allowed = [family for family in range(256) if verdict(machine, number, family) == ALLOWED]
    assert allowed == [1, 2, 10, 16]
    for family in (0, 17, 38, 40, 255, 2**32 - 1):  # packet, alg and vsock are 17, 38 and 40.
        assert verdict(machine, number, family) == EAFNOSUPPORT
        assert verdict(machine, number, family | HIGH) == EAFNOSUPPORT
    assert verdict(machine, number, 2 | HIGH) == ALLOWED


@on_both
@pytest.mark.parametrize("request_number", [TIOCSTI, TIOCLINUX, TIOCCONS, TIOCSETD])
def test_terminal_tricks_are_refused_whatever_the_high_bits(
    machine: str, request_number: int
) -> None:
    number = number_of("ioctl", machine)
    for high in (0, HIGH, 1 << 63, (2**32 - 1) << 32):
        assert verdict(machine, number, 0, request_number | high) == EPERM


@on_both
@pytest.mark.parametrize("request_number", [TCGETS, FIONBIO, 0, TIOCSTI << 32])
def test_other_requests_to_devices_are_allowed(machine: str, request_number: int) -> None:
    assert verdict(machine, number_of("ioctl", machine), TIOCSTI, request_number) == ALLOWED


@on_both
def test_shared_memory_without_a_file_is_refused(machine: str) -> None:
    number = number_of("mmap", machine)
    shared, validated, private, anonymous, noreserve = 0x01, 0x03, 0x02, 0x20, 0x4000
    for refused in (shared | anonymous, validated | anonymous, shared | anonymous | noreserve):
        assert verdict(machine, number, 0, 4096, 3, refused, 2**64 - 1, 0) == EPERM
        assert verdict(machine, number, 0, 4096, 3, refused | HIGH) == EPERM
    for allowed in (private | anonymous, private | anonymous | noreserve, shared, private, 0x32):
        assert verdict(machine, number, 0, 4096, 3, allowed) == ALLOWED


@on_both
def test_personalities(machine: str) -> None:
    number = number_of("personality", machine)
    for wanted in (0, 0x0040000, 2**32 - 1, 2**64 - 1):
        assert verdict(machine, number, wanted) == ALLOWED
    for wanted in (8, 0x0100000, 0x0400000, 0x0040008, 0x0440000):
        assert verdict(machine, number, wanted) == EPERM


@pytest.mark.parametrize(
    "machine", ["", "i686", "armv7l", "aarch64_be", "riscv64", "ppc64le", "s390x", "AMD64"]
)
def test_no_program_for_a_machine_that_is_not_known(machine: str) -> None:
    assert filter_program(machine) is None


def test_the_other_name_of_aarch64() -> None:
    assert filter_program("arm64") == filter_program("aarch64") != filter_program("x86_64")


@on_both
def test_the_kernel_would_take_the_program(machine: str) -> None:
    program = instructions(machine)
    assert len(program) < LONGEST
    for at, (code, yes, no, _) in enumerate(program):
        assert code in (LOAD, AND, RETURN, *TESTS)
        assert at + 1 + max(yes, no) < len(program) or code == RETURN
    assert program[-1] == (RETURN, 0, 0, ALLOWED)


@on_both
def test_no_instruction_is_in_vain(machine: str) -> None:
    program = instructions(machine)
    reached = {0}
    for at, (code, yes, no, _) in enumerate(program):
        if at in reached and code != RETURN:
            reached |= {at + 1 + yes, at + 1 + no}
    assert reached == set(range(len(program)))


@on_both
def test_no_call_has_two_answers(machine: str) -> None:
    column = MACHINES.index(machine)
    numbers = [row[column] for table in (FORBIDDEN, MISSING, CHECKED) for row in table.values()]
    known = [number for number in numbers if number is not None]
    assert len(known) == len(set(known))
    assert max(known) <= NEWEST_CALL


@on_both
def test_the_numbers_are_those_of_the_systems_own_header(machine: str) -> None:
    header = system_header(machine)
    column = MACHINES.index(machine)
    for name, numbers in {**FORBIDDEN, **MISSING, **CHECKED, **ORDINARY}.items():
        number = numbers[column]
        is_newer = number is not None and number > max(header.values())
        assert is_newer or header.get(name) == number, name
    assert header.get("futex_requeue", NEWEST_CALL) == NEWEST_CALL


def system_header(machine: str) -> dict[str, int]:
    for file in HEADERS[machine]:
        path = Path("/usr/include", file)
        if path.exists():
            found = re.findall(r"(?m)^#define __NR(?:3264)?_(\w+)\s+(\d+)\s*$", path.read_text())
            header = {name: int(number) for name, number in found if name != "syscalls"}
            assert len(header) > 250
            return header
    pytest.skip(f"the kernel's header with the calls of {machine} is not installed")


# From here on the kernel itself reads the program.

Completed = subprocess.CompletedProcess[str]
Inside = Callable[..., Completed]

PLACE = (
    *("--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"),
    *("--unshare-pid", "--unshare-ipc", "--cap-drop", "ALL", "--die-with-parent"),
)
HERE = platform.machine() if platform.machine() == "x86_64" else "aarch64"

CALLS = """
import ctypes, json, sys
libc = ctypes.CDLL(None, use_errno=True)
def answer(call):
    result = libc.syscall(*map(ctypes.c_long, call))
    return ctypes.get_errno() if result == -1 else 0
print(json.dumps([answer(call) for call in json.load(sys.stdin)]))
"""
"""Makes the calls that it reads, and writes the error of each; 0 for none."""

LIFE = """
import ctypes, json, multiprocessing, os, socket, subprocess, sys, threading
done = []
child = os.fork()
if not child:
    os._exit(3)
done.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
thread = threading.Thread(target=done.append, args=("thread",))
thread.start()
thread.join()
done.append(subprocess.run(["/bin/sh", "-c", "echo a | cat"], capture_output=True).stdout.decode())
child = os.posix_spawn("/bin/sh", ["sh", "-c", "exit 4"], {})
done.append(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
with multiprocessing.get_context("fork").Pool(2) as pool:
    done.append(pool.map(abs, [-1, -2]))
for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_NETLINK):
    socket.socket(family, socket.SOCK_DGRAM).close()
left, right = socket.socketpair()
left.send(b"x")
done.append(right.recv(9).decode())
done.append(os.isatty(os.openpty()[1]))
done.append(ctypes.CDLL(None).personality(0xFFFFFFFF) >= 0)
print(json.dumps(done))
"""
"""What bots in any language do: processes, threads, pipes, locks, sockets, a terminal."""

OLD_CALL = """
import ctypes, mmap
code = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
code.write(bytes.fromhex("b814000000 cd80 c3"))  # mov eax, 20; int 0x80; ret: getpid of i386
print(ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))())
"""


@pytest.fixture
def bwrap() -> str:
    found = shutil.which("bwrap")
    if found is None:
        reason = "bubblewrap is not installed"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    return str(found)


@pytest.fixture
def inside(bwrap: str) -> Inside:
    """Run a Python script in bubblewrap, under the program or under none."""
    program = filter_program(platform.machine())
    if program is None:
        pytest.skip(f"there is no program for this machine, {platform.machine()}")

    def run(script: str, given: str = "", filtered: bool = True) -> Completed:
        with tempfile.TemporaryFile() as file:
            file.write(program)
            file.seek(0)
            fd = file.fileno()
            seccomp = ["--seccomp", str(fd)] if filtered else []
            command = [bwrap, *PLACE, *seccomp, sys.executable, "-I", "-S", "-c", script]
            return subprocess.run(
                command,
                input=given,
                capture_output=True,
                text=True,
                timeout=60,
                pass_fds=[fd],
                check=False,
            )

    return run


def errors(inside: Inside, calls: list[list[int]], filtered: bool = True) -> list[int]:
    result = inside(CALLS, json.dumps(calls), filtered)
    assert result.returncode == 0, result.stderr
    found: list[int] = json.loads(result.stdout)
    return found


def here(name: str) -> int:
    return number_of(name, HERE)


@pytest.mark.parametrize(("table", "expected"), [(FORBIDDEN, errno.EPERM), (MISSING, errno.ENOSYS)])
def test_the_kernel_refuses(
    inside: Inside, table: dict[str, tuple[int, int | None]], expected: int
) -> None:
    names = [name for name, row in table.items() if row[MACHINES.index(HERE)] is not None]
    # These arguments are wrong for every call: nothing happens should one be let through.
    found = errors(inside, [[here(name), *[-1] * 6] for name in names])
    assert dict(zip(names, found, strict=True)) == dict.fromkeys(names, expected)


def test_the_kernel_refuses_by_arguments(inside: Inside) -> None:
    calls = {
        "user": ([here("clone"), NEW["user"] | signal.SIGCHLD, 0, 0, 0, 0], errno.EPERM),
        "net": ([here("clone"), NEW["net"] | signal.SIGCHLD, 0, 0, 0, 0], errno.EPERM),
        "vsock": ([here("socket"), 40, 1, 0], errno.EAFNOSUPPORT),
        "alg": ([here("socket"), 38, 5, 0], errno.EAFNOSUPPORT),
        "packet": ([here("socket"), 17 | HIGH, 3, 0], errno.EAFNOSUPPORT),
        "tipc": ([here("socketpair"), 30, 1, 0, 0], errno.EAFNOSUPPORT),
        "unix": ([here("socket"), 1, 1, 0], 0),
        "pair without a place": ([here("socketpair"), 1, 1, 0, 0], errno.EFAULT),
        "type": ([here("ioctl"), 0, TIOCSTI, 0], errno.EPERM),
        "type, high": ([here("ioctl"), 0, TIOCSTI | HIGH, 0], errno.EPERM),
        "console": ([here("ioctl"), 0, TIOCLINUX, 0], errno.EPERM),
        "is a terminal": ([here("ioctl"), 0, TCGETS, 0], errno.ENOTTY),
        "personality": ([here("personality"), 0x0400000], errno.EPERM),
        "x32 or nothing": ([2**30 | 39], errno.ENOSYS),
        "unknown": ([NEWEST_CALL + 1, -1, -1, -1], errno.ENOSYS),
    }
    found = errors(inside, [call for call, _ in calls.values()])
    expected = {name: error for name, (_, error) in calls.items()}
    assert dict(zip(calls, found, strict=True)) == expected


def test_without_the_program_the_kernel_answers_otherwise(inside: Inside) -> None:
    """So it is the program that refuses, not a kernel that would refuse anyway."""
    calls = [
        [here("ioctl"), 0, TIOCSTI | HIGH, 0],
        [here("vmsplice"), -1, 0, 1, 0],
        [here("shmget"), -1, -1, -1],
        [here("memfd_create"), -1, -1],
        [here("personality"), 0x0400000],
    ]
    bare = errors(inside, calls, filtered=False)
    assert bare == [errno.ENOTTY, errno.EBADF, errno.EINVAL, bare[3], 0]
    assert bare[3] in (errno.EFAULT, errno.EINVAL)


def test_the_ordinary_life_of_a_bot_goes_on(inside: Inside) -> None:
    result = inside(LIFE)
    assert result.returncode == 0, result.stderr
    assert json.loads(result.stdout) == [3, "thread", "a\n", 4, [1, 2], "x", True, True]


def test_the_kernel_kills_who_calls_as_another_architecture(inside: Inside) -> None:
    if platform.machine() != "x86_64":
        pytest.skip("only x86_64 can call as another architecture from within one process")
    bare = inside(OLD_CALL, filtered=False)
    if bare.returncode != 0:
        pytest.skip("this kernel has no calls of i386")
    assert int(bare.stdout) > 0
    assert inside(OLD_CALL).returncode == 128 + signal.SIGSYS
