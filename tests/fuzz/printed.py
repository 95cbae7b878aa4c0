"""What every refusal must be, whatever was refused."""


def assert_printable(message: str, most: int = 2_000) -> None:
    """Expect a message of whole lines, none empty or long, with nothing hidden in them."""
    for line in message.split("\n"):
        assert line, ascii(message)
        assert line.isprintable(), ascii(line)
        assert len(line) <= most, len(line)
