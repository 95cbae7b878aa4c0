"""Text of strangers, made fit for a terminal."""

from barbu_arena.printable import printable, printable_bytes, printable_lines


def test_text_is_one_printable_line_and_cut() -> None:
    assert printable("a\x1b[2J\n\u202eé\ud800") == "a\\x1b[2J\\x0a\\u202eé\\ud800"
    assert printable("x" * 100, 10) == "xxxxxxxxx…"
    assert printable("\U000e0001") == "\\U000e0001"


def test_bytes_of_any_kind_are_shown() -> None:
    assert printable_bytes(b"\xff\x00A") == "\\xff\\x00A"
    assert printable_bytes("♥".encode() * 300, 5) == "♥♥♥♥…"


def test_lines_stay_lines_and_nothing_is_cut() -> None:
    assert printable_lines(f"a\x1b[2J\r\n{'x' * 999}\n") == f"a\\x1b[2J\\x0d\n{'x' * 999}\n"
    assert printable_lines("") == ""
