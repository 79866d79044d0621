"""What Twilio sends to our addresses: proved by its own library's validator, then put in our words.

Twilio's signature is over the whole address and every field, and holds no time: a request that was
overheard can be sent again for ever. So what comes twice has to have one effect, which is the business of
those who are told of it.
"""

from typing import Annotated
from urllib.parse import parse_qsl, urlsplit

import msgspec
from msgspec import Meta
from twilio.request_validator import RequestValidator  # type: ignore[import-untyped]  # it has no annotations
from twilio.twiml.messaging_response import MessagingResponse  # type: ignore[import-untyped]  # nor it

from haulage.jobs import MAX_SUBJECT_LENGTH
from haulage.ports.messaging.sms import Delivery, IncomingSms, SmsUpdate, SmsUpdateForged
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import Text, read_value
from haulage_adapters.twilio_sms.fates import fate_of, reason_of
from haulage_adapters.twilio_sms.gateway import MAX_TEXT, SID_LENGTH

MESSAGE = "message"
"""The field of the callback's address that holds our message's id."""

MAX_FIELDS = 100
MAX_NUMBER = 64
MAX_SIGNATURE = 200

Sid = Annotated[str, Meta(pattern=r"^[A-Za-z0-9]+\Z", max_length=SID_LENGTH)]
MessageId = Annotated[Text, Meta(max_length=MAX_SUBJECT_LENGTH)]


class _Status(msgspec.Struct, rename="pascal"):
    message_sid: Sid
    message_status: str
    error_code: str | None = None


class _Incoming(msgspec.Struct, rename="pascal"):
    """With ``OptOutType`` comes a word that Twilio's own opt-out management has answered already."""

    message_sid: Sid
    body: Annotated[Text, Meta(max_length=MAX_TEXT)]
    sender: Annotated[Text, Meta(max_length=MAX_NUMBER)] = msgspec.field(name="From")
    opt_out_type: str = ""


class TwilioEvents:
    """Reads what was signed with the account's token."""

    def __init__(self, token: str) -> None:
        self._validator = RequestValidator(token)

    def status(self, delivery: Delivery) -> SmsUpdate:
        form = self._proved(delivery)
        try:
            status = read_value(form, _Status)
            ours = dict(parse_qsl(urlsplit(delivery.url).query)).get(MESSAGE)
            return SmsUpdate(
                status.message_sid,
                fate_of(status.message_status),
                message_id=read_value(ours, MessageId) if ours else None,
                reason=reason_of(status.error_code),
            )
        except (InvalidResponse, ValueError):
            raise SmsUpdateForged from None

    def incoming(self, delivery: Delivery) -> IncomingSms:
        form = self._proved(delivery)
        try:
            sms = read_value(form, _Incoming)
            return IncomingSms(
                sms.message_sid, sender=sms.sender, text=sms.body, is_answered=bool(sms.opt_out_type)
            )
        except InvalidResponse:
            raise SmsUpdateForged from None

    def answer(self, text: str | None) -> bytes:
        """TwiML; the library writes it, so that nothing in a text becomes markup."""
        response = MessagingResponse()
        if text is not None:
            response.message(text)
        return str(response).encode()

    def _proved(self, delivery: Delivery) -> dict[str, str]:
        """The fields of the form. A field that is there twice is nothing that Twilio sends."""
        signature = delivery.signature or ""
        if not signature or len(signature) > MAX_SIGNATURE:
            raise SmsUpdateForged
        try:
            pairs = parse_qsl(
                delivery.payload.decode("utf-8"),
                keep_blank_values=True,
                strict_parsing=bool(delivery.payload),
                errors="strict",
                max_num_fields=MAX_FIELDS,
            )
        except ValueError:
            raise SmsUpdateForged from None
        form = dict(pairs)
        if len(form) != len(pairs) or not self._validator.validate(delivery.url, form, signature):
            raise SmsUpdateForged
        return form
