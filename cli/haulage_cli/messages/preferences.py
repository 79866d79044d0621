"""``haulage messages preferences``: how somebody wants to be reached."""

from typing import TYPE_CHECKING

import click

from haulage.kernel.errors import InvalidInput
from haulage.kernel.policy import Action
from haulage.messaging.preferences import AutoMessages, QuietHours, language, quiet_hours, time_zone
from haulage_cli.options import WORDS, acting, examples, with_json, with_settings
from haulage_cli.output import write_facts, write_json
from haulage_cli.permissions import does

if TYPE_CHECKING:
    from haulage.use_cases.marketplace import Marketplace
    from haulage.use_cases.messaging import OwnPreferences, PreferenceChange
    from haulage_adapters.settings import Settings

ON, OFF = "on", "off"
AUTO = tuple(AutoMessages.__annotations__)


@click.group(
    epilog=examples(
        "haulage messages preferences show --as customer@haulage.example",
        "haulage messages preferences set --quiet 22:00-08:00 --as customer@haulage.example",
    )
)
def preferences() -> None:
    """How somebody wants to be reached: by SMS, by telephone, and when not."""


@preferences.command(
    epilog=examples("haulage messages preferences show --as customer@haulage.example --json")
)
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_MESSAGES, reads=True)
def show(settings: "Settings", email: str, as_json: bool) -> None:
    """An account's preferences, or the defaults of one that never set any."""
    from haulage_cli.runtime import actor_of, on_marketplace

    async def work(marketplace: "Marketplace") -> "OwnPreferences":
        return await marketplace.messaging.preferences.see(await actor_of(marketplace, email))

    _show(on_marketplace(settings, work), as_json=as_json)


@preferences.command(
    "set",
    epilog=examples(
        "haulage messages preferences set --quiet 22:00-08:00 --timezone America/Chicago "
        "--as customer@haulage.example",
        "haulage messages preferences set --auto delays=off --no-calls --as customer@haulage.example",
        "haulage messages preferences set --withdraw-consent --as customer@haulage.example",
    ),
)
@click.option("--sms/--no-sms", "sms", default=None, help="Whether text messages may go out.")
@click.option("--calls/--no-calls", "calls", default=None, help="Whether the other party may call.")
@click.option("--quiet", type=WORDS, metavar="HH:MM-HH:MM|off", help="Hours without text messages.")
@click.option("--timezone", type=WORDS, metavar="ZONE", help="By whose clock, such as America/Chicago.")
@click.option("--language", "tongue", type=WORDS, metavar="TAG", help="Such as en or es-US.")
@click.option(
    "--auto",
    type=WORDS,
    multiple=True,
    metavar="NAME=on|off",
    help=f"An automatic message: {', '.join(AUTO)}.",
)
@click.option(
    "--withdraw-consent", is_flag=True, help="Take back the consent to text messages, as told by any means."
)
@acting
@with_settings
@with_json
@does(Action.MANAGE_OWN_MESSAGES)
def set_preferences(
    settings: "Settings",
    sms: bool | None,
    calls: bool | None,
    quiet: str | None,
    timezone: str | None,
    tongue: str | None,
    auto: tuple[str, ...],
    withdraw_consent: bool,
    email: str,
    as_json: bool,
) -> None:
    """Change what is named and leave the rest. Consent is given by its owner alone, never here."""
    from haulage.use_cases.messaging import PreferenceChange
    from haulage_cli.runtime import actor_of, on_marketplace

    change = PreferenceChange(
        sms_enabled=sms,
        calls_enabled=calls,
        language=None if tongue is None else language(tongue),
        timezone=None if timezone is None else time_zone(timezone),
        sms_consent=False if withdraw_consent else None,
    )

    async def work(marketplace: "Marketplace") -> "OwnPreferences":
        actor, preferences = await actor_of(marketplace, email), marketplace.messaging.preferences
        return await preferences.change(actor, _with_rest(change, await preferences.see(actor), quiet, auto))

    _show(on_marketplace(settings, work), as_json=as_json)


def _with_rest(
    change: "PreferenceChange", stored: "OwnPreferences", quiet: str | None, auto: tuple[str, ...]
) -> "PreferenceChange":
    """Hours and automatic messages are changed in part: the other part is as it was."""
    import attrs

    if quiet is not None:
        change = attrs.evolve(change, quiet_hours=_hours(quiet, stored.preferences.quiet_hours))
    if auto:
        switched = attrs.evolve(stored.preferences.auto_messages, **dict(_switch(each) for each in auto))
        change = attrs.evolve(change, auto_messages=switched)
    return change


def _hours(given: str, stored: QuietHours) -> QuietHours:
    import attrs

    if given == OFF:
        return attrs.evolve(stored, enabled=False)
    start, _, end = given.partition("-")
    return quiet_hours(enabled=True, start=start, end=end)


def _switch(given: str) -> tuple[str, bool]:
    name, _, switch = given.partition("=")
    if name not in AUTO or switch not in (ON, OFF):
        raise InvalidInput("auto", f"must be NAME=on or NAME=off, with a name of {', '.join(AUTO)}")
    return name, switch == ON


def _show(own: "OwnPreferences", *, as_json: bool) -> None:
    if as_json:
        from haulage_adapters.wire.message_preferences import PreferencesOut

        write_json(PreferencesOut.of(own))
        return
    preferences = own.preferences
    hours, consent = preferences.quiet_hours, preferences.consent
    given = f"{consent.text_version} at {consent.at}" if own.consents and consent else "no"
    wanted = [name.replace("_", " ") for name in AUTO if getattr(preferences.auto_messages, name)]
    write_facts(
        [
            ("SMS", ON if preferences.sms_enabled else OFF),
            ("Consent to SMS", given),
            ("Calls", ON if preferences.calls_enabled else OFF),
            ("Automatic messages", ", ".join(wanted) or "none"),
            ("Quiet hours", f"{hours.start:%H:%M} to {hours.end:%H:%M}" if hours.enabled else OFF),
            ("Time zone", preferences.timezone),
            ("Language", preferences.language),
        ]
    )
