"""What an engine says, before traffic and rounding, and what a protocol must be able to do."""

from collections.abc import Sequence
from datetime import datetime
from typing import Annotated, Any, Protocol

import attrs
from msgspec import Meta

from haulage.kernel.geo import Point
from haulage_adapters.http_client.client import Answer

MAX_METERS = 20_000_000.0
MAX_SECONDS = 10_000_000.0
"""Half of the globe's girth, and four months: beyond these an answer is not about a trip by road."""

Meters = Annotated[float, Meta(ge=0, le=MAX_METERS)]
Seconds = Annotated[float, Meta(ge=0, le=MAX_SECONDS)]

LatLng = tuple[float, float]


@attrs.frozen
class EngineStep:
    """One instruction; *start* and *end* are positions on the route."""

    instruction: str
    meters: float
    seconds: float
    start: LatLng
    end: LatLng


@attrs.frozen
class EngineRoute:
    """A route as the engine measured it; its line runs from where it left the start to where it arrived."""

    meters: float
    seconds: float
    line: tuple[LatLng, ...]
    steps: tuple[EngineStep, ...]
    name: str = ""


@attrs.frozen
class EngineLeg:
    """A cell of the engine's matrix."""

    meters: float
    seconds: float


@attrs.frozen
class Question:
    """An HTTP request in parts; the path carries the options of a GET."""

    method: str
    path: str
    json: dict[str, Any] | None = None


class EngineProtocol(Protocol):
    """How one kind of engine is asked and answers.

    The readers raise ``NoRoute`` where the engine knows no road, and ``InvalidResponse`` where the answer
    cannot be believed. *at* is given where the engine knows the traffic of the hour, otherwise it is None.
    """

    name: str

    def ask_routes(self, start: Point, end: Point, at: datetime | None) -> Question: ...

    def read_routes(self, answer: Answer) -> list[EngineRoute]:
        """Best first, at least one."""
        ...

    def ask_legs(self, starts: Sequence[Point], end: Point, at: datetime | None) -> Question: ...

    def read_legs(self, answer: Answer, count: int) -> list[EngineLeg | None]:
        """One for each start; None where no road leads."""
        ...
