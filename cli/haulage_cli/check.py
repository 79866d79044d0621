"""``haulage check``: every setting, and whether everything that the marketplace needs answers."""

from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Any

import attrs
import click

from haulage.kernel.errors import HaulageError, Unavailable
from haulage.kernel.geo import Point
from haulage.ports.maps import NoRoute
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.settings import RoutesEngine, Settings
from haulage_cli.authorising import operating
from haulage_cli.options import examples, with_json, with_settings
from haulage_cli.output import write_json, write_table

SOMETHING_IS_SILENT = 1
SECRET = "(set)"  # noqa: S105 - what is shown instead of a secret
PICKUP, DROPOFF = Point(40.7580, -73.9855), Point(40.7033, -73.9881)


class Kind(StrEnum):
    """What answers: our own part, a stand-in for an outside company, or that company."""

    EMBEDDED = "embedded"
    SIMULATED = "simulated"
    REAL = "real"


@attrs.frozen
class Service:
    """One thing that the marketplace needs; *problem* is None when it answers."""

    name: str
    kind: Kind
    adapter: str
    problem: str | None = None


@click.command(epilog=examples("haulage check", "haulage check --data haulage-data --json"))
@with_settings
@with_json
def check(settings: Settings, as_json: bool) -> None:
    """Show every setting, and whether every service answers; exit code 1 if one does not."""
    from haulage_cli.running import run

    services = run(look_at(settings))
    if as_json:
        write_json(
            {
                "mode": settings.mode,
                "test_mode": settings.test_mode,
                "settings": {variable: value for variable, value, _ in shown_settings(settings)},
                "services": [
                    {**attrs.asdict(service), "answers": service.problem is None} for service in services
                ],
            }
        )
    else:
        click.echo(f"Mode: {settings.mode}\n")
        write_table(("setting", "value", "meaning"), shown_settings(settings))
        click.echo()
        rows = [(each.name, each.kind, each.adapter, each.problem or "yes") for each in services]
        write_table(("service", "kind", "adapter", "answers"), rows)
    if any(service.problem for service in services):
        raise click.exceptions.Exit(SOMETHING_IS_SILENT)


def shown_settings(settings: Settings) -> list[tuple[str, str, str]]:
    """Variable, value and meaning of every setting; nothing secret is in the value."""
    return [
        (field.metadata["variable"], _shown(settings, field.name), field.metadata["help"])
        for field in attrs.fields(type(settings))
    ]


def _shown(settings: Settings, name: str) -> str:
    value = getattr(settings, name)
    if value is None:
        return ""
    if name == "database":
        return settings.shown_database
    if name == "routes_url":
        return settings.shown_routes_url
    if any(word in name for word in ("secret", "password", "token", "key")):
        return SECRET
    return str(int(value)) if isinstance(value, bool) else str(value)


async def look_at(settings: Settings) -> Sequence[Service]:
    """Ask everything once."""
    from haulage_adapters.assembly import open_marketplace
    from haulage_cli.running import DATABASE_FILE

    embedded = settings.database is None
    database = Service("database", Kind.EMBEDDED if embedded else Kind.REAL, settings.shown_database)
    if embedded and not (settings.data / DATABASE_FILE).exists():
        return [attrs.evolve(database, problem="not made yet, run: haulage db upgrade")]
    async with open_marketplace(settings) as marketplace:
        return [
            attrs.evolve(database, problem=await _problem(lambda: _database(settings, marketplace))),
            await _road(settings, marketplace),
            await _asked(
                settings, "weather", marketplace.request_quote.forecast, lambda: _weather(marketplace)
            ),
            await _cards(settings, marketplace),
            await _taxes(settings, marketplace),
            await _mail(settings, marketplace),
            await _sms(settings, marketplace),
            await _files(settings, marketplace),
            *await _sign_ins(settings, marketplace),
        ]


async def _asked(
    settings: Settings, name: str, adapter: object, ask: Callable[[], Awaitable[Any]]
) -> Service:
    kind = Kind.SIMULATED if name in settings.simulated_services else Kind.EMBEDDED
    return Service(name, kind, type(adapter).__name__, await _problem(ask))


async def _road(settings: Settings, marketplace: Marketplace) -> Service:
    """The engine that finds ways; an outside one by its name and address."""
    asked = await _asked(settings, "maps", marketplace.request_quote.routes, lambda: _maps(marketplace))
    if settings.routes_engine == RoutesEngine.EMBEDDED:
        return asked
    adapter = f"{settings.routes_engine} at {settings.shown_routes_url}"
    return attrs.evolve(asked, kind=Kind.REAL, adapter=adapter)


async def _cards(settings: Settings, marketplace: Marketplace) -> Service:
    """Who takes cards; a company is asked with the key that it gave us."""
    cards = marketplace.open_payment.cards
    kind = Kind.SIMULATED if cards.simulated else Kind.REAL
    adapter = type(cards).__name__
    if settings.stripe_is_asked:
        adapter = f"Stripe at {settings.stripe_api_base or 'its own address'}"
    return Service("cards", kind, adapter, await _problem(cards.check))


async def _taxes(settings: Settings, marketplace: Marketplace) -> Service:
    """Which rates set prices; where money is real and none is confirmed, there is no price at all."""
    if settings.mode != "real":
        return Service("sales tax", Kind.SIMULATED, "8.25 % everywhere")
    rows = await marketplace.tax_desk.rows(operating())
    states = ", ".join(sorted({row.confirmation.row.place.state or "" for row in rows}))
    told = f"{len(rows)} confirmed rows: {states}" if rows else "confirmed rows"
    problem = None if rows else "no rate is confirmed, so no price is given. Run: haulage tax import"
    return Service("sales tax", Kind.REAL, told, problem)


async def _mail(settings: Settings, marketplace: Marketplace) -> Service:
    """By which way mails go out, and whether it is open."""
    kind = Kind.SIMULATED if settings.smtp is None else Kind.REAL
    way = settings.smtp or settings.outbox_file
    return Service("mail", kind, str(way), await _problem(marketplace.deliver_mail.mailer.check))


async def _sms(settings: Settings, marketplace: Marketplace) -> Service:
    """Who sends text messages; a company is asked with the token that it gave us."""
    sms = marketplace.send_sms.gateway
    kind = Kind.SIMULATED if sms.simulated else Kind.REAL
    adapter = type(sms).__name__
    if settings.sms_is_asked:
        adapter = f"Twilio at {settings.twilio_api_base or 'its own address'}"
    return Service("sms", kind, adapter, await _problem(sms.check))


async def _files(settings: Settings, marketplace: Marketplace) -> Service:
    """Where pictures are kept, and whether they can be."""
    files = marketplace.proofs.files
    kind = Kind.EMBEDDED if settings.files is None else Kind.REAL
    return Service("files", kind, str(files), await _problem(files.check))


async def _sign_ins(settings: Settings, marketplace: Marketplace) -> list[Service]:
    """Whether those answer with whom people sign in. Ids and secrets are not tried: only a person can."""
    kind = Kind.SIMULATED if settings.simulates_providers else Kind.REAL
    return [
        Service(f"sign-in by {name}", kind, type(each).__name__, await _problem(each.check))
        for name, each in marketplace.accounts.social.providers.items()
    ]


async def _problem(ask: Callable[[], Awaitable[Any]]) -> str | None:
    try:
        await ask()
    except NoRoute as refusal:
        return refusal.message
    except Unavailable:
        return "no, it does not answer"
    except HaulageError as refusal:
        return refusal.message
    return None


async def _database(settings: Settings, marketplace: Marketplace) -> None:
    from haulage_adapters.assembly import database_revisions
    from haulage_cli.running import DatabaseNotReady

    await marketplace.storage.check()
    current, newest = await database_revisions(settings)
    if current != newest:
        raise DatabaseNotReady(settings.shown_database)


async def _maps(marketplace: Marketplace) -> None:
    await marketplace.request_quote.routes.route(PICKUP, DROPOFF, at=marketplace.clock.now())


async def _weather(marketplace: Marketplace) -> None:
    await marketplace.request_quote.forecast.weather(PICKUP, at=marketplace.clock.now())
