"""The simulated Checkr as a server: HTTP on the loopback address and no other."""

import base64
import hashlib
import hmac
import json
import re
import sys
import threading
import time
from collections import deque
from datetime import UTC, datetime
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import attrs
import httpx

from haulage_adapters.checkr_simulator.routes import answer
from haulage_adapters.checkr_simulator.state import CheckrState, Json, Refused

HOST = "127.0.0.1"
LOOPBACK = frozenset({HOST, "localhost", "::1"})
KEY = re.compile(r"test_[A-Za-z0-9_]{4,200}")
MAX_BODY = 100_000
WEBHOOK_SECONDS = 10.0
REQUESTS_A_MINUTE = 1_200
SIGNATURE = "X-Checkr-Signature"


@attrs.frozen
class Fault:
    """What happens to the next requests: busy, fail, hang, garble or lie."""

    what: str
    seconds: float = 0.0


@attrs.define(eq=False)
class SimulatedCheckr:
    """*webhook* is where signed events go; with *include_object* they hold the whole object."""

    state: CheckrState = attrs.Factory(CheckrState)
    webhook: str | None = None
    webhook_key: str = "test_simulated"
    include_object: bool = False
    faults: deque[Fault] = attrs.Factory(deque)
    requests: list[str] = attrs.Factory(list)
    """Methods and paths, for tests."""
    lock: threading.RLock = attrs.Factory(threading.RLock)

    def __attrs_post_init__(self) -> None:
        if self.webhook is not None and urlsplit(self.webhook).hostname not in LOOPBACK:
            raise ValueError("the simulator speaks to this machine only")
        self.state.listeners.append(self._send)

    def answer(self, method: str, path: str, query: dict[str, str], form: Json) -> Any:
        """Raises ``Refused``."""
        if (method, path) == ("POST", "/simulator/faults"):
            fault = Fault(str(form.get("what")), float(form.get("seconds", 0)))
            self.faults.extend([fault] * int(form.get("times", 1)))
            return {}
        return answer(self.state, method, path, query, form)

    def _send(self, type: str, thing: Json) -> None:
        if self.webhook is None:
            return
        whole = thing if self.include_object else {name: thing[name] for name in ("id", "object")}
        event = {
            "id": self.state.new_id("v"),
            "object": "event",
            "type": type,
            "created_at": datetime.now(UTC).isoformat(),
            "data": {"object": whole},
        }
        threading.Thread(target=self._deliver, args=(json.dumps(event).encode(),), daemon=True).start()

    def _deliver(self, payload: bytes) -> None:
        headers = {"Content-Type": "application/json", SIGNATURE: signed(payload, self.webhook_key)}
        for wait in (0.0, 1.0, 5.0):
            time.sleep(wait)
            try:
                answer = httpx.post(
                    self.webhook or "", content=payload, headers=headers, timeout=WEBHOOK_SECONDS
                )
            except httpx.HTTPError:
                continue
            if answer.is_success:
                return


def signed(payload: bytes, key: str) -> str:
    """HMAC-SHA256 of the raw body by the account's key, in hexadecimal."""
    return hmac.new(key.encode(), payload, hashlib.sha256).hexdigest()


def serve(simulator: SimulatedCheckr, port: int) -> ThreadingHTTPServer:
    """A server that listens at *port*, any free one for 0; ``serve_forever`` answers."""
    server = _Server((HOST, port), partial(_Handler, simulator))
    simulator.state.address = f"http://{HOST}:{server.server_address[1]}"
    return server


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A caller who has hung up has no answer to get, and no fault is ours."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def __init__(self, simulator: SimulatedCheckr, *rest: Any) -> None:
        self._simulator = simulator
        super().__init__(*rest)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the base class names it
        """Nothing: requests name people."""

    def do_GET(self) -> None:
        self._reply("GET")

    def do_POST(self) -> None:
        self._reply("POST")

    def _reply(self, method: str) -> None:
        address = urlsplit(self.path)
        length = int(self.headers.get("Content-Length") or 0)
        body = self.rfile.read(min(length, MAX_BODY))
        simulator = self._simulator
        simulator.requests.append(f"{method} {address.path}")
        try:
            fault = self._checked(address.path)
            if fault is not None and fault.what == "hang":
                time.sleep(fault.seconds)
            if fault is not None and fault.what == "garble":
                self._send(200, b"<html>The proxy is having a bad day</html>")
                return
            form = _form(body)
            with simulator.lock:
                made = simulator.answer(method, address.path, dict(parse_qsl(address.query)), form)
            if fault is not None and fault.what == "lie":
                made = {**made, "candidate_id": "somebody_else", "status": "clear"}
            self._send(201 if method == "POST" else 200, json.dumps(made).encode())
        except Refused as refused:
            self._send(refused.status, json.dumps({"error": refused.error}).encode(), refused.is_limited)

    def _checked(self, path: str) -> Fault | None:
        if not path.startswith("/v1/"):
            return None
        if not KEY.fullmatch(_key(self.headers.get("Authorization", ""))):
            raise Refused(401, "Bad authentication error")
        fault = self._simulator.faults.popleft() if self._simulator.faults else None
        if fault is not None and fault.what == "busy":
            raise Refused(429, "Too many requests", is_limited=True)
        if fault is not None and fault.what == "fail":
            raise Refused(503, "Service unavailable")
        return fault

    def _send(self, status: int, body: bytes, is_limited: bool = False) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        if is_limited:  # Checkr names the end of the minute, and no seconds to wait
            self.send_header("X-Ratelimit-Limit", str(REQUESTS_A_MINUTE))
            self.send_header("X-Ratelimit-Remaining", "0")
            self.send_header("X-Ratelimit-Reset", datetime.now(UTC).isoformat())
        self.end_headers()
        self.wfile.write(body)


def _key(header: str) -> str:
    scheme, _, encoded = header.partition(" ")
    if scheme != "Basic":
        return ""
    try:
        return base64.b64decode(encoded).decode().partition(":")[0]
    except ValueError:
        return ""


def _form(body: bytes) -> Json:
    if not body:
        return {}
    try:
        form = json.loads(body)
    except ValueError:
        raise Refused(400, "the body is no JSON") from None
    if not isinstance(form, dict):
        raise Refused(400, "the body is no object")
    return form
