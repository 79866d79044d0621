"""Ports of the loopback for servers that tests start.

As a program, ``python tests/ports.py HOW_MANY``, it prints them and holds them until its input ends.
"""

import atexit
import socket
import sys


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


if __name__ == "__main__":
    sys.stdout.write(" ".join(str(free_port()) for _ in range(int(sys.argv[1]))) + "\n")
    sys.stdout.flush()
    sys.stdin.read()
