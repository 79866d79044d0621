"""The simulator as a server on this machine."""

import asyncio

from granian.constants import Interfaces
from granian.server.embed import Server

from haulage_adapters.stripe_simulator.server import Simulator

HOST = "127.0.0.1"


async def serve(simulator: Simulator, port: int) -> None:
    """Answer at *port* of the loopback address until the task is cancelled; nobody else can reach it."""
    simulator.world.address = f"http://{HOST}:{port}"
    server = Server(simulator, address=HOST, port=port, interface=Interfaces.ASGI, log_enabled=False)
    serving = asyncio.ensure_future(server.serve())
    try:
        await asyncio.shield(serving)
    finally:
        server.stop()  # type: ignore[no-untyped-call]
        await asyncio.gather(serving, return_exceptions=True)
