"""A daemon on loopback that speaks as much of ClamAV's protocol as its client needs."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

EICAR = b"X5O!P%@AP[4\\PZX54(P^)7CC)7}$" + b"EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"
"""What every scanner recognizes and nobody is harmed by."""

MOST = 12 * 1024 * 1024

Answer = Callable[[bytes], bytes | None]


def as_clamd(content: bytes) -> bytes | None:
    if len(content) > MOST:
        return b"INSTREAM size limit exceeded. ERROR\0"
    return b"stream: Win.Test.EICAR_HDB-1 FOUND\0" if EICAR in content else b"stream: OK\0"


@asynccontextmanager
async def clamd(answer: Answer = as_clamd, *, socket: Path | None = None) -> AsyncIterator[str]:
    """Its address. Where there is no answer the connection stays open and silent."""
    done = asyncio.Event()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        command = await reader.readuntil(b"\0")
        reply: bytes | None = b"PONG\0"
        if command == b"zINSTREAM\0":
            content = b""
            while length := int.from_bytes(await reader.readexactly(4)):
                content += await reader.readexactly(length)
            reply = answer(content)
        if reply is None:
            await done.wait()
        else:
            writer.write(reply)
            await writer.drain()
        writer.close()

    if socket is None:
        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        address = f"tcp://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    else:
        server = await asyncio.start_unix_server(serve, socket)
        address = f"unix:{socket}"
    try:
        yield address
    finally:
        done.set()
        server.close()
        await server.wait_closed()
