"""The seccomp program of the sandbox: which system calls of a bot the kernel refuses.

A namespace takes away what can be named; this takes away ways into the kernel that no bot needs,
and memory that no limit counts. The program is a list of instructions of classic BPF, which the
kernel runs at each system call of a bot; it is built here byte by byte and needs no library.

Source: trust.md §4.1, layer 2; the kernel's seccomp(2).
"""

import struct
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

Numbers = tuple[int, int | None]
"""The number of a system call on x86_64 and on aarch64; None where there is no such call."""

FORBIDDEN: Mapping[str, Numbers] = MappingProxyType(
    {
        # Other processes: their memory, their steps, their open files.
        "ptrace": (101, 117),
        "process_vm_readv": (310, 270),
        "process_vm_writev": (311, 271),
        "pidfd_getfd": (438, 438),
        "kcmp": (312, 272),
        # Key rings: no namespace keeps those of two bots apart.
        "add_key": (248, 217),
        "request_key": (249, 218),
        "keyctl": (250, 219),
        # Programs and watches inside the kernel: many of its known holes are here.
        "bpf": (321, 280),
        "perf_event_open": (298, 241),
        "userfaultfd": (323, 282),
        "fanotify_init": (300, 262),
        # Another view of the file system, and files by a number instead of a path.
        "mount": (165, 40),
        "umount2": (166, 39),
        "pivot_root": (155, 41),
        "chroot": (161, 51),
        "open_tree": (428, 428),
        "move_mount": (429, 429),
        "fsopen": (430, 430),
        "fsconfig": (431, 431),
        "fsmount": (432, 432),
        "fspick": (433, 433),
        "mount_setattr": (442, 442),
        "name_to_handle_at": (303, 264),
        "open_by_handle_at": (304, 265),
        # Other namespaces; `clone` is checked below.
        "setns": (308, 268),
        "unshare": (272, 97),
        # The machine as a whole: its kernel, clock, name, disks and logs.
        "reboot": (169, 142),
        "kexec_load": (246, 104),
        "kexec_file_load": (320, 294),
        "init_module": (175, 105),
        "finit_module": (313, 273),
        "delete_module": (176, 106),
        "swapon": (167, 224),
        "swapoff": (168, 225),
        "acct": (163, 89),
        "quotactl": (179, 60),
        "quotactl_fd": (443, 443),
        "syslog": (103, 116),
        "sethostname": (170, 161),
        "setdomainname": (171, 162),
        "settimeofday": (164, 170),
        "clock_settime": (227, 112),
        "adjtimex": (159, 171),
        "clock_adjtime": (305, 266),
        "vhangup": (153, 58),
        "iopl": (172, None),
        "ioperm": (173, None),
        "modify_ldt": (154, None),
    }
)
"""Calls that fail with EPERM: no bot needs them."""

MISSING: Mapping[str, Numbers] = MappingProxyType(
    {
        # Its flags lie in memory, out of the program's sight; the C library then uses `clone`.
        "clone3": (435, 435),
        # A second way to most system calls, past this program.
        "io_uring_setup": (425, 425),
        "io_uring_enter": (426, 426),
        "io_uring_register": (427, 427),
        # Memory that belongs to no process, so neither its limit nor its resident size counts it:
        # files without a name, System V memory, queues and semaphores, pages left in a pipe.
        "memfd_create": (319, 279),
        "memfd_secret": (447, 447),
        "shmget": (29, 194),
        "msgget": (68, 186),
        "semget": (64, 190),
        "vmsplice": (278, 75),
    }
)
"""Calls that fail with ENOSYS, as in an older kernel: who would like them has another way."""

CHECKED: Mapping[str, Numbers] = MappingProxyType(
    {
        "clone": (56, 220),
        "socket": (41, 198),
        "socketpair": (53, 199),
        "ioctl": (16, 29),
        "personality": (135, 92),
        "mmap": (9, 222),
    }
)
"""Calls whose arguments decide."""

NEWEST_CALL = 456
"""The last call of Linux 6.7. Later ones are as good as missing, until someone has judged them."""

NEW_NAMESPACES = 0x7E02_0000
"""All CLONE_NEW* flags of `clone`: mount, cgroup, uts, ipc, user, pid, net.

CLONE_NEWTIME (0x80) is not among them: there, these bits are the signal at the child's end.
"""
SOCKET_FAMILIES = (1, 2, 10, 16)
"""AF_UNIX, AF_INET, AF_INET6, AF_NETLINK. No AF_VSOCK: the net namespace does not hold it."""
TERMINAL_TRICKS = (0x5412, 0x541C, 0x541D, 0x5423)
"""TIOCSTI types into a terminal; TIOCLINUX, TIOCCONS: the console; TIOCSETD: another driver."""
SHARED_WITHOUT_FILE = 0x21
"""MAP_SHARED and MAP_ANONYMOUS: such memory stays when all but a page of it is unmapped, and then
nothing counts it. Memory shared through a file in /dev/shm is bounded by the size of that."""
PERSONALITIES = (0x0000_0000, 0x0004_0000, 0xFFFF_FFFF)
"""Linux, Linux at fixed addresses (some Lisps want it), and the question which it is now."""

_ALLOW = 0x7FFF_0000
_KILL_PROCESS = 0x8000_0000
_ERRNO = 0x0005_0000
# Linux's own numbers: the program is the same wherever it is built.
_EPERM = _ERRNO | 1
_ENOSYS = _ERRNO | 38
_EAFNOSUPPORT = _ERRNO | 97

_LOAD, _IF_EQUAL, _IF_GREATER, _IF_ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x25, 0x45, 0x54, 0x06
_CALL_AT, _ARCHITECTURE_AT, _ARGUMENTS_AT = 0, 4, 16


class _Machine(NamedTuple):
    column: int
    architecture: int


_X86_64 = _Machine(0, 0xC000_003E)
_AARCH64 = _Machine(1, 0xC000_00B7)
_MACHINES = MappingProxyType({"x86_64": _X86_64, "aarch64": _AARCH64, "arm64": _AARCH64})


class _Instruction(NamedTuple):
    code: int
    yes: int
    no: int
    operand: int


_Block = list[_Instruction]


def filter_program(machine: str) -> bytes | None:
    """Return the program for `bwrap --seccomp`, or None for a machine that is not known.

    `machine` is what `platform.machine()` says. The bytes are little-endian structs sock_filter.
    Processes of another architecture, 32 bit too, are killed with SIGSYS at their first call.

    Source: trust.md §4.1.
    """
    known = _MACHINES.get(machine)
    if known is None:
        return None
    program = [
        *_only_architecture(known.architecture),
        _load(_CALL_AT),
        # The x32 calls of x86_64 are numbered from 2**30, so they go here too.
        _Instruction(_IF_GREATER, 0, 1, NEWEST_CALL),
        _return(_ENOSYS),
        *_verdict_on(_numbers(FORBIDDEN, known.column), _EPERM),
        *_verdict_on(_numbers(MISSING, known.column), _ENOSYS),
        *_checks_of_arguments(_numbers(CHECKED, known.column)),
        _return(_ALLOW),
    ]
    return b"".join(struct.pack("<HBBI", *instruction) for instruction in program)


def _numbers(table: Mapping[str, Numbers], column: int) -> list[int]:
    found = (numbers[column] for numbers in table.values())
    return [number for number in found if number is not None]


def _only_architecture(architecture: int) -> _Block:
    # Elsewhere the same numbers mean other calls, so nothing that follows would hold.
    return [
        _load(_ARCHITECTURE_AT),
        _Instruction(_IF_EQUAL, 1, 0, architecture),
        _return(_KILL_PROCESS),
    ]


def _checks_of_arguments(numbers: Sequence[int]) -> _Block:
    clone, socket, socketpair, ioctl, personality, mmap = numbers
    families = _verdict_on(SOCKET_FAMILIES, _ALLOW)
    return [
        *_when_called(clone, 0, _refuse_bits(NEW_NAMESPACES), _ALLOW),
        *_when_called(socket, 0, families, _EAFNOSUPPORT),
        *_when_called(socketpair, 0, families, _EAFNOSUPPORT),
        *_when_called(ioctl, 1, _verdict_on(TERMINAL_TRICKS, _EPERM), _ALLOW),
        *_when_called(personality, 0, _verdict_on(PERSONALITIES, _ALLOW), _EPERM),
        *_when_called(mmap, 3, _refuse_all_bits(SHARED_WITHOUT_FILE), _ALLOW),
    ]


def _when_called(number: int, argument: int, tests: _Block, otherwise: int) -> _Block:
    """Test one argument of one call, the first being 0; `otherwise` is the verdict at the end.

    Only its low half is loaded: of the arguments tested here the kernel reads no more. A test of
    all 64 bits would let one through that differs only where the kernel does not look.
    """
    block = [_load(_ARGUMENTS_AT + 8 * argument), *tests, _return(otherwise)]
    return [_Instruction(_IF_EQUAL, 0, len(block), number), *block]


def _verdict_on(values: Sequence[int], verdict: int) -> _Block:
    """Give the verdict if what was loaded is one of the values; if not, go on behind the block.

    A jump is at most 255 instructions long, so there are at most 256 values.
    """
    last = len(values) - 1
    tests = [
        _Instruction(_IF_EQUAL, last - at, 1 if at == last else 0, value)
        for at, value in enumerate(values)
    ]
    return [*tests, _return(verdict)]


def _refuse_bits(bits: int) -> _Block:
    return [_Instruction(_IF_ANY_BIT, 0, 1, bits), _return(_EPERM)]


def _refuse_all_bits(bits: int) -> _Block:
    return [_Instruction(_AND, 0, 0, bits), *_verdict_on((bits,), _EPERM)]


def _load(offset: int) -> _Instruction:
    return _Instruction(_LOAD, 0, 0, offset)


def _return(verdict: int) -> _Instruction:
    return _Instruction(_RETURN, 0, 0, verdict)
