"""``haulage serve`` as a real process: ready in time, signed in to, ended in time."""

import contextlib
import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import attrs
import httpx
import pytest

from ports import free_port

READY_SECONDS = 60
"""The promise is 30 on a machine of one's own; tests share theirs."""

STOP_SECONDS = 10
NOBODY = "postgresql+psycopg://haulage:hush@127.0.0.1:1/haulage"
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("HAULAGE_")} | {
    "PYTHONPATH": os.pathsep.join(str(Path(each).absolute()) for each in sys.path)
}


@attrs.frozen
class Serving:
    """A server process and what it said when it began."""

    process: "subprocess.Popen[str]"
    said: dict[str, Any]
    errors: IO[str]
    """Its standard error."""

    @property
    def address(self) -> str:
        return str(self.said["address"])

    def end(self) -> None:
        """Tell it to end, and see that it does so by itself: the process that was started here ends well too
        where it had to kill one that it had started."""
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(STOP_SECONDS) == 0
        self.errors.seek(0)
        assert "Killing" not in self.errors.read()


@contextmanager
def serving(folder: Path, *options: str, **variables: str) -> Iterator[Serving]:
    """Start in *folder*, wait until ready, and leave nothing running; one that does not end when it is told
    fails the test."""
    command = [sys.executable, "-m", "haulage_cli", "serve", "--port", str(free_port()), "--json", *options]
    with (
        tempfile.TemporaryFile("w+") as errors,
        subprocess.Popen(
            command, cwd=folder, env=ENVIRONMENT | variables, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            assert line, f"the server ended with {process.wait()}"
            serving = Serving(process, json.loads(line), errors)
            wait_until_ready(serving.address)
            yield serving
        finally:
            process.terminate()
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                process.kill()
                raise


def wait_until_ready(address: str) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{address}/health/ready", timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise AssertionError(f"{address} was not ready in time")


def wait_until_gone(address: str) -> None:
    deadline = time.monotonic() + STOP_SECONDS
    while time.monotonic() < deadline:
        try:
            httpx.get(f"{address}/health/live", timeout=2)
        except httpx.TransportError:
            return
        time.sleep(0.05)
    raise AssertionError(f"{address} still answers")


def sign_in(client: httpx.Client, person: dict[str, str]) -> dict[str, str]:
    answer = client.post(
        "/auth/v1/token?grant_type=password",
        json={"email": person["email"], "password": person["password"]},
    )
    assert answer.status_code == 200, answer.text
    return {"Authorization": f"Bearer {answer.json()['access_token']}"}


def begun(
    client: httpx.Client, path: str, bearer: dict[str, str], until: contextlib.ExitStack
) -> Iterator[bytes]:
    """An event stream of which the first event is read."""
    stream = until.enter_context(client.stream("GET", path, headers=bearer))
    assert stream.status_code == 200
    pieces = stream.iter_bytes()
    next(pieces)
    return pieces


def test_the_demonstration_is_served_signed_in_to_and_ended_in_time(tmp_path):
    with serving(tmp_path, "--demo", "--data", "data") as server:
        assert server.said["mode"] == "demo"
        people = {person["role"]: person for person in server.said["sign_ins"]}
        with httpx.Client(base_url=server.address, timeout=30) as client:
            bearers = {role: sign_in(client, person) for role, person in people.items()}
            orders = client.get("/api/v1/orders?limit=100", headers=bearers["admin"]).json()["items"]
            assert {"pending", "assigned", "in_progress", "completed", "cancelled"} <= {
                order["status"] for order in orders
            }
            drivers = client.get("/api/v1/drivers?limit=100", headers=bearers["admin"])
            assert len(drivers.json()["items"]) == 25
            assert client.get("/api/v1/drivers/me", headers=bearers["driver"]).json()["is_online"]
            assert client.get("/api/v1/drivers", headers=bearers["customer"]).status_code == 403
            own = client.get("/api/v1/orders?limit=100", headers=bearers["customer"]).json()["items"]
            unpaid = next(order for order in own if order["payment_status"] == "unpaid")
            with contextlib.ExitStack() as open_ones:
                streams = [
                    begun(client, f"/api/v1/orders/{unpaid['id']}/events", bearers["customer"], open_ones),
                    begun(client, "/api/v1/drivers/me/offers/events", bearers["driver"], open_ones),
                ]
                server.end()
                for stream in streams:
                    for _ in stream:
                        pass  # a stream that only breaks off raises
    with contextlib.closing(sqlite3.connect(tmp_path / "data" / "haulage.sqlite3")) as database:
        left = database.execute("SELECT count(*) FROM job_workers").fetchone()
        assert left == (0,), "jobs are handed back although a stream is open"
    assert [path.name for path in tmp_path.iterdir()] == ["data"], "nothing is written elsewhere"


def test_an_empty_marketplace_is_served_and_ended_by_an_interrupt(tmp_path):
    with serving(tmp_path, "--data", "data", "--host", "localhost") as server:
        assert server.said["mode"] == "default"
        assert server.said["sign_ins"] == []
        assert server.address.startswith("http://localhost:"), "told as it was asked for"
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait(STOP_SECONDS) == 0


def test_a_connection_that_asks_nothing_is_closed(tmp_path):
    with serving(tmp_path, "--data", "data", HAULAGE_IDLE_SECONDS="0.5") as server:
        place = httpx.URL(server.address)
        for said in (b"", b"GET /health/live HT", b"GET /health/live HTTP/1.1\r\nHost: here\r\n\r\n"):
            with socket.create_connection((place.host, place.port), timeout=READY_SECONDS) as one:
                one.sendall(said)
                while one.recv(65_536):
                    pass  # until the server closes; one that never does runs into the timeout


def test_who_comes_last_is_answered_while_a_thousand_others_stay(tmp_path):
    """Everybody who watches an order holds a connection all the time."""
    with serving(tmp_path, "--data", "data") as server, contextlib.ExitStack() as open_ones:
        place = httpx.URL(server.address)
        for _ in range(1_100):
            one = open_ones.enter_context(socket.create_connection((place.host, place.port), timeout=5))
            one.sendall(b"GET /health/live HTTP/1.1\r\nHost: here\r\n\r\n")
            assert one.recv(12) == b"HTTP/1.1 200"


def newest_mail(file: Path) -> dict[str, str]:
    """The last line of the outbox, once there is one."""
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if file.exists() and (lines := file.read_text().splitlines()):
            return json.loads(lines[-1])
        time.sleep(0.05)
    raise AssertionError(f"nothing was written to {file}")


def test_the_first_steps_of_a_new_operator_end_as_an_administrator(haulage, tmp_path):
    """As the README tells them: sign up, open the link of the mail in the data folder, take the role."""
    person = {"email": "ann@example.com", "password": "parcel7"}
    with serving(tmp_path, "--data", "data") as server, httpx.Client(base_url=server.address) as client:
        signed_up = client.post("/auth/v1/signup", json=person | {"data": {"name": "Ann"}})
        assert signed_up.status_code == 200
        assert "access_token" not in signed_up.json()
        early = client.post("/auth/v1/token?grant_type=password", json=person)
        assert (early.status_code, early.json()["error_code"]) == (400, "email_not_confirmed")
        mail = newest_mail(tmp_path / server.said["mails"])
        link = next(line for line in mail["text"].splitlines() if "/auth/v1/verify?" in line)
        assert client.get(link).status_code == 303
        assert haulage("admin", "grant", person["email"], "--data", tmp_path / "data").code == 0
        assert client.get("/api/v1/audit", headers=sign_in(client, person)).status_code == 200


def test_server_processes_do_not_outlive_the_one_that_started_them(tmp_path):
    with serving(tmp_path, "--data", "data", "--workers", "2") as server:
        server.process.kill()
        server.process.wait()
        wait_until_gone(server.address)


def test_the_collector_of_garbage_never_looks_through_the_application(tmp_path):
    (tmp_path / "made.py").write_text("def make():\n    return {'routes': []}\n")
    program = (
        "import gc\n"
        "from haulage_cli.serve import load_application\n"
        "application = load_application('made:make')\n"
        "request = {'body': []}\n"
        "looked_through = {id(each) for each in gc.get_objects()}\n"
        "print(gc.isenabled(), id(application) in looked_through, id(request) in looked_through)"
    )
    said = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
        timeout=READY_SECONDS,
    )
    assert said.stdout.split() == ["True", "False", "True"]


def test_a_port_that_is_taken_is_said_before_anything_is_written(haulage, tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        answer = haulage("serve", "--port", port, "--data", tmp_path / "data")
    assert answer.code == 1
    assert f"Port {port} of 127.0.0.1 is in use" in answer.err
    assert not (tmp_path / "data").exists()


def test_a_database_that_does_not_answer_is_said(haulage, tmp_path):
    answer = haulage(
        "serve", "--port", free_port(), "--data", tmp_path / "data", "--database", NOBODY, "--json"
    )
    assert answer.code == 1
    assert answer.json["code"] == "database_unreachable"
    assert "hush" not in answer.out


@pytest.mark.parametrize("host", ["nowhere.invalid", "203.0.113.7", "h\ud800st", "a" * 300, ".."])
def test_an_address_that_cannot_be_had_is_said(haulage, tmp_path, host):
    answer = haulage("serve", "--host", host, "--port", free_port(), "--data", tmp_path / "data")
    assert answer.code in (1, 2)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize(
    "options", [("--port", "0"), ("--port", "65536"), ("--workers", "0"), ("--log-level", "loud")]
)
def test_options_out_of_range_are_wrong_use(haulage, options):
    assert haulage("serve", *options).code == 2
