"""What an applicant is told before a check, and their consent to it (15 U.S.C. 1681b(b)(2))."""

from datetime import datetime

import attrs

from haulage.kernel.errors import InvalidInput, RuleBroken

MAX_SIGNATURE = 160

DISCLOSURE_VERSION = "2026-11"

DISCLOSURE = (
    (
        "{company} may obtain a consumer report about you from {provider}, {agency}, to "
        "decide whether you may drive on this platform."
    ),
    (
        "The report may have information about your criminal history, your driving record, your identity and "
        "whether you are listed in a sex offender registry or on a watchlist."
    ),
)
"""The disclosure, which stands by itself: nothing else belongs into the document that it is."""

AUTHORIZATION = (
    "I have read the disclosure. I authorize {company} to obtain a consumer report about me for this "
    "application, and I agree to receive the notices about it by e-mail and in my application."
)
"""What is signed, apart from the disclosure."""


class DisclosureChanged(RuleBroken):
    """The text that was agreed to is no longer the present one."""

    code = "disclosure_changed"
    message = "The disclosure was changed. Please read it again."


@attrs.frozen
class Consent:
    """Given by typing one's name, with the whole text as it was shown."""

    version: str
    text: str
    signature: str
    given_at: datetime


@attrs.frozen
class Disclosure:
    """The present text, with the company and the provider that it names."""

    version: str
    paragraphs: tuple[str, ...]
    authorization: str


AGENCY = "a consumer reporting agency"
NO_AGENCY = "which stands in for a consumer reporting agency and asks nobody"


def disclosure(company: str, provider: str, *, simulated: bool = False) -> Disclosure:
    """A simulated provider is not said to be an agency."""
    names = {"company": company, "provider": provider, "agency": NO_AGENCY if simulated else AGENCY}
    return Disclosure(
        DISCLOSURE_VERSION,
        tuple(each.format(**names) for each in DISCLOSURE),
        AUTHORIZATION.format(**names),
    )


def consent(shown: Disclosure, version: str, signature: str, now: datetime) -> Consent:
    """Raises ``DisclosureChanged`` for another *version* than is shown, and ``InvalidInput`` without a
    name."""
    if version != shown.version:
        raise DisclosureChanged
    name = " ".join(signature.split())
    if not name or len(name) > MAX_SIGNATURE:
        raise InvalidInput("signature", f"is required, at most {MAX_SIGNATURE} characters")
    return Consent(version, "\n\n".join((*shown.paragraphs, shown.authorization)), name, now)
