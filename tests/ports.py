"""Ports of the loopback for servers that tests start."""

import atexit
import socket


def free_port() -> int:
    """A port that is given to nobody else as long as this process lives.

    It stays bound here and never listens, so that no other process is given it meanwhile. A server that
    reuses addresses, as all of ours do, can listen at it all the same.
    """
    held = socket.socket()
    atexit.register(held.close)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    held.bind(("127.0.0.1", 0))
    return int(held.getsockname()[1])
