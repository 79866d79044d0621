"""Checks that need nothing but the settings."""

import re

from haulage_adapters.settings import is_loopback, is_loopback_host
from haulage_adapters.startup_checks.facts import Facts
from haulage_adapters.startup_checks.finding import Check, Scope, Severity

LEAST_SECRET = 16
"""Ours: characters of HAULAGE_SECRET_KEY below which it can be guessed."""

LEAST_VAULT_KEY = 32
"""Ours: characters of HAULAGE_TAX_VAULT_KEY, since a taxpayer number never changes."""

LEAST_GUESSES = 12
"""Ours, as a power of ten: what zxcvbn says of words and rows of keys is far below it, and of sixteen random
characters above."""

LONGEST_GUESSED = 72
"""What zxcvbn takes."""

TLS_MODES = frozenset({"require", "verify-ca", "verify-full"})
"""Of libpq's ``sslmode``: the others go on without TLS where the server, or somebody between, offers none."""

OWN_SITES = re.compile(r"https://(?:[^*?\[{/.]*\*[^*?\[{/.]*\.)?(?:[^*?\[{/.]+\.)+[^*?\[{/.]+(?:/.*)?")
"""Where sign-ins may lead: a host by its whole name, or by a name whose first label alone is open."""


def _secret(facts: Facts) -> str | None:
    secret = facts.settings.secret_key
    if not secret:
        return "HAULAGE_SECRET_KEY is not set: signing keys and second factors lie open in the database."
    if len(secret) < LEAST_SECRET:
        return f"HAULAGE_SECRET_KEY has fewer than {LEAST_SECRET} characters and can be guessed."
    return None


def _guessable_secrets(facts: Facts) -> str | None:
    """Of long ones: a short one is refused."""
    secrets = {
        "HAULAGE_SECRET_KEY": facts.settings.secret_key,
        "HAULAGE_TAX_VAULT_KEY": facts.settings.tax_vault_key,
    }
    weak = [name for name, secret in secrets.items() if secret and _can_be_guessed(secret)]
    return f"{' and '.join(weak)} can be guessed: it is no row of random characters." if weak else None


def _can_be_guessed(secret: str) -> bool:
    from zxcvbn import zxcvbn  # type: ignore[import-untyped]  # it has no stubs, and reads lists of words

    return bool(zxcvbn(secret[:LONGEST_GUESSED])["guesses_log10"] < LEAST_GUESSES)


def _database_tls(facts: Facts) -> str | None:
    """A socket and this machine's own addresses cross no network."""
    from sqlalchemy.engine import make_url  # commands that read no database load without it

    address = make_url(facts.settings.database_url)
    hosts = address.query.get("host") or address.host or ""
    host = hosts if isinstance(hosts, str) else hosts[0]
    is_here = not host or host.startswith("/") or is_loopback_host(host)
    if not address.drivername.startswith("postgresql") or is_here:
        return None
    if address.query.get("sslmode") in TLS_MODES:
        return None
    return f"HAULAGE_DATABASE leads to {host}, and its sslmode allows a connection without TLS."


def _unknown_setting(facts: Facts) -> str | None:
    if not facts.unknown_settings:
        return None
    names = (
        f"{name} (perhaps {nearest})" if nearest else name for name, nearest in facts.unknown_settings.items()
    )
    return f"No such setting: {', '.join(names)}. What is set by it has no effect."


def _https(facts: Facts) -> str | None:
    address = facts.settings.public_url
    if address.startswith("https://"):
        return None
    return f"HAULAGE_PUBLIC_URL is {address}: passwords and tokens would cross the network unencrypted."


def _mail_server(facts: Facts) -> str | None:
    if facts.settings.smtp is not None:
        return None
    return "HAULAGE_SMTP_URL is not set: mails are written to a file, so nobody can confirm an address."


def _autoconfirm(facts: Facts) -> str | None:
    if not facts.settings.autoconfirm:
        return None
    return (
        "HAULAGE_AUTOCONFIRM is on: anybody can sign up with an e-mail address that is not theirs, and learn "
        "which addresses have an account."
    )


def _simulated_sign_in(facts: Facts) -> str | None:
    if not facts.settings.simulates_providers:
        return None
    return "Sign-in by Google and Facebook is simulated: anybody can sign in as anybody."


def _redirects(facts: Facts) -> str | None:
    unsafe = [
        pattern
        for pattern in facts.settings.allowed_redirects
        if not OWN_SITES.fullmatch(pattern) or is_loopback(pattern)
    ]
    if not unsafe:
        return None
    return f"HAULAGE_REDIRECT_ALLOW lets sign-ins lead to {', '.join(unsafe)}."


def _virus_scan(facts: Facts) -> str | None:
    if facts.settings.clamav is not None:
        return None
    return "HAULAGE_CLAMAV is not set: documents that drivers send are not scanned for viruses."


def _proxies(facts: Facts) -> str | None:
    settings = facts.settings
    if settings.trusted_proxies or not settings.public_url.startswith("https://"):
        return None
    return (
        "HAULAGE_PUBLIC_URL begins with https://, which a reverse proxy provides, but "
        "HAULAGE_TRUSTED_PROXIES is 0: all callers count as one network address and share its rate limits."
    )


def _demonstration(facts: Facts) -> str | None:
    if not facts.settings.demo:
        return None
    return "The demonstration is on: its passwords are public, and nothing in it is real."


def _demonstration_in_public(facts: Facts) -> str | None:
    if not (facts.settings.demo and facts.public):
        return None
    return (
        "The demonstration can be reached from other machines: its passwords, those of administrators too, "
        "are public, and anybody can sign in as anybody. Keep nothing of value in it."
    )


def _simulated_services(facts: Facts) -> str | None:
    simulated = facts.settings.simulated_services
    if not simulated:
        return None
    return f"Simulated services are in use: {', '.join(simulated)}."


def _audit_heads(facts: Facts) -> str | None:
    if facts.settings.audit_heads is not None:
        return None
    return "Entries cut off the end of the audit trail would not be noticed: its head is kept nowhere else."


def _test_keys(facts: Facts) -> str | None:
    key = facts.settings.stripe_secret_key
    if not key or "_test_" not in key:
        return None
    return "HAULAGE_STRIPE_SECRET_KEY is a test key: no money moves."


def _rehearsed_screening(facts: Facts) -> str | None:
    """Such checks end, and clear applicants whom nobody has looked at; without any agency none ever ends."""
    settings = facts.settings
    rehearses = settings.screening_is_simulated or settings.checkr_key.startswith("test_")
    spends_nothing = "_test_" in (settings.stripe_secret_key or "")
    in_earnest = facts.as_production or settings.stripe_is_real
    if not (settings.checkr_is_configured and rehearses and in_earnest) or spends_nothing:
        return None
    where = "a server on this machine" if settings.screening_is_simulated else "Checkr with a test key"
    return f"Background checks are asked of {where}, beside real money: nobody is checked before driving."


def _connect_secret(facts: Facts) -> str | None:
    settings = facts.settings
    if not settings.stripe_is_real or settings.stripe_connect_webhook_secret:
        return None
    return (
        "HAULAGE_STRIPE_CONNECT_WEBHOOK_SECRET is not set: that a driver has set up their account is noticed "
        "up to an hour later."
    )


def _tax_vault(facts: Facts) -> str | None:
    settings = facts.settings
    if not settings.stripe_is_real:
        return None
    key = settings.tax_vault_key
    if not key:
        return (
            "HAULAGE_TAX_VAULT_KEY is not set: no driver can give a taxpayer number, and 24% of every payout "
            "is withheld."
        )
    if len(key) < LEAST_VAULT_KEY:
        return f"HAULAGE_TAX_VAULT_KEY has fewer than {LEAST_VAULT_KEY} characters and can be guessed."
    if key == settings.secret_key:
        return "HAULAGE_TAX_VAULT_KEY is HAULAGE_SECRET_KEY: whoever has one opens taxpayer numbers too."
    return None


CHECKS = (
    Check(
        "secret_key",
        "HAULAGE_SECRET_KEY is missing, or has fewer than 16 characters",
        Severity.REFUSE,
        Scope.PUBLIC,
        _secret,
        f"Set HAULAGE_SECRET_KEY to at least {LEAST_SECRET} random characters and keep it outside the data "
        "folder. Keys that lie open are sealed at the next start.",
    ),
    Check(
        "guessable_secret",
        "HAULAGE_SECRET_KEY or HAULAGE_TAX_VAULT_KEY is a word, or a row of keys, and no random characters",
        Severity.WARN,
        Scope.PUBLIC,
        _guessable_secrets,
        "Set it to random characters, as `openssl rand -base64 32` prints them (OPERATIONS.md, Secrets, says "
        "how a secret is changed).",
    ),
    Check(
        "tax_vault_key",
        "HAULAGE_TAX_VAULT_KEY is missing, too short or HAULAGE_SECRET_KEY, with Stripe",
        Severity.REFUSE,
        Scope.PUBLIC,
        _tax_vault,
        f"Set HAULAGE_TAX_VAULT_KEY to at least {LEAST_VAULT_KEY} random characters of its own and keep it "
        "outside the data folder.",
    ),
    Check(
        "unknown_setting",
        "a variable begins with HAULAGE_ and is no setting; in every mode",
        Severity.WARN,
        Scope.ALWAYS,
        _unknown_setting,
        "Correct the name, or remove the variable: `haulage settings` lists them all.",
    ),
    Check(
        "public_https",
        "HAULAGE_PUBLIC_URL does not begin with https://",
        Severity.REFUSE,
        Scope.PUBLIC,
        _https,
        "Put a reverse proxy with a certificate before the server and set HAULAGE_PUBLIC_URL to its "
        "https:// address.",
    ),
    Check(
        "mail_server",
        "HAULAGE_SMTP_URL is missing",
        Severity.REFUSE,
        Scope.PUBLIC,
        _mail_server,
        "Set HAULAGE_SMTP_URL and HAULAGE_MAIL_FROM.",
    ),
    Check(
        "autoconfirm",
        "HAULAGE_AUTOCONFIRM is on",
        Severity.REFUSE,
        Scope.PUBLIC,
        _autoconfirm,
        "Remove HAULAGE_AUTOCONFIRM.",
    ),
    Check(
        "simulated_sign_in",
        "sign-in by Google and Facebook is simulated",
        Severity.REFUSE,
        Scope.PUBLIC,
        _simulated_sign_in,
        "Remove HAULAGE_SIMULATED_SIGN_IN.",
    ),
    Check(
        "redirects",
        "HAULAGE_REDIRECT_ALLOW has an address that is not https, is here, or leaves its host open",
        Severity.REFUSE,
        Scope.PUBLIC,
        _redirects,
        "List only https:// addresses of your own sites in HAULAGE_REDIRECT_ALLOW, or remove it.",
    ),
    Check(
        "database_tls",
        "HAULAGE_DATABASE is on another machine, and its sslmode is not require, verify-ca or verify-full",
        Severity.WARN,
        Scope.PUBLIC,
        _database_tls,
        "Add ?sslmode=verify-full to HAULAGE_DATABASE, or keep the network between them private.",
    ),
    Check(
        "virus_scan",
        "HAULAGE_CLAMAV is missing",
        Severity.WARN,
        Scope.PRODUCTION,
        _virus_scan,
        "Run ClamAV's daemon and set HAULAGE_CLAMAV to its address.",
    ),
    Check(
        "trusted_proxies",
        "the public address is https and HAULAGE_TRUSTED_PROXIES is 0",
        Severity.WARN,
        Scope.PUBLIC,
        _proxies,
        "Set HAULAGE_TRUSTED_PROXIES to the number of reverse proxies before the server.",
    ),
    Check(
        "demonstration",
        "the demonstration is on",
        Severity.REFUSE,
        Scope.PRODUCTION,
        _demonstration,
        "Start without --demo and HAULAGE_DEMO, with a data folder or database of its own.",
    ),
    Check(
        "demonstration_in_public",
        "the demonstration is on and other machines reach it; in every mode",
        Severity.WARN,
        Scope.ALWAYS,
        _demonstration_in_public,
        "Listen at 127.0.0.1, or start without --demo.",
    ),
    Check(
        "simulated_services",
        "an outside service is simulated",
        Severity.WARN,
        Scope.PRODUCTION,
        _simulated_services,
        "Configure the companies that do this for real (OPERATIONS.md, Real providers), or tell your users.",
    ),
    Check(
        "audit_heads",
        "HAULAGE_AUDIT_HEADS is missing",
        Severity.WARN,
        Scope.PRODUCTION,
        _audit_heads,
        "Set HAULAGE_AUDIT_HEADS to a place that administrators of this machine cannot change.",
    ),
    Check(
        "stripe_test_keys",
        "the Stripe account is asked with a test key",
        Severity.WARN,
        Scope.PRODUCTION,
        _test_keys,
        "Set the live keys of the Stripe account.",
    ),
    Check(
        "rehearsed_screening",
        "real money is taken and Checkr is asked with a test key, or is a server on this machine",
        Severity.REFUSE,
        Scope.PRODUCTION,
        _rehearsed_screening,
        "Set HAULAGE_CHECKR_API_KEY to the live key and remove HAULAGE_CHECKR_API_BASE, or remove both.",
    ),
    Check(
        "stripe_connect_webhook",
        "HAULAGE_STRIPE_CONNECT_WEBHOOK_SECRET is missing with Stripe",
        Severity.WARN,
        Scope.PRODUCTION,
        _connect_secret,
        "Add an endpoint for events of connected accounts at Stripe, with the public address and "
        "/webhooks/stripe, and set HAULAGE_STRIPE_CONNECT_WEBHOOK_SECRET to its signing secret.",
    ),
)
