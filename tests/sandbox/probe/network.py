"""Ways out over the network and over sockets: acts of the probe."""

import os
import socket
from collections.abc import Callable
from typing import Any

Bait = dict[str, Any]


def connect(family: int, address: tuple[str, int] | str) -> str:
    with socket.socket(family, socket.SOCK_STREAM) as caller:
        caller.settimeout(5)
        caller.connect(address)
    return "connected"


def send_out(_: Bait) -> str:
    """Send a datagram to an address that is nobody's (TEST-NET-1)."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.sendto(b"?", ("192.0.2.1", 9))
    return "sent"


def make(family: int) -> str:
    socket.socket(family, socket.SOCK_DGRAM).close()
    return "made"


def socket_pair(_: Bait) -> str:
    for end in socket.socketpair():
        end.close()
    return "made"


ACTS: dict[str, Callable[[Bait], str]] = {
    "port of the host": lambda bait: connect(socket.AF_INET, ("127.0.0.1", bait["port"])),
    "abstract socket of the host": lambda bait: connect(socket.AF_UNIX, "\0" + bait["abstract"]),
    "path socket of the host": lambda bait: connect(socket.AF_UNIX, bait["socket"]),
    "datagram to the world": send_out,
    "interfaces": lambda _: " ".join(name for _, name in socket.if_nameindex()),
    "host name": lambda _: os.uname().nodename,
    "socket of family VSOCK": lambda _: make(40),
    "socket of family PACKET": lambda _: make(17),
    "pair of UNIX sockets": socket_pair,
}
