"""Text from a bot, a file or a name, made fit for a terminal: one door for all of it."""

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def printable(text: str, limit: int = 60) -> str:
    """Return one line of at most `limit` characters, the non-printable ones as ``\\x1b``."""
    cut = text if len(text) <= limit else text[: limit - 1] + "…"
    return "".join(char if char.isprintable() else _escaped(ord(char)) for char in cut)


def printable_lines(text: str) -> str:
    """Return text of any length with everything in it escaped but printable lines."""
    return "\n".join(printable(line, len(line)) for line in text.split("\n"))


def printable_bytes(data: bytes, limit: int = 200) -> str:
    """Return the same of bytes, whatever they are."""
    return printable(data[: 4 * limit].decode("utf-8", "backslashreplace"), limit)


def cell_text(text: str) -> str:
    """Return text for a cell of CSV; a spreadsheet would run one that begins like a formula."""
    return "'" + text if text.startswith(_FORMULA) else text


def _escaped(code: int) -> str:
    if code < 0x100:
        return f"\\x{code:02x}"
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
