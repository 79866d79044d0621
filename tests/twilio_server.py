"""A server on the loopback that answers like Twilio's Messages API (twilio.com/docs/messaging/api).

What it is to do with the next request is told to it by ``moods``: each is used once, in turn.
"""

import base64
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email.utils import format_datetime
from enum import Enum, auto
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

from haulage_adapters.http_client.client import Limits
from haulage_adapters.twilio_sms import TwilioAccount, TwilioSms

SID = "AC" + "0" * 32
TOKEN = "a" * 32
SENDER = "+12125550100"
NOBODY = "+15005550001"
"""Twilio's own number for tests that is not valid."""
OPTED_OUT = "+15005550004"

ERRORS = {
    NOBODY: (21211, f"The 'To' number {NOBODY} is not a valid phone number."),
    OPTED_OUT: (21610, f"The message From/To pair violates a blacklist rule {OPTED_OUT}."),
}


class Mood(Enum):
    """How the server behaves for one request."""

    TAKE_AND_HANG_UP = auto()
    """It takes the text, and the answer is lost."""
    HANG_UP = auto()
    TAKE_AND_SLEEP = auto()
    """It takes the text, and answers when nobody listens any more."""
    TOO_MANY = auto()
    BROKEN = auto()
    GARBLED = auto()
    STRANGE_ID = auto()
    MOVED = auto()
    FORBIDDEN = auto()


class FakeTwilio(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.messages: list[dict[str, Any]] = []
        self.forms: list[dict[str, str]] = []
        self.calls = 0
        self.moods: list[Mood] = []
        self.account_status = "active"
        self.now = datetime(2026, 11, 20, 17, tzinfo=UTC)
        self.awake = Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def take(self, form: dict[str, str]) -> dict[str, Any]:
        message = {
            "sid": f"SM{len(self.messages):032x}",
            "account_sid": SID,
            "body": form["Body"],
            "to": form["To"],
            "from": form.get("From"),
            "direction": "outbound-api",
            "status": "queued",
            "error_code": None,
            "error_message": None,
            "date_created": format_datetime(self.now.replace(microsecond=0)),
            "date_sent": None,
        }
        self.forms.append(form)
        self.messages.append(message)
        return message

    def gateway(self, *, token: str = TOKEN, callback: Any = None, seconds: float = 5.0) -> TwilioSms:
        return TwilioSms(
            TwilioAccount(SID, token, SENDER),
            callback=callback,
            api_base=self.address,
            simulated=True,
            limits=Limits(budget_seconds=seconds, attempt_seconds=seconds, attempts=1),
        )


class _Handler(BaseHTTPRequestHandler):
    server: FakeTwilio
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        form = dict(
            parse_qsl(self.rfile.read(int(self.headers["Content-Length"])).decode(), strict_parsing=True)
        )
        if not self._is_let_in(form):
            return
        if form["To"] in ERRORS:
            code, sentence = ERRORS[form["To"]]
            self._answer(400, {"code": code, "message": sentence, "more_info": "", "status": 400})
            return
        self._answer(201, self.server.take(form))

    def do_GET(self) -> None:
        if not self._is_let_in():
            return
        url = urlsplit(self.path)
        last = url.path.rsplit("/", 1)[-1]
        if last == f"{SID}.json":
            self._answer(200, {"sid": SID, "status": self.server.account_status})
        elif last == "Messages.json":
            to = parse_qs(url.query)["To"][0]
            found = [each for each in reversed(self.server.messages) if each["to"] == to]
            self._answer(200, {"messages": found, "next_page_uri": None})
        else:
            found = [each for each in self.server.messages if f"{each['sid']}.json" == last]
            if found:
                self._answer(200, found[0])
            else:
                self._answer(404, {"code": 20404, "message": "not found", "status": 404})

    def _is_let_in(self, form: dict[str, str] | None = None) -> bool:
        self.server.calls += 1
        expected = "Basic " + base64.b64encode(f"{SID}:{TOKEN}".encode()).decode()
        if self.headers.get("Authorization") != expected:
            self._answer(401, {"code": 20003, "message": "Authenticate", "status": 401})
            return False
        if not self.server.moods:
            return True
        self._behave(self.server.moods.pop(0), form)
        return False

    def _behave(self, mood: Mood, form: dict[str, str] | None) -> None:
        match mood:
            case Mood.TAKE_AND_HANG_UP | Mood.TAKE_AND_SLEEP:
                assert form is not None
                self.server.take(form)
                if mood is Mood.TAKE_AND_SLEEP:
                    self.server.awake.wait(10)
                self.close_connection = True
            case Mood.HANG_UP:
                self.close_connection = True
            case Mood.TOO_MANY:
                self._answer(429, {"code": 20429, "message": "Too Many Requests", "status": 429})
            case Mood.BROKEN:
                self._answer(503, {"code": 20503, "message": "Service Unavailable", "status": 503})
            case Mood.GARBLED:
                self._send(201, b"<html>welcome</html>")
            case Mood.STRANGE_ID:
                self._answer(201, {"sid": "../../etc", "status": "queued"})
            case Mood.MOVED:
                self._send(302, b"")
            case Mood.FORBIDDEN:
                self._answer(403, {"code": 20005, "message": "Account not active", "status": 403})

    def _answer(self, status: int, said: dict[str, Any]) -> None:
        self._send(status, json.dumps(said).encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Tests are quiet."""


@contextmanager
def running_twilio() -> Iterator[FakeTwilio]:
    twilio = FakeTwilio()
    thread = Thread(target=twilio.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield twilio
    finally:
        twilio.awake.set()
        twilio.shutdown()
        thread.join()
        twilio.server_close()
