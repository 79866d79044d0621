"""Letters of a screening case, stored as they were sent."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.screening.assessment import Assessment
from haulage.screening.report import ScreeningReport


class LetterKind(StrEnum):
    """The occasions on which an applicant is written to."""

    CONDITIONAL_OFFER = "conditional_offer"
    PRE_ADVERSE_NOTICE = "pre_adverse_notice"
    DISPUTE_RESOLUTION = "dispute_resolution"
    FINAL_NOTICE = "final_notice"
    CERTIFICATE = "certificate"
    """That nothing was found; nobody is sent it."""


FILE_NAMES = {
    LetterKind.CONDITIONAL_OFFER: "conditional-offer",
    LetterKind.PRE_ADVERSE_NOTICE: "notice-before-decision",
    LetterKind.DISPUTE_RESOLUTION: "answer-to-dispute",
    LetterKind.FINAL_NOTICE: "final-notice",
    LetterKind.CERTIFICATE: "certificate",
}


@attrs.frozen
class Recipient:
    """Whom a letter goes to, by the application."""

    name: str
    street: str
    city: str
    state: str
    zip_code: str


@attrs.frozen
class Agency:
    """The consumer reporting agency that a report came from, as a notice has to name it
    (15 U.S.C. 1681m(a)). A simulated one is said to be none."""

    name: str
    address: str
    phone: str
    website: str
    simulated: bool = False


@attrs.frozen
class Letter:
    """*report* is the copy that goes with it. *text* is what the reviewer wrote: the reason, or the answer to
    a dispute. ``queued_at`` is when it was put into the outbox."""

    id: str
    kind: LetterKind
    made_at: datetime
    recipient: Recipient
    agency: Agency
    text: str = ""
    report: ScreeningReport | None = None
    assessment: Assessment | None = None
    waiting_business_days: int = 0
    queued_at: datetime | None = None
    mailed_at: datetime | None = None
    opened_at: datetime | None = None

    @property
    def file_name(self) -> str:
        return f"{FILE_NAMES[self.kind]}-{self.made_at:%Y-%m-%d}.pdf"
