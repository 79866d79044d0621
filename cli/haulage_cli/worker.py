"""``haulage worker``: background work without a server."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import Iterator

import attrs
import click

from haulage import __version__
from haulage.kernel.policy import Action
from haulage_adapters.settings import Settings
from haulage_cli.options import examples, with_json, with_settings
from haulage_cli.output import write_json
from haulage_cli.permissions import does

LOG_LEVELS = ("debug", "info", "warning", "error")


@click.command(
    epilog=examples(
        "haulage worker --database postgresql+psycopg://haulage@db/haulage",
        "haulage worker --data /var/lib/haulage --log-level info",
    )
)
@with_settings
@click.option("--log-level", type=click.Choice(LOG_LEVELS), default="warning", show_default=True)
@with_json
@does(Action.OPERATE_SERVER)
def worker(settings: Settings, log_level: str, as_json: bool) -> None:
    """Do jobs, send mails and keep house for servers on the same database.

    A server does all of it too; workers take their share. Start as many as you like, and end any of them
    as you like: what one leaves undone another does. SIGTERM or Ctrl-C ends it within seconds.
    """
    from haulage_cli.name_lookups import run
    from haulage_cli.start import prepare_start

    line = "%(asctime)s %(levelname)s %(name)s %(message)s"
    logging.basicConfig(level=log_level.upper(), format=line)
    settings = attrs.evolve(settings, demo=False)  # its drivers move in the server
    prepare_start(settings)
    run(_work(settings, as_json=as_json))


async def _work(settings: Settings, *, as_json: bool) -> None:
    from haulage_adapters.assembly.background_work import working_beside
    from haulage_adapters.assembly.marketplace import open_marketplace

    ending = asyncio.Event()
    async with open_marketplace(settings) as marketplace, working_beside(settings, marketplace):
        with _ended_by_signals(ending):
            _announce(settings, as_json=as_json)
            await ending.wait()


@contextlib.contextmanager
def _ended_by_signals(ending: asyncio.Event) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    before = {
        number: signal.signal(number, lambda *_: loop.call_soon_threadsafe(ending.set))
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _announce(settings: Settings, *, as_json: bool) -> None:
    if as_json:
        write_json({"database": settings.shown_database})
        return
    click.echo(f"haulage {__version__} works on {settings.shown_database}")
    click.echo("Stop with Ctrl-C.")
