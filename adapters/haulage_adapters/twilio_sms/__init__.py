"""Text messages by Twilio."""

from haulage_adapters.twilio_sms.events import TwilioEvents
from haulage_adapters.twilio_sms.gateway import TwilioAccount, TwilioSms

__all__ = ["TwilioAccount", "TwilioEvents", "TwilioSms"]
