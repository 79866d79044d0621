"""Server processes on the loopback, with their own account of processor time and memory."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import attrs

from haulage_cli.serve import MOST_CONNECTIONS

sys.path.insert(0, str(Path(__file__).parents[1]))
from ports import free_port

ROOT = Path(__file__).parents[2]
READY_SECONDS = 180
SETTLE_SECONDS = 30
END_SECONDS = 15
QUIET_SECONDS, QUIET_SHARE = 0.5, 0.05
"""A server that uses less than such a share of a core for so long does nothing but wait."""


@attrs.frozen
class Used:
    """What all the processes of a server have used since they began."""

    cpu_seconds: float
    memory_bytes: int


@attrs.frozen
class Served:
    """A running server."""

    port: int
    process: subprocess.Popen[bytes]

    def used(self) -> Used:
        """Of every process of the server's session; raises ``FileNotFoundError`` where there is no /proc."""
        nanoseconds = pages = 0
        for folder in Path("/proc").glob("[0-9]*"):
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == self.process.pid:
                    nanoseconds += sum(map(_nanoseconds, (folder / "task").iterdir()))
                    pages += int(fields[21])
            except (FileNotFoundError, ProcessLookupError):
                continue  # ended while we looked
        return Used(nanoseconds / 1e9, pages * os.sysconf("SC_PAGE_SIZE"))

    def settle(self) -> None:
        """Wait for what a server does once after its start, such as reading its gazetteer."""
        deadline = time.monotonic() + SETTLE_SECONDS
        while time.monotonic() < deadline:
            before = self.used().cpu_seconds
            time.sleep(QUIET_SECONDS)
            if self.used().cpu_seconds - before < QUIET_SECONDS * QUIET_SHARE:
                return


def _nanoseconds(thread: Path) -> int:
    """The processor's time of a thread, exactly and not in hundredths of a second."""
    return int((thread / "schedstat").read_text().split()[0])


@contextmanager
def the_application(data: Path, database: str | None, **variables: str) -> Iterator[Served]:
    """``haulage serve`` with one worker over a database that is up to date."""
    settings = {"DATA": str(data), "AUTOCONFIRM": "1", **variables}
    if database:
        settings["DATABASE"] = database
    environment = {f"HAULAGE_{name}": value for name, value in settings.items()}
    port = free_port()
    with _running(["-m", "haulage_cli", "serve", "--port", str(port)], port, environment) as served:
        yield served


@contextmanager
def bare(module: str, **variables: str) -> Iterator[Served]:
    """An ASGI application named ``app`` beside this file, by the same server."""
    port = free_port()
    command = ["-m", "granian", "--interface", "asgi", "--host", "127.0.0.1", "--port", str(port)]
    path = os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")])
    as_many = ("--backpressure", str(MOST_CONNECTIONS))
    with _running(
        [*command, "--no-ws", *as_many, f"{module}:app"], port, {"PYTHONPATH": path, **variables}
    ) as served:
        yield served


@contextmanager
def _running(command: Sequence[str], port: int, environment: Mapping[str, str]) -> Iterator[Served]:
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, *command],
            env={**os.environ, **environment},
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            if not _gets_ready(port, process):
                log.seek(0)
                raise RuntimeError(f"the server did not get ready: {log.read()[-2000:].decode()}")
            yield Served(port, process)
        finally:
            process.terminate()
            process.wait(timeout=END_SECONDS)


def _gets_ready(port: int, process: subprocess.Popen[bytes]) -> bool:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        connection = HTTPConnection("127.0.0.1", port, timeout=2)
        try:
            connection.request("GET", "/health/ready")
            if connection.getresponse().status == 200:
                return True
        except OSError:
            time.sleep(0.05)
        finally:
            connection.close()
    return False


@attrs.frozen
class Other:
    """A process of ours that answers each line of JSON with one."""

    process: subprocess.Popen[bytes]

    def ask(self, do: str, **order: Any) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": do, **order}).encode() + b"\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{do}: the other process has ended")
        answer: dict[str, Any] = json.loads(line)
        return answer


@contextmanager
def another(script: str) -> Iterator[Other]:
    """A Python file beside this one, in a process of its own."""
    process = subprocess.Popen(
        [sys.executable, str(Path(__file__).parent / script)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with process:
        try:
            yield Other(process)
        finally:
            process.kill()
