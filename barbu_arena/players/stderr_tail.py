"""What a bot wrote to stderr: always read, never parsed, kept up to a limit."""

_HEAD = 32 * 1024
_TAIL = 32 * 1024


class StderrTail:
    """The first and the last 32 KiB of a stream, and how much came in all (bytes)."""

    __slots__ = ("_head", "_tail", "size")

    def __init__(self) -> None:
        self._head = bytearray()
        self._tail = bytearray()
        self.size = 0

    def add(self, data: bytes) -> None:
        """Take what was read."""
        self.size += len(data)
        room = _HEAD - len(self._head)
        if room > 0:
            self._head += data[:room]
            data = data[room:]
        self._tail += data
        if len(self._tail) > 2 * _TAIL:
            del self._tail[:-_TAIL]

    def kept(self) -> bytes:
        """Return what is kept, with a line in place of what is not."""
        tail = self._tail[-_TAIL:]
        lost = self.size - len(self._head) - len(tail)
        gap = b"\n[%d bytes not kept]\n" % lost if lost else b""
        return bytes(self._head) + gap + bytes(tail)

    def clear(self) -> None:
        """Forget all; the next session starts anew."""
        self._head.clear()
        self._tail.clear()
        self.size = 0
