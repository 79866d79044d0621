"""``haulage check``: every setting, and whether everything that the marketplace needs answers."""

from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

import attrs
import click

from haulage.kernel.errors import HaulageError, Unavailable
from haulage.kernel.operator_words import operator_words
from haulage.kernel.policy import Action
from haulage.ports.maps.routes import NoRoute
from haulage_adapters.settings import RoutesEngine, Settings
from haulage_adapters.startup_checks import Finding, findings, gather
from haulage_cli.options import examples, with_json, with_settings
from haulage_cli.output import write_json, write_table
from haulage_cli.permissions import does, operating
from haulage_cli.start import refuses

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.service_checks import ServiceCheck

SOMETHING_IS_SILENT = 1
SECRET = "(set)"  # noqa: S105 - what is shown instead of a secret


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


@click.command(
    epilog=examples(
        "haulage check", "haulage check --data haulage-data --json", "haulage check --production --json"
    )
)
@click.option(
    "--production", is_flag=True, help="Examine these settings as if real money were taken with them."
)
@with_settings
@with_json
@does(Action.OPERATE_SERVER)
def check(settings: Settings, production: bool, as_json: bool) -> None:
    """Show every setting, whether every service answers, and what is unsafe.

    In real mode a server starts only where nothing refuses it; --production asks the same of any settings.
    Exit code 1 if a service does not answer, or something refuses the start.
    """
    from haulage_cli.name_lookups import run

    services, found = run(look_at(settings, as_production=production))
    if as_json:
        write_json(
            {
                "mode": settings.mode,
                "test_mode": settings.test_mode,
                "settings": {variable: value for variable, value, _ in shown_settings(settings)},
                "services": [
                    {**attrs.asdict(service), "answers": service.problem is None} for service in services
                ],
                "findings": found,
            }
        )
    else:
        click.echo(f"Mode: {settings.mode}\n")
        write_table(("setting", "value", "meaning"), shown_settings(settings))
        click.echo()
        rows = [(each.name, each.kind, each.adapter, each.problem or "yes") for each in services]
        write_table(("service", "kind", "adapter", "answers"), rows)
        _show_findings(found)
    if any(service.problem for service in services) or refuses(found):
        raise click.exceptions.Exit(SOMETHING_IS_SILENT)


def _show_findings(found: Sequence[Finding]) -> None:
    click.echo()
    if not found:
        click.echo("Nothing unsafe was found.")
        return
    rows = [(each.severity, each.code, each.sentence, each.remedy) for each in found]
    write_table(("severity", "code", "what is unsafe", "what to do"), rows)


def shown_settings(settings: Settings) -> list[tuple[str, str, str]]:
    """Variable, value and meaning of every setting; nothing secret is in the value."""
    return [
        (field.metadata["variable"], _shown(settings, field), field.metadata["help"])
        for field in attrs.fields(type(settings))
    ]


def _shown(settings: Settings, field: "attrs.Attribute[Any]") -> str:
    value = getattr(settings, field.name)
    if value is None:
        return ""
    if field.metadata["secret"]:
        return str(getattr(settings, f"shown_{field.name}", SECRET))
    return str(int(value)) if isinstance(value, bool) else str(value)


async def look_at(settings: Settings, *, as_production: bool) -> tuple[Sequence[Service], Sequence[Finding]]:
    """Ask everything once: the services, and what is unsafe."""
    from haulage_adapters.assembly.marketplace import open_marketplace
    from haulage_cli.runtime import DATABASE_FILE

    embedded = settings.database is None
    database = Service("database", Kind.EMBEDDED if embedded else Kind.REAL, settings.shown_database)
    if embedded and not (settings.data / DATABASE_FILE).exists():
        missing = attrs.evolve(database, problem=_why_missing(settings))
        return [missing], findings(await gather(settings, as_production=as_production))
    async with open_marketplace(settings) as marketplace:
        services = [
            attrs.evolve(database, problem=await _problem(lambda: _database(settings, marketplace))),
            await _road(settings, marketplace),
            await _service(settings, "weather", marketplace.readiness.services.weather()),
            await _cards(settings, marketplace),
            await _taxes(settings, marketplace),
            await _mail(settings, marketplace),
            await _sms(settings, marketplace),
            await _screening(settings, marketplace),
            await _files(settings, marketplace),
            await _virus_scan(marketplace),
            *await _sign_ins(settings, marketplace),
            await _jobs(marketplace),
        ]
        # A database that does not answer cannot be asked, and is told among the services.
        answering = marketplace if services[0].problem is None else None
        return services, findings(await gather(settings, answering, as_production=as_production))


def _why_missing(settings: Settings) -> str:
    """A database that was there and is gone would not be made anew by any command."""
    from haulage_adapters.data_folder.database_marker import DatabaseLost, require_not_lost

    try:
        require_not_lost(settings)
    except DatabaseLost as lost:
        return lost.message
    return "not made yet, run: haulage db upgrade"


async def _service(settings: Settings, name: str, check: "ServiceCheck") -> Service:
    kind = Kind.SIMULATED if name in settings.simulated_services else Kind.EMBEDDED
    return Service(name, kind, check.adapter, await _problem(check.ask))


async def _road(settings: Settings, marketplace: "Marketplace") -> Service:
    """The engine that finds ways; an outside one by its name and address."""
    service = await _service(settings, "maps", marketplace.readiness.services.maps())
    if settings.routes_engine == RoutesEngine.EMBEDDED:
        return service
    adapter = f"{settings.routes_engine} at {settings.shown_routes_url}"
    return attrs.evolve(service, kind=Kind.REAL, adapter=adapter)


async def _cards(settings: Settings, marketplace: "Marketplace") -> Service:
    """Who takes cards; a company is asked with the key that it gave us."""
    cards = marketplace.readiness.services.cards()
    kind = Kind.SIMULATED if cards.simulated else Kind.REAL
    adapter = cards.adapter
    if settings.stripe_is_configured:
        adapter = f"Stripe at {settings.stripe_api_base or 'its own address'}"
    return Service("cards", kind, adapter, await _problem(cards.ask))


async def _taxes(settings: Settings, marketplace: "Marketplace") -> Service:
    """Which rates set prices; where money is real and none is confirmed, there is no price at all."""
    if settings.mode != "real":
        return Service("sales tax", Kind.SIMULATED, "8.25% everywhere")
    try:
        rows = await marketplace.sales_tax.rows(operating())
    except Unavailable as refusal:
        return Service("sales tax", Kind.REAL, "confirmed rows", refusal.message)
    states = ", ".join(sorted({row.confirmation.row.place.state or "" for row in rows}))
    shown = f"{len(rows)} confirmed rows: {states}" if rows else "confirmed rows"
    problem = None if rows else "no rate is confirmed, so no price is given. Run: haulage sales-tax import"
    return Service("sales tax", Kind.REAL, shown, problem)


async def _mail(settings: Settings, marketplace: "Marketplace") -> Service:
    """By which way mails go out, and whether it is open."""
    kind = Kind.SIMULATED if settings.smtp is None else Kind.REAL
    server = settings.smtp or settings.outbox_file
    return Service("mail", kind, str(server), await _problem(marketplace.readiness.services.mail().ask))


async def _sms(settings: Settings, marketplace: "Marketplace") -> Service:
    """Who sends text messages; a company is asked with the token that it gave us."""
    sms = marketplace.readiness.services.sms()
    kind = Kind.SIMULATED if sms.simulated else Kind.REAL
    adapter = sms.adapter
    if settings.sms_is_configured:
        adapter = f"Twilio at {settings.twilio_api_base or 'its own address'}"
    return Service("sms", kind, adapter, await _problem(sms.ask))


async def _screening(settings: Settings, marketplace: "Marketplace") -> Service:
    """Who checks applicants; an agency is asked with the key that it gave us."""
    screening = marketplace.readiness.services.screening()
    kind = Kind.SIMULATED if screening.simulated else Kind.REAL
    adapter = screening.adapter
    if settings.checkr_is_configured:
        adapter = f"Checkr at {settings.checkr_api_base or 'its own address'}"
    return Service("screening", kind, adapter, await _problem(screening.ask))


async def _files(settings: Settings, marketplace: "Marketplace") -> Service:
    """Where pictures are kept, and whether they can be."""
    files = marketplace.readiness.services.files()
    kind = Kind.EMBEDDED if settings.files is None else Kind.REAL
    return Service("files", kind, files.adapter, await _problem(files.ask))


async def _virus_scan(marketplace: "Marketplace") -> Service:
    """Who looks for viruses in documents that are sent; nobody where no scanner is set up."""
    scan = marketplace.readiness.services.virus_scan()
    kind = Kind.EMBEDDED if scan.simulated else Kind.REAL
    return Service("virus scan", kind, scan.adapter, await _problem(scan.ask))


async def _sign_ins(settings: Settings, marketplace: "Marketplace") -> list[Service]:
    """Whether those answer with whom people sign in. Ids and secrets are not tried: only a person can."""
    kind = Kind.SIMULATED if settings.simulates_providers else Kind.REAL
    return [
        Service(f"sign-in by {name}", kind, each.adapter, await _problem(each.ask))
        for name, each in marketplace.readiness.services.sign_ins().items()
    ]


async def _jobs(marketplace: "Marketplace") -> Service:
    """Whether money waits for an operator because a job that moves it was given up."""
    jobs = Service("money jobs", Kind.EMBEDDED, marketplace.readiness.services.jobs())
    try:
        dead = await marketplace.jobs.manage.count_dead_money(operating())
    except HaulageError as refusal:
        return attrs.evolve(jobs, problem=operator_words(refusal))
    if not dead:
        return jobs
    were = "job that moves money was" if dead == 1 else "jobs that move money were"
    return attrs.evolve(jobs, problem=f"{dead} {were} given up. Run: haulage jobs list --dead")


async def _problem(ask: Callable[[], Awaitable[Any]]) -> str | None:
    try:
        await ask()
    except NoRoute as refusal:
        return refusal.message
    except Unavailable as refusal:
        return refusal.for_operators or "no, it does not answer"
    except HaulageError as refusal:
        return refusal.message
    return None


async def _database(settings: Settings, marketplace: "Marketplace") -> None:
    from haulage_adapters.assembly.database import database_revisions
    from haulage_cli.runtime import DatabaseNotReady

    await marketplace.readiness.check()
    current, newest = await database_revisions(settings)
    if current != newest:
        raise DatabaseNotReady(settings.shown_database)
