"""What a bot can do wrong, as values: a bot's failure is never an exception. Source: design §8."""

from dataclasses import dataclass

FAULT_KINDS = ("start", "handshake", "timeout", "crash", "protocol", "illegal", "resource")
"""The bot's own. ``arena``, trouble of the arena or the machine, is charged to nobody."""

PROMISES = {
    "start": "its command starts",
    "handshake": "it answers hello, with protocol 1, in time",
    "timeout": "it answers within deadline_ms, with a line feed, flushed",
    "crash": "it runs until the end of its input",
    "protocol": "it writes one JSON object a line, only when asked, with the question's id",
    "illegal": "its action is one of `legal`",
    "resource": "it keeps to its memory, and computes on its own move only",
}
"""What a bot promises; each kind of fault is one of these broken."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One failure: its kind, the cause in words, and what to keep of it as evidence."""

    kind: str
    message: str
    question: bytes = b""
    answer: bytes = b""
    """What the bot sent, cut."""


class ArenaTrouble(Exception):
    """The arena or the machine failed, not a bot: the session is void and played again."""


class KilledForMemory(ArenaTrouble):
    """A bot died while the kernel killed for want of memory: whom it kills need not be to blame."""

    def __init__(self, bot: str, ended: str, held_mib: int) -> None:
        held = f"; it was seen to hold {held_mib} MiB" if held_mib else ""
        super().__init__(f"{bot} ended ({ended}) while the kernel killed for want of memory{held}")
        self.bot = bot
