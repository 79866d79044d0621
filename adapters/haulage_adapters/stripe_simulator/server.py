"""What the simulator answers: keys, idempotency, and the faults that were ordered."""

import asyncio
import hashlib
import json
import re

import attrs
from cachetools import FIFOCache

from haulage_adapters.stripe_simulator.deliveries import Deliveries, DeliveryFaults
from haulage_adapters.stripe_simulator.errors import BAD_REQUEST, FORBIDDEN, UNAUTHORIZED, Json, Refused
from haulage_adapters.stripe_simulator.faults import Fault, Faults, failure
from haulage_adapters.stripe_simulator.onboarding import shown_at
from haulage_adapters.stripe_simulator.pages import page_at
from haulage_adapters.stripe_simulator.routes import answer
from haulage_adapters.stripe_simulator.state import SimulatorState, Terms

KEY = re.compile(r"(sk|rk|pk)_test_[A-Za-z0-9_]{1,200}")
OF_BROWSERS = re.compile(
    r"(GET /v1/payment_intents/[A-Za-z0-9_]+|POST /v1/payment_intents/[A-Za-z0-9_]+/confirm)"
)
"""What a publishable key and an intent's own secret open."""

MOST_KEYS = 100_000
SEE_OTHER = 303
HTML = "text/html; charset=utf-8"
NOT_JSON = b"<html><body>The proxy is having a bad day</body></html>"


@attrs.frozen
class Reply:
    status: int
    body: bytes
    replayed: bool = False
    media_type: str = "application/json"
    location: str | None = None
    """Where the browser is sent on to."""
    for_any_site: bool = False
    """Whether pages of other sites may read it: what is asked with a publishable key is no secret of ours."""

    @classmethod
    def of(cls, status: int, body: Json) -> "Reply":
        return cls(status, json.dumps(body).encode())


@attrs.frozen
class SimulatedRequest:
    """A request as far as the simulator cares."""

    method: str
    path: str
    form: Json
    headers: dict[str, str]

    @property
    def key(self) -> str:
        """Servers show theirs in a header; browsers in the form, where no cross-origin rule asks about it."""
        scheme, _, key = self.headers.get("authorization", "").partition(" ")
        return key if scheme == "Bearer" else str(self.form.get("key", ""))

    @property
    def is_of_a_browser(self) -> bool:
        return self.key.startswith("pk_")

    @property
    def digest(self) -> str:
        text = json.dumps([self.method, self.path, self.form], sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()


class Lost(Exception):
    """The request was carried out, and the connection breaks before its response."""


@attrs.define(eq=False)
class Simulator:
    """All its state is in this process and ends with it."""

    terms: Terms = attrs.Factory(Terms)
    delivery_faults: DeliveryFaults = attrs.Factory(DeliveryFaults)
    faults: Faults = attrs.Factory(Faults)
    state: SimulatorState = attrs.Factory(lambda self: SimulatorState(terms=self.terms), takes_self=True)
    deliveries: Deliveries = attrs.Factory(
        lambda self: Deliveries(self.state, self.delivery_faults), takes_self=True
    )
    _saved_replies: FIFOCache[tuple[str, str], tuple[str, Reply]] = attrs.Factory(
        lambda: FIFOCache(MOST_KEYS)
    )

    def __attrs_post_init__(self) -> None:
        self.deliveries.listen()

    async def reply_to(self, request: SimulatedRequest) -> Reply:
        """One answer; a fault may delay it, lose it or make nonsense of it."""
        if request.method == "GET" and (page := page_at(request.path)) is not None:
            return Reply(200, page.content, media_type=page.media_type)
        if request.path.startswith("/v1/"):
            _require_key(request)
        elif (shown := shown_at(self.state, request.method, request.path, request.form)) is not None:
            if shown.location is not None:
                return Reply(SEE_OTHER, b"", media_type=HTML, location=shown.location)
            return Reply(200, shown.html.encode(), media_type=HTML)
        fault = self.faults.next_for(request.method, request.path)
        if fault is None:
            return self._once(request)
        if fault.what in {Fault.FAIL, Fault.BUSY, Fault.REFUSE}:
            raise failure(fault.what)
        await asyncio.sleep(fault.seconds)
        reply = self._once(request)
        if fault.what is Fault.LOSE:
            raise Lost
        return Reply(200, NOT_JSON) if fault.what is Fault.GARBLE else reply

    def _once(self, request: SimulatedRequest) -> Reply:
        """The stored reply to a key that was used before; a key never does two things."""
        key = request.headers.get("idempotency-key") if request.method == "POST" else None
        if key is None:
            return self._do(request)
        by_account = (str(request.form.get("_account", "")), key)
        if by_account in self._saved_replies:
            digest, reply = self._saved_replies[by_account]
            if digest != request.digest:
                raise Refused(
                    "Keys for idempotent requests can only be used with the same parameters they were first "
                    f"used with. Try using a key other than '{key}' if you meant to execute a different "
                    "request.",
                    BAD_REQUEST,
                    type="idempotency_error",
                )
            return attrs.evolve(reply, replayed=True)
        reply = self._do(request)
        self._saved_replies[by_account] = (request.digest, reply)
        return reply

    def _do(self, request: SimulatedRequest) -> Reply:
        try:
            if request.path == "/simulator/faults" and request.method == "POST":
                made = self.faults.read(request.form)
            elif request.path == "/v1/webhook_endpoints" and request.method == "POST":
                made = self.deliveries.add_endpoint(request.form)
            else:
                made = answer(self.state, request.method, request.path, request.form)
        except Refused as refused:
            return Reply.of(refused.status, refused.body())
        return Reply.of(200, made)


def _require_key(request: SimulatedRequest) -> None:
    """Invented money needs no real key; one that could be real is not even read."""
    if not KEY.fullmatch(request.key):
        raise Refused(
            "Invalid API Key provided. The simulator takes any sk_test_ key, and never a live one.",
            UNAUTHORIZED,
        )
    is_theirs = OF_BROWSERS.fullmatch(f"{request.method} {request.path}") and "client_secret" in request.form
    if request.is_of_a_browser and not is_theirs:
        raise Refused(
            "This API call cannot be made with a publishable API key. Please use a secret API key.",
            FORBIDDEN,
            code="secret_key_required",
        )
