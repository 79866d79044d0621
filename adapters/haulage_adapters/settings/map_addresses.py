"""Which map the browser draws: the bundled one, a MapLibre style, or Google's."""

import re
from urllib.parse import urlsplit

HOST = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?")
GOOGLE_KEY = re.compile(r"[A-Za-z0-9_-]{8,128}")


def read_style_url(text: str) -> str:
    """The address of a MapLibre style; what it may carry in its query is the provider's business."""
    if not text.startswith(("http://", "https://")):
        raise ValueError("must begin with http:// or https://")
    if not text.isascii() or any(character.isspace() for character in text):
        raise ValueError("must be an address without spaces")
    origin_of(text)
    return text


def read_hosts(text: str) -> tuple[str, ...]:
    """Comma-separated hosts, each as its origin."""
    return tuple(origin_of(part.strip()) for part in text.split(",") if part.strip())


def read_google_key(text: str) -> str:
    if not GOOGLE_KEY.fullmatch(text):
        raise ValueError("must be a key of letters, digits, - and _")
    return text


def origin_of(text: str) -> str:
    """A host as a content security policy names it; never a wildcard, never two words."""
    parts = urlsplit(text if "://" in text else f"https://{text}")
    if parts.scheme not in ("http", "https") or not HOST.fullmatch(parts.netloc):
        raise ValueError("must name hosts such as tiles.example.com")
    return f"{parts.scheme}://{parts.netloc.lower()}"
