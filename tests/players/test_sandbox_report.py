"""What bubblewrap tells of the process that it started."""

import os
from collections.abc import Iterator

import pytest

from barbu_arena.players.sandbox_report import SandboxReport

STARTED = """\
{
    "child-pid": 4711,
    "cgroup-namespace": 4026532601,
    "ipc-namespace": 4026532599,
    "mnt-namespace": 4026532597,
    "net-namespace": 4026532602,
    "pid-namespace": 4026532600,
    "uts-namespace": 4026532598
}
"""
ENDED = '{\n    "exit-code": 3\n}\n'


class Told:
    """A report and the end of the pipe that the sandbox writes to."""

    def __init__(self) -> None:
        reading, self.writing = os.pipe()
        self.report = SandboxReport(reading)

    def tell(self, text: str) -> None:
        os.write(self.writing, text.encode())


@pytest.fixture
def told() -> Iterator[Told]:
    told = Told()
    yield told
    told.report.close()
    os.close(told.writing)


def test_nothing_is_known_before_anything_is_told(told: Told) -> None:
    assert told.report.first_pid() == 0
    assert not told.report.has_exit_code()
    assert told.report.namespaces() == {}


def test_what_is_told_at_the_start(told: Told) -> None:
    told.tell(STARTED)
    assert told.report.first_pid() == 4711
    assert told.report.namespaces() == {
        "cgroup": 4026532601,
        "ipc": 4026532599,
        "mnt": 4026532597,
        "net": 4026532602,
        "pid": 4026532600,
        "uts": 4026532598,
    }
    assert not told.report.has_exit_code()


def test_what_is_told_at_the_end(told: Told) -> None:
    told.tell(STARTED)
    assert told.report.first_pid() == 4711
    told.tell(ENDED)
    assert told.report.has_exit_code()
    assert told.report.first_pid() == 4711


def test_it_may_come_in_pieces_and_without_spaces(told: Told) -> None:
    told.tell('{"child-pid":47')
    told.report.has_exit_code()
    told.tell('11,"net-namespace":9}')
    assert told.report.first_pid() == 4711
    assert told.report.namespaces() == {"net": 9}


def test_of_an_endless_report_only_so_much_is_read(told: Told) -> None:
    for _ in range(4):
        told.tell(" " * 4096)
        told.report.first_pid()
    told.tell(STARTED)
    assert told.report.first_pid() == 0


def test_what_was_told_is_known_after_it_is_closed(told: Told) -> None:
    told.tell(STARTED + ENDED)
    told.report.close()
    told.report.close()
    assert told.report.first_pid() == 4711
    assert told.report.has_exit_code()


def test_an_end_of_the_pipe_is_no_error(told: Told) -> None:
    told.tell(STARTED)
    os.close(told.writing)
    assert [told.report.first_pid() for _ in range(3)] == [4711] * 3
    told.writing = os.open(os.devnull, os.O_WRONLY)


def test_closing_closes_the_pipe() -> None:
    before = sorted(os.listdir("/proc/self/fd"))
    told = Told()
    told.report.close()
    os.close(told.writing)
    assert sorted(os.listdir("/proc/self/fd")) == before
