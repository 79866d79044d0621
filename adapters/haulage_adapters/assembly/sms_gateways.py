"""Who sends text messages: Twilio where it is configured, and a simulation in this process elsewhere."""

from datetime import timedelta

from haulage.messaging.sms_sending import STANDARD_SMS_PATIENCE, SmsPatience
from haulage.ports.messaging.sms import SmsEvents, SmsGateway
from haulage.ports.runtime.clock import Clock
from haulage_adapters.settings import Settings
from haulage_adapters.settings.readers import is_loopback
from haulage_adapters.simulated.sms import SimulatedSms

STATUS_PATH = "/webhooks/sms/status"
"""Where the provider tells what became of a text; an incoming one goes to its neighbour."""


def gateway(settings: Settings, clock: Clock) -> SmsGateway:
    """The configured provider; never the simulation because one failed."""
    if not settings.sms_is_configured:
        return SimulatedSms(
            clock,
            delivered_share=settings.sms_delivered_share,
            seed=settings.sms_seed,
            seconds=(settings.sms_least_seconds, settings.sms_most_seconds),
        )
    from haulage_adapters.twilio_sms import TwilioAccount, TwilioSms
    from haulage_adapters.twilio_sms.events import MESSAGE

    can_reach_us = settings.sms_is_simulated or not is_loopback(settings.public_url)
    account = TwilioAccount(
        settings.twilio_account_sid or "", settings.twilio_auth_token or "", settings.twilio_sender or ""
    )
    return TwilioSms(
        account,
        callback=(lambda id: f"{settings.public_url}{STATUS_PATH}?{MESSAGE}={id}") if can_reach_us else None,
        api_base=settings.twilio_api_base,
        simulated=settings.sms_is_simulated,
    )


def events(settings: Settings) -> SmsEvents | None:
    """Who reads what the provider sends; None where nobody sends anything."""
    if not settings.sms_is_configured:
        return None
    from haulage_adapters.twilio_sms import TwilioEvents

    return TwilioEvents(settings.twilio_auth_token or "")


def patience(settings: Settings) -> SmsPatience:
    """A simulation tells nothing by itself, so it is asked every second (MSG-12)."""
    return (
        STANDARD_SMS_PATIENCE if settings.sms_is_configured else SmsPatience(ask_first=timedelta(seconds=1))
    )


async def close(gateway: SmsGateway) -> None:
    """Let go of what holds connections."""
    if hasattr(gateway, "aclose"):
        await gateway.aclose()
