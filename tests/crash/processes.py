"""``haulage serve`` and ``worker`` as real processes, killed as a power cut would and started again."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import attrs
import httpx

from ports import free_port

READY_SECONDS = 120
"""The promise is 30 on a machine of one's own; tests share theirs."""

WEBHOOK_SECRET = "whsec_of_the_killed"


@attrs.frozen
class Site:
    """Where the processes work: a database, a folder, a port of the loopback, and a provider beside them."""

    database: str
    folder: Path
    provider: str
    port: int = attrs.Factory(free_port)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def options(self) -> list[str]:
        return ["--data", str(self.folder), "--database", self.database]

    @property
    def environment(self) -> Mapping[str, str]:
        ours = {name: value for name, value in os.environ.items() if not name.startswith("HAULAGE_")}
        return ours | {
            "PYTHONPATH": os.pathsep.join(str(Path(each).absolute()) for each in sys.path),
            "HAULAGE_STRIPE_API_BASE": self.provider,
            "HAULAGE_STRIPE_WEBHOOK_SECRET": WEBHOOK_SECRET,
            "HAULAGE_AUTOCONFIRM": "1",
            "HAULAGE_LIMIT_FACTOR": "1000",
        }


@attrs.define
class Process:
    """One command, with every process that it starts in a group of its own."""

    site: Site
    words: tuple[str, ...]
    running: "subprocess.Popen[bytes] | None" = None

    @property
    def log(self) -> Path:
        return self.site.folder / f"{self.words[0]}.log"

    def start(self) -> None:
        command = [sys.executable, "-m", "haulage_cli", *self.words, *self.site.options]
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                command,
                cwd=self.site.folder,
                env=self.site.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill(self) -> None:
        """All of the group at once, without a word before."""
        if self.running is not None:
            with suppress(ProcessLookupError):  # it has ended by itself
                os.killpg(self.running.pid, signal.SIGKILL)
            self.running.wait()
            self.running = None

    def await_ready(self) -> None:
        """Until the server answers; a worker says nothing that could be waited for."""
        assert self.running is not None
        deadline = time.monotonic() + READY_SECONDS
        while time.monotonic() < deadline:
            assert self.running.poll() is None, self.log.read_text()[-2_000:]
            try:
                if httpx.get(f"{self.site.address}/health/ready", timeout=5).status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
        raise AssertionError(f"{self.site.address} was not ready in time")


@contextmanager
def processes(site: Site, *, with_worker: bool) -> Iterator[list[Process]]:
    """A server that answers, and a worker beside it; none of them is left behind."""
    started = [Process(site, ("serve", "--port", str(site.port)))]
    if with_worker:
        started.append(Process(site, ("worker",)))
    with ExitStack() as stack:
        for each in started:
            stack.callback(each.kill)
            each.start()
        started[0].await_ready()
        yield started
