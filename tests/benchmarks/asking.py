"""Who asks: a process of its own that sends requests over so many kept connections, one after the other on
each, and reads the answers."""

import asyncio
import json
import sys
import time
from typing import Any

END_OF_HEAD = b"\r\n\r\n"


async def ask(port: int, requests: list[str], connections: int) -> dict[str, Any]:
    """Every answer, in the order of the requests, and the seconds that all of them took."""
    waiting = list(enumerate(requests))[::-1]
    answers: dict[int, tuple[int, str]] = {}

    async def one(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while waiting:
            number, request = waiting.pop()
            writer.write(request.encode())
            head = await reader.readuntil(END_OF_HEAD)
            lines = head.lower().split(b"\r\n")
            length = next(int(line.split(b":")[1]) for line in lines if line.startswith(b"content-length"))
            answers[number] = (int(head[9:12]), (await reader.readexactly(length)).decode())

    opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(connections)]
    start = time.perf_counter()
    await asyncio.gather(*(one(*connection) for connection in opened))
    seconds = time.perf_counter() - start
    for _, writer in opened:
        writer.close()
    return {"seconds": seconds, "answers": [answers[number] for number in range(len(requests))]}


def main() -> None:
    while line := sys.stdin.readline():
        order = json.loads(line)
        order.pop("do")
        sys.stdout.write(json.dumps(asyncio.run(ask(**order))) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
