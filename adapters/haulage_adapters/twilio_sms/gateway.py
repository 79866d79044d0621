"""Twilio's Messages API over our own line (twilio.com/docs/messaging/api/message-resource).

The official client is not used for sending: it asks as often and for as long as its HTTP client likes,
and what we must know of every failure, whether the text can have been taken, it does not tell. Twilio has
no key by which asking twice sends once; what it has taken is found in its list of messages instead.
"""

import logging
import re
from collections.abc import Callable, Sequence
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Annotated, Any
from urllib.parse import urlencode

import attrs
import msgspec
from msgspec import Meta

from haulage.kernel.errors import Unavailable
from haulage.messaging.sms_sending import SmsFate
from haulage.ports.messaging.sms import Sms, SmsRefused, SmsUnclear, SmsUpdate, TakenSms
from haulage_adapters.http_client.client import Answer, Limits, ServiceClient
from haulage_adapters.http_client.failures import InvalidResponse, OutsideFailure
from haulage_adapters.http_client.reading import JsonObject, Read, Text, read_json, read_value
from haulage_adapters.twilio_sms.fates import fate_of, reason_of

log = logging.getLogger(__name__)

SERVICE = "sms"
API = "https://api.twilio.com"
VERSION = "2010-04-01"
LISTED = 200
MAX_TEXT = 1_600
SID_LENGTH = 34

PATIENCE = Limits(budget_seconds=10.0, attempt_seconds=8.0, attempts=2, max_bytes=2_000_000, at_once=8)
"""Ours: jobs send, and nobody waits for them."""

Word = Annotated[Text, Meta(max_length=40)]
MESSAGE_SID = r"^(SM|MM)[A-Za-z0-9]*\Z"
Sid = Annotated[str, Meta(pattern=MESSAGE_SID, max_length=SID_LENGTH)]
"""What we store and put into addresses: nothing but letters and digits."""


class _Resource(msgspec.Struct):
    sid: Sid


class _Message(_Resource):
    status: Any = None
    error_code: Any = None


class _Outgoing(_Resource):
    date_created: Annotated[Text, Meta(max_length=64)]
    body: Text


class _Listed(msgspec.Struct):
    direction: Word


class _List(msgspec.Struct):
    messages: Annotated[list[JsonObject], Meta(max_length=LISTED)]


class _Account(msgspec.Struct):
    status: Word


class _Refusal(msgspec.Struct):
    code: Annotated[int, Meta(ge=0, le=99_999)]


@attrs.frozen
class TwilioAccount:
    """An account, and the number or the messaging service (``MG…``) that its texts come from."""

    sid: str
    token: str = attrs.field(repr=False)
    sender: str = attrs.field(repr=False)


class _NotTaken(Exception):
    """The provider's answer says that the text was not accepted."""

    def __init__(self, status: int, code: int | None) -> None:
        super().__init__(f"status {status}, code {code}")
        self.status = status
        self.code = code


class TwilioSms:
    """One account at Twilio, or at a server that speaks like it at *api_base*.

    *callback* makes of our message's id the address that news of it are sent to; None where Twilio could
    not reach us, which then has to be asked.
    """

    def __init__(
        self,
        account: TwilioAccount,
        *,
        callback: Callable[[str], str] | None = None,
        api_base: str | None = None,
        simulated: bool = False,
        limits: Limits = PATIENCE,
    ) -> None:
        self._account = account
        self._callback = callback
        self.simulated = simulated
        scheme, _, host = (api_base or API).partition("://")
        self.line = ServiceClient(f"{scheme}://{account.sid}:{account.token}@{host}", limits=limits)
        self._path = f"/{VERSION}/Accounts/{account.sid}"

    async def aclose(self) -> None:
        await self.line.aclose()

    async def send(self, sms: Sms) -> str:
        try:
            return await self.line.ask(
                "POST",
                f"{self._path}/Messages.json",
                _reference,
                content=urlencode(self._form(sms)),
                headers={"Content-Type": "application/x-www-form-urlencoded"},
                repeatable=False,
            )
        except _NotTaken as answer:
            raise self._refusal(answer) from None
        except OutsideFailure as failure:
            log.warning("the SMS provider gave no usable answer: %s", failure)
            if failure.untouched:
                raise Unavailable(SERVICE) from failure
            raise SmsUnclear(str(failure)) from failure

    async def taken_since(self, to: str, since: datetime) -> Sequence[TakenSms]:
        found = await self._see(
            f"{self._path}/Messages.json", _listed, params={"To": to, "PageSize": str(LISTED)}
        )
        recent = [taken for at, taken in found if at >= since.replace(microsecond=0)]
        if len(recent) == LISTED:
            raise Unavailable(SERVICE)  # there may be more, and half an answer is none
        return recent

    async def fate(self, reference: str, *, sent_at: datetime) -> SmsUpdate:
        if not re.match(MESSAGE_SID, reference):
            return SmsUpdate(reference, SmsFate.UNDER_WAY)  # another provider had it
        return await self._see(f"{self._path}/Messages/{reference}.json", _update)

    async def check(self) -> None:
        status = await self._see(f"{self._path}.json", _account_status)
        if status != "active":
            raise Unavailable(SERVICE, "Twilio says that the account is not active.")

    def _form(self, sms: Sms) -> dict[str, str]:
        by = "MessagingServiceSid" if self._account.sender.startswith("MG") else "From"
        form = {"To": sms.to, by: self._account.sender, "Body": sms.text}
        if self._callback is not None:
            form["StatusCallback"] = self._callback(sms.id)
        return form

    def _refusal(self, answer: _NotTaken) -> SmsRefused | Unavailable:
        """A 400 is about this text; anything else, such as a wrong key, is about us and may be mended."""
        if answer.status == 400:
            return SmsRefused(f"Twilio error {answer.code}")
        log.warning("the SMS provider refused us: %s", answer)
        return Unavailable(SERVICE)

    async def _see(
        self, path: str, read: Callable[[Answer], Read], *, params: dict[str, str] | None = None
    ) -> Read:
        """Ask what can be asked any number of times."""
        try:
            return await self.line.ask("GET", path, read, params=params)
        except (OutsideFailure, _NotTaken) as failure:
            log.warning("the SMS provider gave no usable answer: %s", failure)
            raise Unavailable(SERVICE) from failure


def _answered(answer: Answer, type: type[Read]) -> Read:
    """What is in an answer that says yes; ``_NotTaken`` for one that says no."""
    if answer.status in {200, 201}:
        return read_json(answer.body, type)
    code: int | None = None
    try:
        code = read_json(answer.body, _Refusal).code
    except InvalidResponse:
        if answer.status == 400:
            raise  # it is not Twilio that speaks there
    raise _NotTaken(answer.status, code)


def _reference(answer: Answer) -> str:
    return _answered(answer, _Resource).sid


def _update(answer: Answer) -> SmsUpdate:
    message = _answered(answer, _Message)
    return SmsUpdate(message.sid, fate_of(message.status), reason=reason_of(message.error_code))


def _listed(answer: Answer) -> list[tuple[datetime, TakenSms]]:
    """Outgoing texts only, with the second in which they were taken."""
    found = [
        read_value(each, _Outgoing)
        for each in _answered(answer, _List).messages
        if read_value(each, _Listed).direction.startswith("outbound")
    ]
    return [(_instant(each.date_created), TakenSms(each.sid, each.body)) for each in found]


def _instant(text: str) -> datetime:
    """RFC 2822, as ``Fri, 24 May 2019 17:44:46 +0000``."""
    try:
        at = parsedate_to_datetime(text)
        if at.utcoffset() is None:
            raise ValueError
    except (ValueError, TypeError, OverflowError):
        raise InvalidResponse("date_created is not a time") from None
    return at


def _account_status(answer: Answer) -> str:
    return _answered(answer, _Account).status
