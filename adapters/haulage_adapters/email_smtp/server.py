"""Which mail server, how it is reached, and who we are to it."""

import re
from enum import StrEnum
from ipaddress import ip_address
from urllib.parse import unquote, urlsplit

import attrs

FORM = "must be smtps://USER:PASSWORD@HOST:PORT or smtp+starttls://USER:PASSWORD@HOST:PORT"


class Encryption(StrEnum):
    """How the connection is kept private, by the scheme of the server's address."""

    TLS = "smtps"
    STARTTLS = "smtp+starttls"
    NONE = "smtp"


_PORTS = {Encryption.TLS: 465, Encryption.STARTTLS: 587, Encryption.NONE: 25}


@attrs.frozen
class SmtpServer:
    """A mail server. Its written form has no password in it."""

    host: str
    port: int
    encryption: Encryption
    username: str | None = None
    password: str | None = attrs.field(default=None, repr=False)

    def __str__(self) -> str:
        user = f"{self.username}@" if self.username else ""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.encryption}://{user}{host}:{self.port}"


def read_server(text: str) -> SmtpServer:
    """The server at an address such as ``smtps://ann:secret@mail.example.com:465``.

    User and password are percent-encoded where they hold one of ``:/?#@``. Unencrypted ``smtp://`` is
    taken for this machine alone. Raises ``ValueError``, which shows nothing of the text.
    """
    try:
        parts = urlsplit(text.strip())
        encryption, port = Encryption(parts.scheme), parts.port
    except ValueError:
        raise ValueError(FORM) from None
    if not parts.hostname or parts.path.strip("/") or parts.query or parts.fragment:
        raise ValueError(FORM)
    if (parts.username is None) != (parts.password is None):
        raise ValueError("must have both a user and a password, or neither")
    if encryption is Encryption.NONE and not _is_this_machine(parts.hostname):
        raise ValueError("must begin with smtps:// or smtp+starttls:// for a server elsewhere")
    return SmtpServer(
        host=parts.hostname,
        port=_PORTS[encryption] if port is None else port,
        encryption=encryption,
        username=None if parts.username is None else unquote(parts.username),
        password=None if parts.password is None else unquote(parts.password),
    )


def _is_this_machine(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


@attrs.frozen
class Sender:
    """Who our mails are from."""

    address: str
    name: str = ""

    @property
    def domain(self) -> str:
        return self.address.partition("@")[2]

    def __str__(self) -> str:
        return f"{self.name} <{self.address}>" if self.name else self.address


_SENDER = re.compile(r'(?:"?(?P<name>[^"<>@\x00-\x1f]*?)"?\s*<(?P<in>[^<>]+)>|(?P<bare>[^<>]+))')


def read_sender(text: str) -> Sender:
    """``haulage <hello@example.com>`` or ``hello@example.com``. Raises ``ValueError``."""
    from haulage.accounts.email_address import normal_email
    from haulage.kernel.errors import InvalidInput

    found = _SENDER.fullmatch(text.strip())
    try:
        address = normal_email((found["in"] or found["bare"]) if found else "")
    except InvalidInput:
        raise ValueError("must be an address, such as haulage <hello@example.com>") from None
    return Sender(address, (found["name"] or "").strip() if found else "")
