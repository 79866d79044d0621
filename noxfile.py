"""Everything that is done with this project: serve it, test it, measure it.

Each session makes its own environment from ``uv.lock``. ``tests`` runs every stage and nox prints how
long each of them took.
"""

import atexit
import os
import shlex
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from subprocess import run

import nox
import nox.logger

sys.path.append(str(Path(__file__).parent / "tests"))  # nox runs this file from anywhere

from nox_audit import list_and_audit
from nox_lists import PROCESS_TESTS, QUICK_AND_SURE, SOAKS, STRICT
from nox_node import make_exact_node_modules, make_node_modules, note_installed, npm
from nox_servers import held_port, running_server, temporary_files_in_memory, watch_and_serve

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
MOST_FLAKY = 3
"""More failures in a run than these are no accident."""

FLAKY: list[str] = []
"""What failed and then passed in the sessions of this run, a line each."""

TEST_SECONDS = 240
"""No test takes a tenth of it; one that hangs says where, instead of holding up everything."""


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


def side_by_side(*lines: Callable[[], object]) -> None:
    """Beside each other, for what leaves a processor idle; all are waited for, and any may fail."""
    with ThreadPoolExecutor(len(lines)) as threads:
        for done in [threads.submit(line) for line in lines]:
            done.result()


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
        watch_and_serve(session, api, pages, PACKAGE_FOLDERS)


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
    if os.environ.get("HAULAGE_SKIP_UI") != "1":
        note_installed()  # by the build
    session.log("built %s", Path(the_wheel()).name)


@nox.session
def check(session: nox.Session) -> None:
    """Style, types and the rules of who may import whom."""
    sync(session, "--extra", "all", "--group", "check", "--group", "test")
    check_sources(session)


def check_sources(session: nox.Session) -> None:
    folders = os.pathsep.join(str(ROOT / name) for name in PACKAGE_FOLDERS)

    def check_style_and_imports() -> None:
        session.run("ruff", "check", ".")
        session.run("ruff", "format", "--check", ".")
        session.run("lint-imports", env={"PYTHONPATH": folders})

    side_by_side(lambda: session.run("mypy"), check_style_and_imports)


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
    status = ["git", "status", "--porcelain", "--", folder]
    return bool(run(status, capture_output=True, check=True, cwd=ROOT).stdout)  # noqa: S603 - our own command


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
    make_exact_node_modules(session)
    in_ui = ["npm", "--prefix", str(UI), "run"]

    def check_style_and_client() -> None:
        session.run(*in_ui, "lint")
        session.run("python", "-m", "haulage_webapp.openapi", "--check", str(UI / "openapi.json"))

    side_by_side(lambda: session.run(*in_ui, "typecheck"), check_style_and_client)
    with session.chdir(UI):
        run_tests(session, "node_modules/.bin/vitest", "run")
    npm(session, "run", "api")
    session.run("git", "diff", "--exit-code", "--", "ui/src/api/generated", external=True)


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
        browsing(session) as demonstration,
        tempfile.TemporaryDirectory(dir=session.env["TMPDIR"]) as strict,
        running_server(session, strict, STRICT, host="localhost") as confirming,
        tempfile.TemporaryDirectory(dir=session.env["TMPDIR"]) as other,
        running_server(session, other, QUICK_AND_SURE, "--demo") as second,
    ):
        session.run("node", "tests/browser/unpack.mjs")
        yield {
            **demonstration,
            "HAULAGE_SECOND_URL": second,
            "HAULAGE_CONFIRMING_URL": confirming,
            "HAULAGE_CONFIRMING_MAILS": str(Path(strict) / "mail.jsonl"),
        }


NODE = ["node", "--test", "--test-concurrency=5", "--test-force-exit"]
"""All files at once: checks wait more than they compute, and two left a third of two processors idle.

A check that failed in the middle may leave a connection open, for which the process would wait forever."""


def browser_checks() -> list[str]:
    return sorted(str(file) for file in Path("tests/browser").glob("*.test.mjs"))


@nox.session
def screenshots(session: nox.Session) -> None:
    """Pictures of every screen and state: `nox -s screenshots -- FOLDER [WORD]`."""
    with browsing(session) as demonstration:
        session.run("node", "tests/browser/screenshots.mjs", *session.posargs, env=demonstration)


@nox.session
def bench(session: nox.Session) -> None:
    """Measure matching and pricing at full size, or with `-- pages` the browser's pages."""
    if session.posargs[:1] == ["pages"]:
        with browsing(session) as demonstration:
            arguments = ["tests/browser/pages.bench.mjs", *session.posargs[1:]]
            session.run("node", *arguments, env=demonstration)
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
    sync(session, "--extra", "all", "--group", "test")
    install_tree(session)
    session.run("python", "tests/mutation.py", *session.posargs)


@nox.session
def audit(session: nox.Session) -> None:
    """Look every locked package up among known vulnerabilities, and list them all: `nox -s audit -- FOLDER`.

    The folder, dist/audit by default, then holds what was found and a CycloneDX list of components (SBOM) of
    each half. Needs the advisory services of PyPI and npm, and says where they do not answer.
    """
    folder = Path(*(session.posargs or [DIST / "audit"])).absolute()
    list_and_audit(session, folder)


@nox.session
def openapi(session: nox.Session) -> None:
    """Write ui/openapi.json from the web shell, and the client from it."""
    sync(session, "--extra", "all", "--group", "test")
    install_tree(session)
    session.run("python", "-m", "haulage_webapp.openapi", "--write", str(UI / "openapi.json"))
    npm(session, "ci", "--include=dev", "--no-audit", "--no-fund")
    npm(session, "run", "api")


def keep_places(session: nox.Session) -> None:
    """The country's index of places is built once for all sessions; its name tells what it is built from."""
    session.env["XDG_CACHE_HOME"] = str(Path(session.cache_dir).absolute())
    # Otherwise the first server or test that asks would, and a busy machine is not done within its patience.
    session.run("haulage", "maps", "build", silent=True)


@contextmanager
def browsing(session: nox.Session) -> Iterator[dict[str, str]]:
    """The wheel's own demonstration marketplace, where its data are, and what a Chromium needs to visit."""
    sync(session, "--extra", "all", "--group", "test")
    install_wheel(session)
    make_node_modules(session)
    keep_places(session)
    with (
        tempfile.TemporaryDirectory() as data,
        running_server(session, data, QUICK_AND_SURE, "--demo") as address,
    ):
        yield {"HAULAGE_URL": address, "HAULAGE_URL_DATA": data}
