"""``haulage serve``: makes the data folder, upgrades, seeds, and starts the server processes.

The web application is named by its import path and loaded in the server processes only; what they
need to know reaches them through the environment.
"""

import contextlib
import errno
import ipaddress
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from http import HTTPStatus
from http.client import HTTPConnection, HTTPException
from typing import TYPE_CHECKING, Any

import attrs
import click

from haulage import __version__
from haulage.kernel.errors import HaulageError
from haulage.kernel.policy import Action
from haulage_adapters.settings import Settings
from haulage_cli import forking
from haulage_cli.options import WORDS, examples, with_json, with_settings
from haulage_cli.output import write_json
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace

APPLICATION = "haulage_webapp.app:create_app"
SECONDS_TO_FINISH = 3
"""How long a stopping server waits for requests under way; event streams end at once."""

LOOPBACK_NAME = "localhost"
"""Told as it was asked for: to browsers a name is another place than its number, and only the name may
have passkeys."""

MOST_CONNECTIONS = 8_192
"""Ours: of one server process at a time. Each event stream is one, and costs some 50 KiB; who comes when all
are taken waits until one ends."""

LOOK_FOR_PARENT_SECONDS = 0.5
LOOK_WHETHER_READY_SECONDS = 0.05
READY_TIMEOUT_SECONDS = 2.0
LOG_LEVELS = ("debug", "info", "warning", "error")


@attrs.define
class CannotListen(HaulageError):
    """The server cannot listen on the address."""

    code = "cannot_listen"
    message: str


@click.command(
    epilog=examples(
        "haulage serve --demo",
        "haulage serve --data /var/lib/haulage --port 8080",
        "haulage serve --host 0.0.0.0 --workers 4 --database postgresql+psycopg://haulage@db/haulage",
    )
)
@click.option("--host", type=WORDS, default="127.0.0.1", show_default=True, help="Address to listen at.")
@click.option("--port", type=click.IntRange(1, 65535), default=8000, show_default=True, help="Port there.")
@with_settings
@click.option("--demo", is_flag=True, help="Seed and run the demonstration marketplace [HAULAGE_DEMO].")
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Processes.")
@click.option(
    "--log-level",
    type=click.Choice(LOG_LEVELS),
    default="warning",
    show_default=True,
    help="From info on, one line a request on the standard error.",
)
@with_json
@does(Action.OPERATE_SERVER)
def serve(
    settings: Settings, host: str, port: int, demo: bool, workers: int, log_level: str, as_json: bool
) -> None:
    """Start the server: API, web application and background work.

    Everything that it writes is in the data folder. SIGTERM or Ctrl-C ends it within seconds.
    """
    import granian  # noqa: F401 - a missing extra is told before anything is written

    listen_at = resolve(host, port)
    address = f"http://{_in_url(listen_at) if host != LOOPBACK_NAME else host}:{port}"
    settings = attrs.evolve(settings, demo=settings.demo or demo)
    if "HAULAGE_PUBLIC_URL" not in os.environ:
        settings = attrs.evolve(settings, public_url=address)
    forking.load(APPLICATION)
    sign_ins = forking.in_a_copy(_prepare, settings, listen_at)
    os.environ.update(environment_of(settings))
    _start(
        settings,
        listen_at,
        port,
        workers,
        log_level,
        lambda: _once_it_answers(
            listen_at, port, lambda: _announce(settings, address, sign_ins, as_json=as_json)
        ),
    )


def resolve(host: str, port: int) -> str:
    """The IP address to listen at, if the port there is free; otherwise ``CannotListen``."""
    try:
        family, kind, _, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    except (OSError, UnicodeError):
        raise CannotListen(f"There is no address {host!r} to listen at.") from None
    with socket.socket(family, kind) as probe:
        if os.name == "posix":
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(place)
            probe.listen(1)
        except OSError as error:
            raise CannotListen(_why_not(error, host, port)) from None
    return str(place[0])


def _why_not(error: OSError, host: str, port: int) -> str:
    match error.errno:
        case errno.EADDRINUSE:
            return f"Port {port} of {host} is in use by another program. Choose another one with --port."
        case errno.EACCES | errno.EPERM:
            return f"Port {port} of {host} needs more rights. Choose one above 1023 with --port."
        case _:
            return f"Cannot listen at {host} port {port}: {error.strerror}."


def _in_url(address: str) -> str:
    """As a browser on this machine writes it; listening everywhere includes the loopback."""
    ip = ipaddress.ip_address(address)
    if ip.is_unspecified:
        return "127.0.0.1" if ip.version == 4 else "[::1]"
    return f"[{address}]" if ip.version == 6 else address


def _prepare(settings: Settings, listen_at: str) -> list[tuple[str, str, str]]:
    """Bring the database up to date and, in the demonstration, fill it; role, e-mail and password.

    Raises ``UnsafeStart`` in real mode.
    """
    from haulage_cli.demo import seed
    from haulage_cli.runtime import on_marketplace
    from haulage_cli.start import prepare_start

    prepare_start(settings, listen_at=listen_at)
    on_marketplace(settings, _signing_keys)
    return seed(settings).rows() if settings.demo else []


async def _signing_keys(marketplace: "Marketplace") -> None:
    """Makes the keys at the first start; with another secret than theirs this is where it is told."""
    await marketplace.accounts.public_keys()


def environment_of(settings: Settings) -> dict[str, str]:
    """The variables from which a server process reads these settings again."""
    variables = {
        "HAULAGE_DATA": str(settings.data.absolute()),
        "HAULAGE_DEMO": "1" if settings.demo else "0",
        "HAULAGE_PUBLIC_URL": settings.public_url,
    }
    if settings.database is not None:
        variables["HAULAGE_DATABASE"] = settings.database
    return variables


def _once_it_answers(listen_at: str, port: int, announce: Callable[[], None]) -> None:
    """The server processes need a moment to begin: an address that is told earlier refuses who goes there.

    Its own thread, for the server's loop begins after this. It pauses before it looks: while the server
    processes are made, it holds no lock that they would be copied with.
    """

    def watch() -> None:
        ready = False
        while not ready:
            time.sleep(LOOK_WHETHER_READY_SECONDS)
            ready = _is_ready(_in_url(listen_at), port)
        announce()

    threading.Thread(target=watch, daemon=True).start()


def _is_ready(host: str, port: int) -> bool:
    connection = HTTPConnection(host.strip("[]"), port, timeout=READY_TIMEOUT_SECONDS)
    try:
        connection.request("GET", "/health/ready")
        return connection.getresponse().status == HTTPStatus.OK
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _announce(
    settings: Settings, address: str, sign_ins: list[tuple[str, str, str]], *, as_json: bool
) -> None:
    if as_json:
        people = [{"role": role, "email": email, "password": password} for role, email, password in sign_ins]
        write_json(
            {
                "address": address,
                "mode": settings.mode,
                "database": settings.shown_database,
                "mails": str(settings.smtp or settings.outbox_file),
                "sign_ins": people,
            }
        )
        return
    click.echo(f"haulage {__version__} at {address} ({settings.mode} mode, {settings.shown_database})")
    if settings.smtp is None:
        click.echo(f"Mails, such as the one that confirms an address, are lines of {settings.outbox_file}.")
    for role, email, password in sign_ins:
        click.echo(f"  sign in as {role:<8}  {email}  {password}")
    click.echo("Stop with Ctrl-C.")


def _start(
    settings: Settings,
    listen_at: str,
    port: int,
    workers: int,
    log_level: str,
    announce: Callable[[], None],
) -> None:
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.http import HTTP1Settings
    from granian.log import LogLevels

    _allow_connections()
    server = Granian(
        APPLICATION,
        address=listen_at,
        port=port,
        interface=Interfaces.ASGI,
        workers=workers,
        websockets=False,
        http=HTTPModes.http1,  # only there is an idle connection ever closed, and no browser asks for more
        http1_settings=HTTP1Settings(header_read_timeout=round(settings.idle_seconds * 1000)),
        backpressure=MOST_CONNECTIONS,
        log_level=LogLevels(log_level),
        log_dictconfig=_logging(log_level),
        log_access=log_level in ("debug", "info"),
        workers_kill_timeout=SECONDS_TO_FINISH,
        respawn_failed_workers=True,
    )
    server.on_startup(announce)
    try:
        server.serve(target_loader=load_application)
    except OSError as error:
        raise CannotListen(_why_not(error, listen_at, port)) from None


def _allow_connections() -> None:
    """As many open files as may be had without asking anybody: often a thousand are given at first."""
    if os.name != "posix":
        return
    import resource

    given, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 2 * MOST_CONNECTIONS if most == resource.RLIM_INFINITY else min(2 * MOST_CONNECTIONS, most)
    if given != resource.RLIM_INFINITY and given < wanted:
        with contextlib.suppress(ValueError, OSError):  # some systems allow fewer than they say
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _logging(level: str) -> dict[str, Any]:
    """Everything to the standard error, one line a message."""
    line = "%(asctime)s %(levelname)s %(name)s %(message)s"
    handler = {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}
    quiet = {"handlers": ["stderr"], "level": level.upper(), "propagate": False}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"format": line}},
        "handlers": {"stderr": handler},
        "root": {"handlers": ["stderr"], "level": level.upper()},
        "loggers": {"_granian": dict(quiet), "granian.access": dict(quiet)},
    }


def load_application(path: str) -> Any:
    """Called in each server process: the application, and an eye on the process that started it."""
    from granian._internal import load_target

    threading.Thread(target=_end_with_parent, args=(os.getppid(),), daemon=True).start()
    with forking.for_good():
        return load_target(path, factory=True)


def _end_with_parent(parent: int) -> None:
    """A server process without the one that looks after it would hold the port for ever."""
    while os.getppid() == parent:
        time.sleep(LOOK_FOR_PARENT_SECONDS)
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(SECONDS_TO_FINISH)
    os._exit(1)
