"""A real server process for tests, on a free port of the loopback and ended by its process id."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import attrs
import httpx

from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from ports import free_port

READY_SECONDS = 30


@attrs.frozen
class Server:
    """Where a running server answers, and what it was started with."""

    address: str
    settings: Settings
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """End the server and its workers as a power cut would."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def running_server(data: Path, database: str | None = None, **variables: str) -> Iterator[Server]:
    """Upgrade the database, serve it, and stop the server however the test ends.

    *variables* are further settings by their names after ``HAULAGE_``.
    """
    settings = Settings(data=data, database=database)
    asyncio.run(upgrade_database(settings))
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    process = _start(settings, port, {"PUBLIC_URL": address, "AUTOCONFIRM": "1", **variables})
    try:
        server = Server(address, settings, process)
        _await_ready(server.address, process)
        yield server
    finally:
        process.terminate()
        try:
            process.wait(timeout=15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise


def _start(settings: Settings, port: int, variables: Mapping[str, str]) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "granian", "--interface", "asgi", "--factory"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--workers-kill-timeout", "3"]
    environment = {**os.environ, "HAULAGE_DATA": str(settings.data)}
    environment |= {f"HAULAGE_{name}": value for name, value in variables.items()}
    if settings.database:
        environment["HAULAGE_DATABASE"] = settings.database
    log = (settings.data / "server.log").open("wb")
    with log:
        return subprocess.Popen(
            [*command, "haulage_webapp.app:create_app"],
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )


def _await_ready(address: str, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise RuntimeError(f"the server ended with {process.returncode}")
        try:
            if httpx.get(f"{address}/health/ready", timeout=2).status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise RuntimeError("the server was not ready in time")
