"""Handing mails to a server that delivers them."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from email.message import EmailMessage

import aiosmtplib
import attrs

from haulage.kernel.errors import HaulageError, Unavailable
from haulage.ports.clock import Clock
from haulage.ports.mail import Mail, Mailer, MailRefused
from haulage_adapters.mail_smtp.message import as_message
from haulage_adapters.mail_smtp.server import Encryption, Sender, SmtpServer

SERVICE = "mail"
LONGEST_ANSWER = 300
PERMANENT = range(500, 600)


@attrs.frozen
class SmtpMailer(Mailer):
    """Opens a connection for each mail: mails are few, and servers close idle connections.

    ``seconds`` bounds one attempt as a whole, ``step_seconds`` each answer of the server within it.
    """

    server: SmtpServer
    sender: Sender
    clock: Clock
    seconds: float = 25.0
    step_seconds: float = 10.0
    tls: ssl.SSLContext | None = attrs.field(default=None, repr=False)
    """Whom to believe about certificates; by default the machine's own authorities."""

    async def send(self, mail: Mail, *, reference: str) -> None:
        try:
            message = as_message(mail, self.sender, reference=reference, now=self.clock.now())
        except ValueError:
            raise MailRefused("the address cannot be written to") from None
        try:
            async with asyncio.timeout(self.seconds), self._connected() as client:
                await self._hand_over(client, message, mail.to)
        except (aiosmtplib.SMTPException, OSError) as error:
            raise translated(error) from error

    async def check(self) -> None:
        """Greet the server and sign in. Raises ``Unavailable``."""
        try:
            async with asyncio.timeout(self.step_seconds), self._connected():
                pass
        except (aiosmtplib.SMTPException, OSError) as error:
            raise translated(error) from error

    async def _hand_over(self, client: aiosmtplib.SMTP, message: EmailMessage, to: str) -> None:
        await client.send_message(message, sender=self.sender.address, recipients=[to])

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[aiosmtplib.SMTP]:
        """A connection, greeted, encrypted and signed in. What happens at its end is of no interest: the
        server has taken the mail by then, or has not."""
        encryption = self.server.encryption
        client = aiosmtplib.SMTP(
            hostname=self.server.host,
            port=self.server.port,
            username=self.server.username,
            password=self.server.password,
            local_hostname=self.sender.domain,
            timeout=self.step_seconds,
            use_tls=encryption is Encryption.TLS,
            start_tls=encryption is Encryption.STARTTLS,
            tls_context=None if encryption is Encryption.NONE else self.tls or ssl.create_default_context(),
        )
        try:
            await client.connect()
            yield client
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await client.quit(timeout=1.0)
        finally:
            client.close()


def translated(error: Exception) -> HaulageError:
    """What the server meant: never this mail, or not now. Its sentence is kept for the operator."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused) and error.recipients:
        error = error.recipients[0]
    if isinstance(error, aiosmtplib.SMTPResponseException):
        said = f"{error.code} {_one_line(error.message)}"
        about_this_mail = isinstance(error, aiosmtplib.SMTPRecipientRefused | aiosmtplib.SMTPDataError)
        if about_this_mail and error.code in PERMANENT:
            return MailRefused(said)
        return Unavailable(SERVICE, f"The mail server answered {said}")
    if isinstance(error, TimeoutError):
        return Unavailable(SERVICE, "The mail server did not answer in time.")
    if isinstance(error, ssl.SSLError) or isinstance(error.__cause__, ssl.SSLError):
        return Unavailable(SERVICE, "The mail server's certificate was not accepted.")
    return Unavailable(SERVICE, "The mail server cannot be reached, or hung up.")


def _one_line(answer: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in answer)[:LONGEST_ANSWER]
