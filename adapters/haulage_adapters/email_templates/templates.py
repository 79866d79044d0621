"""Mails from the wording and two layouts: plain text, and MJML that becomes HTML for every mail program.

What a mail is told, such as a name, is untrusted. The HTML layout escapes it; a name is greeted only
when it looks like one, so that nobody can have us send strangers an advertisement in the greeting.
"""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from pathlib import Path

import attrs
from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape
from mrml import to_html

from haulage.kernel.errors import InvalidInput
from haulage.ports.messaging.email import NEEDED, Email, EmailKind, EmailTemplates
from haulage_adapters.email_templates.wording import WORDING
from haulage_adapters.email_templates.wording_form import Wording

FOLDER = Path(__file__).parent
LONGEST_NAME = 60
LONGEST_LINK = 2_000
HELPED_BY_A_NEW_PASSWORD = {
    EmailKind.PASSWORD_CHANGED,
    EmailKind.IDENTITY_LINKED,
    EmailKind.IDENTITY_UNLINKED,
    EmailKind.FACTOR_ADDED,
    EmailKind.FACTOR_REMOVED,
    EmailKind.FACTOR_GUESSED,
    EmailKind.FACTORS_RESET,
    EmailKind.RECOVERY_CODES_MADE,
    EmailKind.RECOVERY_CODE_USED,
    EmailKind.PASSKEY_ADDED,
    EmailKind.PASSKEY_REMOVED,
    EmailKind.PAYOUT_METHOD_ADDED,
    EmailKind.PAYOUTS_HELD,
}
"""Whoever did not do what these tell of shuts others out by choosing a new password."""
_LINK = re.compile(r"https?://[^\s<>\"'`\\]+")
_CODE = re.compile(r"[0-9]{6,10}")
_NO_TEXT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What no XML document may have in it (XML 1.0, 2.2), such as the layout of a mail."""
_HOST = re.compile(r"\w\.\w{2}")


@attrs.frozen
class MjmlTemplates(EmailTemplates):
    """Writes every kind of mail. ``public_url`` is where the application answers browsers."""

    public_url: str

    def render(self, kind: EmailKind, *, to: str, data: Mapping[str, str]) -> Email:
        missing = sorted(NEEDED[kind] - set(data))
        if missing:
            raise InvalidInput(missing[0], f"is needed for a mail of kind {kind}")
        wording, known = WORDING[kind], self._completed(kind, data)
        said = self._said(wording, known)
        return Email(
            to=to,
            subject=" ".join(wording.subject.format_map(known).split()),
            text=_LAYOUTS.get_template("layout.txt").render(said).strip() + "\n",
            html=to_html(_LAYOUTS.get_template("layout.mjml").render(said)).content,
        )

    def _completed(self, kind: EmailKind, data: Mapping[str, str]) -> dict[str, str]:
        """What was given, and the one link that we can make ourselves."""
        own = {"link": f"{self.public_url}/forgot-password"} if kind in HELPED_BY_A_NEW_PASSWORD else {}
        return {**own, **{name: _NO_TEXT.sub("", value) for name, value in data.items()}}

    def _said(self, wording: Wording, data: Mapping[str, str]) -> dict[str, object]:
        return {
            "subject": wording.subject.format_map(data),
            "preview": wording.preview.format_map(data),
            "heading": wording.heading.format_map(data),
            "greeting": _greeting(data.get("name", "")),
            "before": _paragraphs(wording.before, data),
            "after": _paragraphs(wording.after, data),
            "button": wording.button,
            "code_label": wording.code_label,
            "link": _checked("link", data, _LINK),
            "others": [(label, _checked(name, data, _LINK)) for label, name in wording.others],
            "code": _checked("code", data, _CODE),
            "home": self.public_url,
        }


_LAYOUTS = Environment(
    loader=FileSystemLoader(FOLDER),
    autoescape=select_autoescape(["mjml"], default_for_string=True),
    undefined=StrictUndefined,
)


def _paragraphs(wording: Sequence[str], data: Mapping[str, str]) -> list[str]:
    """Those that have something to say."""
    said = [paragraph.format_map(data) for paragraph in wording]
    return [paragraph for paragraph in said if paragraph]


def _checked(name: str, data: Mapping[str, str], form: re.Pattern[str]) -> str | None:
    """A link that opens a page and nothing else, or a code of digits; a mistake here is a hole."""
    value = data.get(name)
    if value is not None and (len(value) > LONGEST_LINK or form.fullmatch(value) is None):
        raise InvalidInput(name, "is not one that a mail may carry")
    return value


def _greeting(name: str) -> str:
    name = " ".join(name.split())
    return f"Hi {name}," if is_greetable(name) else "Hi,"


def is_greetable(name: str) -> bool:
    """Letters with their marks, blanks, apostrophes, hyphens and initials' points, and no more than a
    name has; never anything that a mail program would make a link of."""
    letters = all(unicodedata.category(letter)[0] in "LM" or letter in " '\u2019-." for letter in name)
    return bool(name) and len(name) <= LONGEST_NAME and letters and _HOST.search(name) is None
