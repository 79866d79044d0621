"""Mails say what they must in both parts, and nothing that they are told can become markup or a link."""

import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest

from haulage.kernel.errors import InvalidInput
from haulage.ports.messaging.email import NEEDED, Email, EmailKind
from haulage_adapters.email_templates import MjmlTemplates

HOME = "https://haulage.example"
LINK = f"{HOME}/auth/v1/verify?token=abc_123-x&type=recovery&redirect_to=https%3A%2F%2Fhaulage.example"
GIVEN = {"link": LINK, "code": "042137", "old_email": "old@example.com", "new_email": "new@example.com"} | {
    "provider": "Google",
    "day": "May 1, 2027",
    "consequence": "You are offline until a new one is approved.",
    "number": "MN202611210007",
    "amount": "$27.06",
    "paid": "November 21, 2026",
    "what": "Your order could not be delivered.",
    "money": "You pay nothing.",
    "pickup": "Sat, Nov 28, 2:00 PM to 4:00 PM ET",
    "price": "The price stays $43.30.",
    "method": "debit card",
    "credential": "USDOT number",
    "ends_on": "July 4, 2027",
    "quarter": "4",
    "year": "2026",
    "due": "January 15",
    "hold": "Instant payouts are on hold until July 4.",
    "left": "9",
    "days": "5",
    "count": "3",
    "reason": "Cards that were not yours.",
    "rate_link": f"{HOME}/rate/ord_1",
    "receipt_link": f"{HOME}/dashboard?tab=payments&search=10001",
}


def written(kind: EmailKind, **changes: str) -> Email:
    data = {name: GIVEN[name] for name in NEEDED[kind]} | changes
    return MjmlTemplates(HOME).render(kind, to="ann@example.com", data=data)


class Page(HTMLParser):
    """The elements, the addresses and the visible text of a document."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []
        self.sources: list[str] = []
        self.handlers: list[str] = []
        self.seen: list[str] = []
        self._hidden = 0
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        self._hidden += tag in {"style", "title", "script"}
        for name, value in attrs:
            self.handlers += [name] if name.startswith("on") else []
            self.links += [value] if name == "href" else []
            self.sources += [value] if name in {"src", "background"} else []

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"style", "title", "script"}

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.seen.append(data)

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.seen).split())


@pytest.mark.parametrize("kind", EmailKind)
def test_every_mail_has_a_subject_and_says_the_same_in_both_parts(kind: EmailKind) -> None:
    mail = written(kind, name="Ann O'Neil")
    assert 5 < len(mail.subject) < 60
    shown = Page(mail.html).words
    for line in mail.text.splitlines():
        said = line.removesuffix(":") if line.endswith(":") else line.partition(": ")[2] or line
        if line and line != "-- ":
            assert said.strip() in shown, line
    assert "Hi Ann O'Neil," in shown


@pytest.mark.parametrize("stray", ["\ufffe", "\uffff", "\x0b", "\x1b[31m", "\ud800"])
def test_a_character_that_no_document_can_hold_is_left_out(stray: str) -> None:
    mail = written(EmailKind.DRIVER_REVOKED, reason=f"Late{stray} twice", name=f"Ann{stray}")
    for part in (mail.text, mail.html):
        assert "Late" in part
        assert not {"\ufffe", "\uffff", "\x0b", "\x1b", "\ud800"}.intersection(part)


@pytest.mark.parametrize("kind", [kind for kind in EmailKind if "link" in NEEDED[kind]])
def test_a_link_is_there_to_click_and_to_copy(kind: EmailKind) -> None:
    mail = written(kind)
    assert LINK in mail.text.splitlines()
    assert Page(mail.html).links.count(LINK) == 2
    assert LINK in Page(mail.html).words


@pytest.mark.parametrize("kind", [kind for kind in EmailKind if "code" in NEEDED[kind]])
def test_a_code_is_there_to_type(kind: EmailKind) -> None:
    mail = written(kind)
    assert "042137" in mail.text
    assert "042137" in Page(mail.html).words


@pytest.mark.parametrize("kind", [EmailKind.CONFIRM_SIGNUP, EmailKind.RECOVERY, EmailKind.EMAIL_CHANGE])
def test_a_code_may_stand_beside_a_link(kind: EmailKind) -> None:
    assert "042137" in written(kind, code="042137").text


ABOUT_ORDERS = {
    EmailKind.RECEIPT,
    EmailKind.ON_THE_WAY,
    EmailKind.DELIVERED,
    EmailKind.ORDER_CANCELED,
    EmailKind.JOB_CANCELED,
    EmailKind.DELIVERY_FAILED,
    EmailKind.ITEMS_RETURNED,
    EmailKind.CLAIM_OPENED,
    EmailKind.CLAIM_SIDE_REQUESTED,
    EmailKind.CLAIM_INFORMATION_REQUESTED,
    EmailKind.CLAIM_WITHDRAWN,
    EmailKind.CLAIM_DECIDED,
    EmailKind.DRIVER_CHANGED,
    EmailKind.DRIVER_LOST,
    EmailKind.ORDER_GIVEN,
    EmailKind.ORDER_TAKEN_AWAY,
    EmailKind.PICKUP_MOVED,
    EmailKind.JOB_MOVED,
}
BY_OPERATORS = {
    EmailKind.SESSIONS_ENDED,
    EmailKind.ACCOUNT_SUSPENDED,
    EmailKind.ACCOUNT_REINSTATED,
    EmailKind.APPLICATION_SUBMITTED,
    EmailKind.APPLICATION_RETURNED,
    EmailKind.APPLICATION_REJECTED,
    EmailKind.SCREENING_OFFER,
    EmailKind.SCREENING_NOTICE,
    EmailKind.SCREENING_DISPUTE_ANSWERED,
    EmailKind.SCREENING_DECISION,
    EmailKind.TRAINING_COMPLETED,
    EmailKind.DRIVER_APPROVED,
    EmailKind.DOCUMENT_REJECTED,
    EmailKind.DOCUMENTS_APPROVED,
    EmailKind.DOCUMENT_EXPIRING,
    EmailKind.DOCUMENT_EXPIRED,
    EmailKind.CREDENTIAL_VERIFIED,
    EmailKind.CREDENTIAL_REJECTED,
    EmailKind.CREDENTIAL_ENDING,
    EmailKind.DRIVER_SUSPENDED,
    EmailKind.DRIVER_REACTIVATED,
    EmailKind.DRIVER_REVOKED,
}
ABOUT_PAYOUTS = {EmailKind.PAYOUT_PAID, EmailKind.PAYOUT_FAILED, EmailKind.TAX_PAYMENT_DUE}
TO_OPERATORS = {
    EmailKind.PAYMENT_DIFFERENCES,
    EmailKind.SCREENINGS_TO_DECIDE,
    EmailKind.ORDERS_AT_RISK,
}
ELSE = ABOUT_ORDERS | ABOUT_PAYOUTS | BY_OPERATORS | TO_OPERATORS
ABOUT_SIGNING_IN = [kind for kind in EmailKind if kind not in ELSE]
"""What tells of an order, of a payout, of what an operator did, or what one should do, lets nobody in."""


@pytest.mark.parametrize("kind", [kind for kind in ABOUT_SIGNING_IN if NEEDED[kind] & {"link", "code"}])
def test_what_lets_somebody_in_says_that_it_expires_in_an_hour(kind: EmailKind) -> None:
    assert re.search(r"expires? in one hour", written(kind).text)


@pytest.mark.parametrize("kind", ABOUT_SIGNING_IN)
def test_every_mail_says_what_to_do_when_it_was_not_you(kind: EmailKind) -> None:
    assert re.search(r"If (you did not|this was not you|not, reset)", written(kind).text)


@pytest.mark.parametrize("kind", EmailKind)
def test_a_mail_fetches_nothing_and_runs_nothing(kind: EmailKind) -> None:
    page = Page(written(kind).html)
    assert page.sources == []
    assert page.handlers == []
    assert not page.tags & {"script", "img", "link", "iframe", "object", "form"}
    assert "@import" not in written(kind).html
    assert {link.partition("?")[0] for link in page.links} <= {
        HOME,
        LINK.partition("?")[0],
        f"{HOME}/forgot-password",
        f"{HOME}/rate/ord_1",
        f"{HOME}/dashboard",
    }


def test_a_delivery_leads_to_its_rating_and_its_receipt_in_both_parts() -> None:
    mail = written(EmailKind.DELIVERED)
    for name in ("rate_link", "receipt_link"):
        assert GIVEN[name] in mail.text.splitlines()
        assert GIVEN[name] in Page(mail.html).links


@pytest.mark.parametrize(
    "kind", [kind for kind in EmailKind if kind.value.endswith(("added", "removed", "linked", "d_changed"))]
)
def test_whoever_did_not_do_it_can_reset_their_password_from_the_notice(kind: EmailKind) -> None:
    assert f"{HOME}/forgot-password" in written(kind).text


@pytest.mark.parametrize("kind", [EmailKind.IDENTITY_LINKED, EmailKind.IDENTITY_UNLINKED])
def test_a_way_to_sign_in_is_named(kind: EmailKind) -> None:
    assert written(kind).text.count("Google") == 1
    assert "Google" in written(kind).html


def test_both_addresses_are_named_when_one_replaces_the_other() -> None:
    for kind in (EmailKind.EMAIL_CHANGED, EmailKind.EMAIL_CHANGE_CURRENT):
        text = written(kind).text
        assert "old@example.com" in text
        assert "new@example.com" in text


@pytest.mark.parametrize(
    "name",
    [
        "<script>alert(1)</script>",
        '"><img src=x onerror=alert(1)>',
        "<mj-image src='https://evil.example/x.png' />",
        "{{ 7 * 7 }}",
        "{new_email}",
        "{% include '/etc/passwd' %}",
        "You won! Go to www.evil.example",
        "evil.example",
        "https://evil.example",
        "Call 0900 123456",
        "ann@evil.example",
        "Ann\r\nBcc: bob@example.com",
        "\u202eenilno",
        "A" * 61,
        "",
    ],
)
def test_what_does_not_look_like_a_name_is_not_greeted(name: str) -> None:
    assert written(EmailKind.RECOVERY, name=name) == written(EmailKind.RECOVERY)


@pytest.mark.parametrize(
    "name", ["Ann", "Ann Lee", "Jean-Luc O\u2019Brien", "J. R. Smith", "Đặng Thị Hà", "李小龍", "नीना"]
)
def test_names_from_anywhere_are_greeted(name: str) -> None:
    assert written(EmailKind.RECOVERY, name=f"  {name} ").text.startswith(f"Hi {name},\n")


@pytest.mark.parametrize(
    "address", ["<b>x</b>@e.co", '"><script>@e.co', "a&amp;b@e.co", "{name}@e.co", "{{1}}@e.co"]
)
def test_an_address_in_a_sentence_stays_text(address: str) -> None:
    mail = written(EmailKind.EMAIL_CHANGE, new_email=address)
    assert address in mail.text
    page = Page(mail.html)
    assert not page.tags & {"b", "script"}
    assert unescape(address) in page.words or address in page.words


@pytest.mark.parametrize(
    "link",
    [
        "javascript:alert(1)",
        "data:text/html,x",
        "https://a.co/\"onclick='x'",
        "https://a.co/ x",
        "//a.co",
        "",
        "https://a.co/" + "a" * 2_000,
    ],
)
def test_a_link_that_is_none_is_refused(link: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        written(EmailKind.RECOVERY, link=link)
    assert refusal.value.field == "link"


@pytest.mark.parametrize(
    "code", ["", "12345", "12345a", "\uff11\uff12\uff13\uff14\uff15\uff16", "<b>123456</b>"]
)
def test_a_code_that_is_none_is_refused(code: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        written(EmailKind.REAUTHENTICATION, code=code)
    assert refusal.value.field == "code"


@pytest.mark.parametrize("kind", [kind for kind in EmailKind if NEEDED[kind]])
def test_what_is_missing_is_named(kind: EmailKind) -> None:
    with pytest.raises(InvalidInput) as refusal:
        MjmlTemplates(HOME).render(kind, to="ann@example.com", data={})
    assert refusal.value.field in NEEDED[kind]
