"""What Twilio sends to our addresses: proved by its own library's validator, then put in our words.

Twilio's signature is over the whole address and every field, and holds no time: a request that was
overheard can be sent again for ever. So what comes twice has to have one effect, which is the business of
those who are told of it.
"""

from urllib.parse import parse_qsl, urlsplit

from twilio.request_validator import RequestValidator  # type: ignore[import-untyped]  # it has no annotations
from twilio.twiml.messaging_response import MessagingResponse  # type: ignore[import-untyped]  # nor it

from haulage.jobs import MAX_SUBJECT_LENGTH
from haulage.ports.messaging.sms import Delivery, IncomingSms, SmsUpdate, SmsUpdateForged
from haulage_adapters.http_client.failures import InvalidResponse
from haulage_adapters.http_client.reading import as_text
from haulage_adapters.twilio_sms.fates import fate_of, reason_of
from haulage_adapters.twilio_sms.gateway import MAX_TEXT, SID_LENGTH

MESSAGE = "message"
"""The field of the callback's address that holds our message's id."""

MAX_FIELDS = 100
MAX_NUMBER = 64
MAX_SIGNATURE = 200
BY_ITSELF = "OptOutType"
"""With it comes a word that Twilio's own opt-out management has answered already."""


class TwilioEvents:
    """Reads what was signed with the account's token."""

    def __init__(self, token: str) -> None:
        self._validator = RequestValidator(token)

    def status(self, delivery: Delivery) -> SmsUpdate:
        form = self._proved(delivery)
        try:
            ours = dict(parse_qsl(urlsplit(delivery.url).query)).get(MESSAGE)
            return SmsUpdate(
                _sid(form.get("MessageSid")),
                fate_of(form.get("MessageStatus")),
                message_id=as_text(ours, MESSAGE, most=MAX_SUBJECT_LENGTH) if ours else None,
                reason=reason_of(form.get("ErrorCode")),
            )
        except (InvalidResponse, ValueError):
            raise SmsUpdateForged from None

    def incoming(self, delivery: Delivery) -> IncomingSms:
        form = self._proved(delivery)
        try:
            return IncomingSms(
                _sid(form.get("MessageSid")),
                sender=as_text(form.get("From"), "From", most=MAX_NUMBER),
                text=as_text(form.get("Body"), "Body", most=MAX_TEXT),
                is_answered=bool(form.get(BY_ITSELF)),
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


def _sid(value: object) -> str:
    sid = as_text(value, "MessageSid", most=SID_LENGTH)
    if not sid or not (sid.isascii() and sid.isalnum()):
        raise InvalidResponse("MessageSid is not an id")
    return sid
