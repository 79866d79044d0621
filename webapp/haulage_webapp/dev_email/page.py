"""The list of mails as one document without a script."""

import re
from collections.abc import Sequence
from html import escape

from haulage.ports.messaging.email import PostedEmail

_LINK = re.compile(r"https?://[^\s<>\"']+")

STYLE = """
:root { color-scheme: light dark; --page: #fbfaf6; --card: #fff; --line: #e3e0d6; --ink: #15191b;
  --muted: #565e63; --accent: #15784b; }
@media (prefers-color-scheme: dark) { :root { --page: #0f1315; --card: #171c1f; --line: #293035;
  --ink: #eef1f2; --muted: #a0aab1; --accent: #5cc990; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: min(100%, 48rem); margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { margin: 0; font-size: 1.75rem; }
a { color: var(--accent); overflow-wrap: anywhere; }
p, .to { color: var(--muted); }
ol { list-style: none; margin: 1.5rem 0 0; padding: 0; display: grid; gap: 0.75rem; }
details { background: var(--card); border: 1px solid var(--line); border-radius: 0.75rem; }
summary { padding: 0.875rem 1rem; cursor: pointer; overflow-wrap: anywhere; }
summary:focus-visible, a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px;
  border-radius: 0.5rem; }
summary h2 { display: inline; margin: 0; font-size: 1rem; }
.to { display: block; font-size: 0.875rem; }
.body { border-top: 1px solid var(--line); padding: 1rem; }
pre { margin: 0 0 1rem; font: inherit; white-space: pre-wrap; overflow-wrap: anywhere; }
"""


def mailbox_page(mails: Sequence[PostedEmail]) -> str:
    """The mails, newest first and the newest open; links in their plain text can be followed."""
    shown = "".join(_entry(posted, opened=place == 0) for place, posted in enumerate(mails))
    listed = f"<ol>{shown}</ol>" if mails else "<p role='status'>No mail has been sent yet.</p>"
    return (
        "<!doctype html><html lang='en'><head><meta charset='utf-8'>"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>"
        f"<title>Demonstration mail - haulage</title><style>{STYLE}</style></head><body><main>"
        "<h1>Demonstration mail</h1>"
        "<p>Nothing leaves this machine: what would have been sent is here, the latest first. "
        "<a href='/dev/mail'>Look again</a> or go <a href='/'>home</a>.</p>"
        f"{listed}</main></body></html>"
    )


def _entry(posted: PostedEmail, *, opened: bool) -> str:
    mail = posted.mail
    return (
        f"<li><details{' open' if opened else ''}>"
        f"<summary><h2>{escape(mail.subject)}</h2> <span class='to'>To {escape(mail.to)}</span></summary>"
        f"<div class='body'><pre>{_with_links(mail.text)}</pre>"
        f"<a href='/dev/mail/{escape(posted.reference)}' target='_blank' rel='noopener'>"
        "See it as it was sent</a></div></details></li>"
    )


def _with_links(text: str) -> str:
    """The text escaped, its addresses as links."""
    parts, end = [], 0
    for found in _LINK.finditer(text):
        address = escape(found[0])
        parts.append(f"{escape(text[end : found.start()])}<a href='{address}'>{address}</a>")
        end = found.end()
    return "".join([*parts, escape(text[end:])])
