"""What bots remark lies beside the ledger, a line for each bot and session, and nowhere else."""

import json
from pathlib import Path

import pytest

from barbu_arena.files.remarks_file import keep_remarks
from barbu_arena.league.session_job import Played
from barbu_arena.players.remarks import Remark
from tests.referee_alone import played_session

RECORD = played_session()


def played(*remarks: Remark) -> Played:
    return Played(RECORD, 1.0, (), (), (), (), remarks)


def test_a_line_for_each_bot_that_said_something(tmp_path: Path) -> None:
    keep_remarks(
        tmp_path,
        played(
            Remark(3, 2, "play", 17, 5),
            Remark(4, 0, "double", 1, None, ("-",), ("0,\\x1b",)),
            Remark(4, 2, "choose", 0, -8, ("no_king",)),
        ),
    )
    lines = (tmp_path / "remarks.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [
        {
            "session": "1.1.1", "seat": 0, "bot": "ann", "margins": [],
            "differences": [
                {"deal": 4, "ask": "double", "n": 1, "lacking": ["-"], "extra": ["0,\\x1b"]}
            ],
        },
        {
            "session": "1.1.1", "seat": 2, "bot": "cem",
            "margins": [[3, "play", 17, 5], [4, "choose", 0, -8]],
            "differences": [
                {"deal": 4, "ask": "choose", "n": 0, "lacking": ["no_king"], "extra": []}
            ],
        },
    ]  # fmt: skip
    keep_remarks(tmp_path, played(Remark(3, 2, "play", 17, 5)))
    assert len((tmp_path / "remarks.jsonl").read_text().splitlines()) == 3


def test_without_remarks_there_is_no_file(tmp_path: Path) -> None:
    keep_remarks(tmp_path, played())
    assert list(tmp_path.iterdir()) == []


def test_a_link_is_not_written_through(tmp_path: Path) -> None:
    (tmp_path / "remarks.jsonl").symlink_to(tmp_path / "precious")
    with pytest.raises(OSError, match="remarks"):
        keep_remarks(tmp_path, played(Remark(3, 2, "play", 17, 5)))
    assert not (tmp_path / "precious").exists()
