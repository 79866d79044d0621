"""What browsers are given in place of Stripe's own script, its fields and the bank's page.

They are addressed by Stripe's hosts, as a real page addresses them: whoever tries them out leads
js.stripe.com, api.stripe.com and hooks.stripe.com to the simulator, such as by routes of a driven browser.
"""

import re
from functools import cache
from pathlib import Path

import attrs

FOLDER = Path(__file__).parent / "browser"
SCRIPT = re.compile(r"/v3|/(v3|[a-z]+)/stripe\.js")
"""Stripe's script is asked for by the name of its release."""

FILE = re.compile(r"/v3/((?:fields|challenge)\.(?:html|js|css))")
CHALLENGE = re.compile(r"/3d_secure_2/[A-Za-z0-9_]+")
MEDIA_TYPES = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}


@attrs.frozen
class Page:
    content: bytes
    media_type: str


def page_at(path: str) -> Page | None:
    """The file at this address, if one is there."""
    if SCRIPT.fullmatch(path):
        return _file("stripe.js")
    if CHALLENGE.fullmatch(path):
        return _file("challenge.html")
    found = FILE.fullmatch(path)
    return _file(found[1]) if found else None


@cache
def _file(name: str) -> Page:
    file = FOLDER / name
    return Page(file.read_bytes(), f"{MEDIA_TYPES[file.suffix]}; charset=utf-8")
