"""Who watches: a process of its own with a plain socket for each event stream, and the drivers who report.

Run by the benchmark of streams, which tells it over its standard input what to do, one line of JSON at a
time, and reads its answers the same way. It has nothing of the application in it, so that what it costs is
not taken for what the server costs.
"""

import asyncio
import json
import sys
import time
from datetime import UTC, datetime, timedelta
from typing import Any

import attrs
import msgspec

LAT_STEP = 1e-5
"""A good yard: each post ends so much further north, which is how its event is known again."""

END_OF_HEAD = b"\r\n\r\n"
END_OF_EVENT = b"\n\n"
PATIENCE_SECONDS = 60.0


class Position(msgspec.Struct):
    lat: float
    lng: float


class Live(msgspec.Struct):
    """What is read of a ``live`` message."""

    position: Position | None


read_live = msgspec.json.Decoder(Live).decode


class Stream(asyncio.Protocol):
    """One event stream: HTTP/1.1 in chunks, and what it told of the driver when."""

    def __init__(self, request: bytes, driver: int, opened: asyncio.Future[None]) -> None:
        self.driver = driver
        self.told: list[tuple[float, float, float]] = []
        self.status = b""
        self.is_over = False
        self._request = request
        self._opened = opened
        self._raw = bytearray()
        self._text = bytearray()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport.write(self._request)  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        now = time.perf_counter()
        self._raw += data
        if not self.status:
            end = self._raw.find(END_OF_HEAD)
            if end < 0:
                return
            self.status = bytes(self._raw[9:12])
            del self._raw[: end + len(END_OF_HEAD)]
        self._unchunk()
        self._read(now)

    def _unchunk(self) -> None:
        while (line := self._raw.find(b"\r\n")) >= 0:
            size = int(self._raw[:line], 16)
            end = line + 2 + size
            if len(self._raw) < end + 2:
                return
            self._text += self._raw[line + 2 : end]
            del self._raw[: end + 2]
            self.is_over = self.is_over or size == 0

    def _read(self, now: float) -> None:
        *events, rest = bytes(self._text).split(END_OF_EVENT)
        self._text = bytearray(rest)
        for event in events:
            lines = event.split(b"\n")
            if b"event: live" not in lines:
                continue
            live = read_live(next(line for line in lines if line.startswith(b"data: "))[6:])
            if live.position is not None:
                self.told.append((now, live.position.lat, live.position.lng))
            if not self._opened.done():
                self._opened.set_result(None)

    def connection_lost(self, _error: Exception | None) -> None:
        self.is_over = True
        if not self._opened.done():
            self._opened.set_exception(ConnectionError(f"a stream was answered {self.status!r}"))


@attrs.define
class Driver:
    """A device that reports over one connection that it keeps."""

    number: int
    path: str
    head: str
    lat: float
    lng: float
    steps: int = 0
    sent: list[float] = attrs.field(factory=list)
    accepted: list[float] = attrs.field(factory=list)
    reader: Any = None
    writer: Any = None

    async def connect(self, port: int) -> None:
        """Anew: a server closes what was quiet for a while."""
        if self.writer is not None:
            self.writer.close()
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", port)

    async def report(self, fixes: int) -> None:
        """So many fixes, the last of them one step further than the last one of before."""
        self.steps += 1
        now = datetime.now(UTC)
        body = json.dumps(
            {
                "fixes": [
                    {
                        "at": (now - timedelta(milliseconds=fixes - 1 - index)).isoformat(),
                        "lat": self.at(self.steps - 1 + (index + 1) / fixes),
                        "lng": self.lng,
                        "accuracy_m": 8.0,
                    }
                    for index in range(fixes)
                ]
            }
        ).encode()
        self.sent.append(time.perf_counter())
        self.writer.write(
            f"POST {self.path} HTTP/1.1\r\n{self.head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        )
        head = await self.reader.readuntil(END_OF_HEAD)
        length = next(
            int(line.split(b":")[1])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        )
        answer = await self.reader.readexactly(length)
        self.accepted.append(time.perf_counter())
        if head[9:12] != b"200":
            raise ValueError(f"a report was answered {head[9:12]!r}: {answer[:300]!r}")

    def at(self, step: float) -> float:
        return round(self.lat + step * LAT_STEP, 9)

    def step_of(self, lat: float) -> float:
        return (lat - self.lat) / LAT_STEP


@attrs.define
class Party:
    """Everybody: the drivers, and those who watch them."""

    port: int
    drivers: list[Driver]
    streams: list[Stream] = attrs.field(factory=list)
    transports: list[asyncio.BaseTransport] = attrs.field(factory=list)
    seen: list[int] = attrs.field(factory=list)

    async def open(self, wanted: list[dict[str, Any]], at_once: int = 20) -> None:
        """Each stream is open once it has told what there is."""
        gate, loop = asyncio.Semaphore(at_once), asyncio.get_running_loop()

        async def one(stream: dict[str, Any]) -> None:
            async with gate:
                opened: asyncio.Future[None] = loop.create_future()
                made = Stream(stream["request"].encode(), stream["driver"], opened)
                transport, _ = await loop.create_connection(lambda: made, "127.0.0.1", self.port)
                self.streams.append(made)
                self.transports.append(transport)
                async with asyncio.timeout(PATIENCE_SECONDS):
                    await opened

        await asyncio.gather(*(one(stream) for stream in wanted))

    def close(self) -> None:
        for transport in self.transports:
            transport.close()

    async def drive(self, drivers: list[int], posts: int, fixes: int, pace: float) -> dict[str, Any]:
        """Each of them reports so often, a *pace* apart in seconds, evenly spread among each other."""
        await asyncio.gather(*(self.drivers[number].connect(self.port) for number in drivers))
        for stream in self.streams:
            stream.told.clear()
        before = {number: self.drivers[number].steps for number in drivers}
        start = time.perf_counter()

        async def one(place: int, number: int) -> None:
            for turn in range(posts):
                due = start + (turn + place / len(drivers)) * pace
                await asyncio.sleep(max(0.0, due - time.perf_counter()))
                await self.drivers[number].report(fixes)

        await asyncio.gather(*(one(place, number) for place, number in enumerate(drivers)))
        seconds = time.perf_counter() - start
        await self._until_all_know(drivers)
        return {"seconds": seconds, **self._judged(before)}

    async def _until_all_know(self, drivers: list[int]) -> None:
        """The last position of each is told to everybody who watches; otherwise time runs out."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            for stream in self.streams:
                last = self.drivers[stream.driver]
                while stream.driver in drivers and not self._knows(stream, last):
                    if stream.is_over:
                        raise ValueError("a stream ended before its order did")
                    await asyncio.sleep(0.005)

    def _knows(self, stream: Stream, driver: Driver) -> bool:
        return bool(stream.told) and abs(driver.step_of(stream.told[-1][1]) - driver.steps) < 0.01

    def _judged(self, before: dict[int, int]) -> dict[str, Any]:
        """Milliseconds of every event, from the post that it tells of; and whatever is wrong."""
        from_sent, from_accepted, wrong, passed_over = [], [], [], 0
        for stream in self.streams:
            driver = self.drivers[stream.driver]
            last = before.get(stream.driver, driver.steps)
            for when, lat, lng in stream.told:
                step = driver.step_of(lat)
                number = round(step)
                if abs(lng - driver.lng) > 1e-9:
                    wrong.append(f"a stream of driver {driver.number} told of another at {lng}")
                elif number == last and abs(step - number) < 0.01:
                    continue  # something else is new, such as when the driver arrives
                elif abs(step - number) > 0.01 or number < last:
                    wrong.append(f"driver {driver.number} was seen at step {step} after {last}")
                elif number > driver.steps:
                    wrong.append(f"driver {driver.number} was seen where they never were")
                else:
                    passed_over += number - last - 1
                    last = number
                    index = number - 1
                    from_sent.append(1000 * (when - driver.sent[index]))
                    from_accepted.append(1000 * max(0.0, when - driver.accepted[index]))
        return {
            "from_sent": from_sent,
            "from_accepted": from_accepted,
            "wrong": wrong[:5],
            "passed_over": passed_over,
        }


async def main() -> None:
    loop = asyncio.get_running_loop()
    party: Party | None = None
    while line := await loop.run_in_executor(None, sys.stdin.readline):
        order = json.loads(line)
        answer: dict[str, Any] = {}
        match order.pop("do"):
            case "meet":
                party = Party(order["port"], [Driver(**driver) for driver in order["drivers"]])
            case "open" if party:
                await party.open(order["streams"])
            case "drive" if party:
                answer = await party.drive(**order)
            case "close" if party:
                party.close()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(main())
