"""A real mail server on a free port of the loopback, which answers as a test tells it to."""

import asyncio
import ssl
import warnings
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP as SMTP_POLICY
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import attrs
from aiosmtpd.smtp import SMTP, AuthResult, Envelope
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

USER, PASSWORD = "ann", "s3cret/with:signs"


@attrs.define
class Received:
    """What came in, and what is answered at each step; None lets the step succeed."""

    envelopes: list[Envelope] = attrs.Factory(list)
    at_sender: str | None = None
    at_recipient: str | None = None
    at_data: str | None = None
    hangs: bool = False
    hangs_up_late: bool = False

    @property
    def messages(self) -> list[EmailMessage]:
        contents = [envelope.original_content or b"" for envelope in self.envelopes]
        return [message_from_bytes(content, policy=SMTP_POLICY) for content in contents]  # type: ignore[arg-type]

    async def handle_MAIL(  # noqa: N802 - aiosmtpd looks for this name
        self, _server: Any, _session: Any, envelope: Envelope, address: str, options: Any
    ) -> str:
        if self.at_sender:
            return self.at_sender
        envelope.mail_from = address
        return "250 OK"

    async def handle_RCPT(  # noqa: N802 - aiosmtpd looks for this name
        self, _server: Any, _session: Any, envelope: Envelope, address: str, options: Any
    ) -> str:
        if self.at_recipient:
            return self.at_recipient
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(  # noqa: N802 - aiosmtpd looks for this name
        self, _server: Any, _session: Any, envelope: Envelope
    ) -> str:
        if self.hangs:
            await _never()
        if self.at_data:
            return self.at_data
        self.envelopes.append(envelope)
        return "250 Taken"

    async def handle_QUIT(  # noqa: N802 - aiosmtpd looks for this name
        self, _server: Any, _session: Any, _envelope: Envelope
    ) -> str:
        if self.hangs_up_late:
            await _never()
        return "221 Bye"


async def _never() -> None:
    await asyncio.Event().wait()


def sign_in(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> AuthResult:
    known = (data.login, data.password) == (USER.encode(), PASSWORD.encode())
    return AuthResult(success=known, handled=False)


@asynccontextmanager
async def smtp_server(
    received: Received, *, tls: ssl.SSLContext | None = None, **options: Any
) -> AsyncIterator[int]:
    """Serve until the context is left; the value is the port. With *tls* it speaks TLS from the start."""
    loop = asyncio.get_running_loop()

    def talk() -> SMTP:
        with warnings.catch_warnings():
            # It cannot see that a connection is encrypted from the start.
            warnings.filterwarnings("ignore", "Requiring AUTH while not requiring TLS")
            return SMTP(received, hostname="mail.test", loop=loop, **options)

    server = await loop.create_server(talk, "127.0.0.1", 0, ssl=tls)
    try:
        yield int(server.sockets[0].getsockname()[1])
    finally:
        server.close()


@attrs.frozen
class Certificate:
    """A certificate of this machine's own, and the two sides of a connection that use it."""

    server: ssl.SSLContext
    client: ssl.SSLContext


def a_certificate(folder: Path) -> Certificate:
    """For ``localhost`` and ``127.0.0.1``; nobody believes it who was not given it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    names: list[x509.GeneralName] = [x509.DNSName("localhost"), x509.IPAddress(ip_address("127.0.0.1"))]
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    pem, key_pem = folder / "server.pem", folder / "server.key"
    pem.write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    key_pem.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(pem, key_pem)
    return Certificate(server, ssl.create_default_context(cafile=str(pem)))
