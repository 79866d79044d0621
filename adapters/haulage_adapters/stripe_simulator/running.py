"""The simulator as a server on this machine: HTTP/1.1 by h11, on the loopback address and no other.

It can do what no proper server would: end a connection in the middle of an answer.
"""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

import attrs
import h11

from haulage_adapters.stripe_simulator.errors import UNAUTHORIZED, Refused
from haulage_adapters.stripe_simulator.forms import read_form
from haulage_adapters.stripe_simulator.server import Lost, Reply, SimulatedRequest, Simulator

HOST = "127.0.0.1"
LOOPBACK = frozenset({HOST, "localhost", "[::1]"})
READ_AT_ONCE = 65_536
MAX_BODY = 200_000


async def serve(simulator: Simulator, port: int) -> None:
    """Answer at *port* until the task is cancelled; raises ``OSError`` when it cannot be had."""
    simulator.state.address = f"http://{HOST}:{port}"
    talks: set[asyncio.Task[None]] = set()

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        talks.add(task)
        task.add_done_callback(talks.discard)
        with suppress(ConnectionError, asyncio.CancelledError):
            await _Talk(simulator, reader, writer).go_on()
        writer.close()

    listening = await asyncio.start_server(talk, HOST, port)
    try:
        await listening.serve_forever()
    finally:
        for task in list(talks):
            task.cancel()
        await asyncio.gather(*talks, return_exceptions=True)
        await simulator.deliveries.aclose()


class _Talk:
    """One connection, request after request."""

    def __init__(
        self, simulator: Simulator, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        self._simulator = simulator
        self._reader = reader
        self._writer = writer
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=READ_AT_ONCE)

    async def go_on(self) -> None:
        while True:
            try:
                request, body = await self._read_request()
            except (h11.RemoteProtocolError, EOFError):
                return
            try:
                reply = await self._reply(request, body)
            except Lost:
                # More was promised than is sent: the client sees the connection end in the middle.
                self._writer.write(b"HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n{")
                await self._writer.drain()
                return
            await self._say(reply)
            if self._http.our_state is not h11.DONE or self._http.their_state is not h11.DONE:
                return
            self._http.start_next_cycle()

    async def _read_request(self) -> tuple[h11.Request, bytes]:
        request, body = None, b""
        while True:
            event = self._http.next_event()
            if event is h11.NEED_DATA:
                if self._http.they_are_waiting_for_100_continue:
                    self._writer.write(
                        self._http.send(h11.InformationalResponse(status_code=100, headers=[]))
                    )
                self._http.receive_data(await self._reader.read(READ_AT_ONCE))
            elif isinstance(event, h11.Request):
                request = event
            elif isinstance(event, h11.Data):
                body += event.data
                if len(body) > MAX_BODY:
                    raise EOFError
            elif isinstance(event, h11.EndOfMessage) and request is not None:
                return request, body
            else:
                raise EOFError

    async def _reply(self, request: h11.Request, body: bytes) -> Reply:
        try:
            received = _received(request, body)
        except Refused as refused:
            return Reply.of(refused.status, refused.body())
        try:
            reply = await self._simulator.reply_to(received)
        except Refused as refused:
            reply = Reply.of(refused.status, refused.body())
        return attrs.evolve(reply, for_any_site=received.is_of_a_browser)

    async def _say(self, reply: Reply) -> None:
        headers = [("content-type", reply.media_type), ("content-length", str(len(reply.body)))]
        if reply.replayed:
            headers.append(("idempotent-replayed", "true"))
        if reply.location is not None:
            headers.append(("location", reply.location))
        if reply.for_any_site:
            headers.append(("access-control-allow-origin", "*"))
        said = self._http.send(h11.Response(status_code=reply.status, headers=headers))
        said += self._http.send(h11.Data(data=reply.body)) + self._http.send(h11.EndOfMessage())
        self._writer.write(said)
        await self._writer.drain()


def _received(request: h11.Request, body: bytes) -> SimulatedRequest:
    headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in request.headers}
    host = headers.get("host", "")
    if (host.rpartition(":")[0] or host) not in LOOPBACK:
        raise Refused("The simulator speaks to this machine only.", UNAUTHORIZED)
    method, target = request.method.decode("latin-1"), urlsplit(request.target.decode("latin-1"))
    try:
        form = read_form(body.decode() if method == "POST" else target.query)
    except UnicodeDecodeError:
        raise Refused("The request could not be read.") from None
    if "stripe-account" in headers:
        form["_account"] = headers["stripe-account"]
    return SimulatedRequest(method, target.path.rstrip("/"), form, headers)
