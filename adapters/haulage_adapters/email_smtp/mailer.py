"""Handing mails to a server that delivers them."""

import asyncio
import contextlib
import ssl
from collections.abc import Awaitable, Callable

import aiosmtplib
import attrs

from haulage.accounts.email_address import normal_email
from haulage.kernel.errors import HaulageError, InvalidInput, Unavailable
from haulage.ports.messaging.email import Email, EmailRefused, Mailer
from haulage.ports.runtime.clock import Clock
from haulage_adapters.email_smtp.message import as_message
from haulage_adapters.email_smtp.server import Encryption, Sender, SmtpServer

SERVICE = "mail"
LONGEST_ANSWER = 300
FAREWELL_SECONDS = 1.0
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

    async def send(self, mail: Email, *, reference: str) -> None:
        to = _mailbox_of(mail)
        message = as_message(
            attrs.evolve(mail, to=to), self.sender, reference=reference, now=self.clock.now()
        )

        async def hand_over(client: aiosmtplib.SMTP) -> None:
            await client.send_message(message, sender=self.sender.address, recipients=[to])

        await self._talk(hand_over, self.seconds)

    async def check(self) -> None:
        """Greet the server and sign in. Raises ``Unavailable``."""

        async def no_more(_client: aiosmtplib.SMTP) -> None:
            """The connection is all that is asked for."""

        await self._talk(no_more, self.step_seconds)

    async def _talk(self, say: Callable[[aiosmtplib.SMTP], Awaitable[None]], seconds: float) -> None:
        """Connect, encrypt, sign in and *say* something, all within so many seconds.

        How the server answers the farewell is of no interest: it has taken the mail by then.
        """
        client = self._client()
        try:
            try:
                async with asyncio.timeout(seconds):
                    await client.connect()
                    await say(client)
            except (aiosmtplib.SMTPException, OSError) as error:
                raise translated(error) from error
            with contextlib.suppress(aiosmtplib.SMTPException, OSError):
                await client.quit(timeout=FAREWELL_SECONDS)
        finally:
            client.close()

    def _client(self) -> aiosmtplib.SMTP:
        encryption = self.server.encryption
        return aiosmtplib.SMTP(
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


def _mailbox_of(mail: Email) -> str:
    """One plain mailbox: what else the grammar of headers allows, such as a list, is refused here."""
    try:
        return normal_email(mail.to)
    except InvalidInput as refusal:
        raise EmailRefused(refusal.message) from None


def translated(error: Exception) -> HaulageError:
    """What the server meant: never this mail, or not now. Its sentence is kept for the operator."""
    if isinstance(error, aiosmtplib.SMTPRecipientsRefused) and error.recipients:
        error = error.recipients[0]
    if isinstance(error, aiosmtplib.SMTPResponseException):
        said = f"{error.code} {_one_line(error.message)}"
        about_this_mail = isinstance(error, aiosmtplib.SMTPRecipientRefused | aiosmtplib.SMTPDataError)
        if about_this_mail and error.code in PERMANENT:
            return EmailRefused(said)
        return Unavailable(SERVICE, f"The mail server answered {said}")
    if isinstance(error, TimeoutError):
        return Unavailable(SERVICE, "The mail server did not answer in time.")
    if isinstance(error, ssl.SSLError) or isinstance(error.__cause__, ssl.SSLError):
        return Unavailable(SERVICE, "The mail server's certificate was not accepted.")
    return Unavailable(SERVICE, "The mail server cannot be reached, or hung up.")


def _one_line(answer: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in answer)[:LONGEST_ANSWER]
