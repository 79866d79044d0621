"""The contract of mailers: what was handed over arrives as it was, or the refusal says which kind it is."""

import asyncio
import json
import stat
import sys
from base64 import b64decode
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import attrs
import pytest
from filelock import FileLock, Timeout

from emails import a_mail
from haulage.kernel.errors import Unavailable
from haulage.ports.messaging.email import Attachment, Email, EmailRefused, Mailer
from haulage_adapters.email_outbox.outbox import FileOutbox
from haulage_adapters.email_smtp import mailer as mailer_module
from haulage_adapters.email_smtp.mailer import SmtpMailer
from haulage_adapters.email_smtp.server import Encryption, Sender, SmtpServer
from haulage_adapters.system.clock import SystemClock
from smtp_server import PASSWORD, USER, Certificate, Received, a_certificate, sign_in, smtp_server

pytestmark = pytest.mark.anyio

SENDER = Sender("hello@haulage.example", 'Ann "the van" Lee, haulage')


def over_smtp(port: int, **changes: object) -> SmtpMailer:
    server = SmtpServer("127.0.0.1", port, Encryption.NONE)
    return attrs.evolve(SmtpMailer(server, SENDER, SystemClock(), seconds=5, step_seconds=5), **changes)


@attrs.frozen
class Post:
    """A mailer, and what has arrived at its end."""

    mailer: Mailer
    arrived: Callable[[], list[tuple[str, Email]]]


def lines(path: Path) -> list[tuple[str, Email]]:
    written = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in written:
        line["attachments"] = tuple(
            Attachment(each["name"], each["media_type"], b64decode(each["content_base64"]))
            for each in line.get("attachments", ())
        )
    return [(line.pop("reference"), Email(**line)) for line in written if line.pop("at")]


def messages(received: Received) -> list[tuple[str, Email]]:
    arrived = []
    for message in received.messages:
        text, html = (message.get_body((kind,)) for kind in ("plain", "html"))
        assert text is not None
        assert html is not None
        parts = [part.get_content().replace("\r\n", "\n").removesuffix("\n") for part in (text, html)]
        reference = message["Message-ID"].removeprefix("<").removesuffix("@haulage.example>")
        attached = tuple(
            Attachment(part.get_filename(), part.get_content_type(), part.get_content())
            for part in message.iter_attachments()
        )
        arrived.append((reference, Email(message["To"], message["Subject"], *parts, attached)))
    return arrived


@pytest.fixture(params=["outbox", "smtp"])
async def post(anyio_backend: str, request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Post]:
    if request.param == "outbox":
        path = tmp_path / "mail.jsonl"
        yield Post(FileOutbox(path), lambda: lines(path))
        return
    received = Received()
    async with smtp_server(received) as port:
        yield Post(over_smtp(port), lambda: messages(received))


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    return a_certificate(tmp_path_factory.mktemp("certificate"))


async def test_a_mail_arrives_as_it_was(post: Post) -> None:
    await post.mailer.check()
    mail = a_mail(
        subject="Grüße, 東京 and a rather long subject that does not fit on a single line of headers",
        text="Dots:\n.\n..\nFrom here\n" + "https://haulage.example/?token=" + "a=b&" * 300 + "\n🚚",
        html="<p>" + "é" * 2_000 + "</p>",
    )
    await post.mailer.send(mail, reference="mail_1")
    assert post.arrived() == [("mail_1", mail)]


async def test_a_file_arrives_with_its_mail(post: Post) -> None:
    pdf = Attachment("receipt-MN202611210007.pdf", "application/pdf", bytes(range(256)) * 200)
    mail = a_mail(attachments=(pdf,))
    await post.mailer.send(mail, reference="mail_1")
    assert post.arrived() == [("mail_1", mail)]


async def test_many_at_once_arrive_whole(post: Post) -> None:
    mails = [a_mail(subject=f"Number {number}", html="x" * 10_000) for number in range(30)]
    await asyncio.gather(*(post.mailer.send(mail, reference=mail.subject[7:]) for mail in mails))
    assert sorted(mail.subject for _, mail in post.arrived()) == sorted(mail.subject for mail in mails)


async def test_a_repeat_has_the_same_reference(post: Post) -> None:
    for _ in range(2):
        await post.mailer.send(a_mail(), reference="mail_1")
    assert [reference for reference, _ in post.arrived()] == ["mail_1", "mail_1"]


async def closed_port() -> int:
    async with smtp_server(Received()) as port:
        return port


@pytest.mark.parametrize("way", ["outbox", "smtp"])
async def test_where_nothing_can_be_sent_at_present_that_is_what_it_says(way: str, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    mailer: Mailer = FileOutbox(tmp_path / "file" / "mail.jsonl")
    if way == "smtp":
        mailer = over_smtp(await closed_port())
    with pytest.raises(Unavailable):
        await mailer.check()
    with pytest.raises(Unavailable):
        await mailer.send(a_mail(), reference="mail_1")


async def test_only_we_may_read_the_outbox(tmp_path: Path) -> None:
    outbox = FileOutbox(tmp_path / "new" / "mail.jsonl")
    await outbox.send(a_mail(), reference="mail_1")
    assert stat.S_IMODE(outbox.path.stat().st_mode) == 0o600


async def test_a_killed_process_leaves_the_outbox_open_to_others(tmp_path: Path) -> None:
    outbox = FileOutbox(tmp_path / "mail.jsonl")
    lock = str(outbox.path.with_name("mail.jsonl.lock"))
    holding = f"from filelock import FileLock\nwith FileLock({lock!r}): print(flush=True); input()"
    holder = await asyncio.create_subprocess_exec(
        sys.executable, "-c", holding, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE
    )
    assert holder.stdout is not None
    await holder.stdout.readline()
    with pytest.raises(Timeout):
        FileLock(lock).acquire(blocking=False)
    holder.kill()
    await holder.communicate()
    await outbox.send(a_mail(), reference="mail_1")
    assert len(await outbox.latest(10)) == 1


async def test_a_line_of_the_outbox_begins_with_what_a_mail_is(tmp_path: Path) -> None:
    outbox = FileOutbox(tmp_path / "mail.jsonl")
    await outbox.send(a_mail(), reference="mail_1")
    keys = list(json.loads(outbox.path.read_text(encoding="utf-8")))
    assert keys == ["to", "subject", "text", "html", "reference", "at"]


async def test_the_outbox_shows_the_newest_first_and_passes_over_what_is_no_mail(tmp_path: Path) -> None:
    outbox = FileOutbox(tmp_path / "mail.jsonl")
    assert await outbox.latest(10) == []
    for number in range(3):
        await outbox.send(a_mail(subject=f"Number {number}"), reference=f"mail_{number}")
    with outbox.path.open("ab") as file:
        file.write(
            b'{"to": "cut of\n[]\n{"to": 7, "subject": "", "text": "", "html": "", "reference": ""}\n\xff\n'
        )
    shown = await outbox.latest(6)
    assert [posted.reference for posted in shown] == ["mail_2", "mail_1"]


async def test_a_message_says_who_sent_it_and_that_no_person_did() -> None:
    received = Received()
    async with smtp_server(received) as port:
        await over_smtp(port).send(a_mail(), reference="mail_1")
    [message], [envelope] = received.messages, received.envelopes
    assert (envelope.mail_from, envelope.rcpt_tos) == ("hello@haulage.example", ["ann@example.com"])
    [sender] = message["From"].addresses
    assert (sender.display_name, sender.addr_spec) == (SENDER.name, SENDER.address)
    assert message["Auto-Submitted"] == "auto-generated"
    assert message["Date"].datetime is not None
    assert message.get_content_type() == "multipart/alternative"
    content = envelope.original_content
    assert isinstance(content, bytes)
    assert content.isascii()
    assert max(map(len, content.splitlines())) <= 998  # RFC 5322, 2.1.1


@pytest.mark.parametrize("step", ["at_recipient", "at_data"])
async def test_a_lasting_refusal_of_the_mail_is_told_from_a_passing_one(step: str) -> None:
    received = Received()
    async with smtp_server(received) as port:
        setattr(received, step, "451 4.7.1 greylisted, try again")
        with pytest.raises(Unavailable, match=r"451 4\.7\.1 greylisted"):
            await over_smtp(port).send(a_mail(), reference="mail_1")
        setattr(received, step, "550 5.1.1 no such mailbox")
        with pytest.raises(EmailRefused, match=r"550 5\.1\.1 no such mailbox"):
            await over_smtp(port).send(a_mail(), reference="mail_1")


async def test_a_refusal_of_ourselves_is_no_fault_of_the_mail() -> None:
    received = Received(at_sender="550 5.7.1 not from you")
    async with smtp_server(received) as port:
        with pytest.raises(Unavailable, match="not from you"):
            await over_smtp(port).send(a_mail(), reference="mail_1")


@pytest.mark.parametrize(
    "address",
    [
        "ann",
        "a@b@c.co",
        "a@b.co, c@d.co",
        "Ann <a@b.co>",
        "a@b.co (x)",
        '"a b"@c.co',
        "\u00e9@x.co",
        "a@b.co>",
        "@",
    ],
)
async def test_what_is_not_one_plain_mailbox_is_refused(address: str) -> None:
    received = Received()
    async with smtp_server(received) as port:
        with pytest.raises(EmailRefused):
            await over_smtp(port).send(a_mail(to=address), reference="mail_1")
    assert received.envelopes == []


async def test_a_server_that_hangs_is_left_after_a_while() -> None:
    async with smtp_server(Received(hangs=True)) as port:
        with pytest.raises(Unavailable, match="in time"):
            await over_smtp(port, step_seconds=0.2).send(a_mail(), reference="mail_1")
        with pytest.raises(Unavailable, match="in time"):
            await over_smtp(port, seconds=0.2).send(a_mail(), reference="mail_1")


async def test_a_mail_that_was_taken_is_sent_even_if_the_server_never_says_goodbye(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mailer_module, "FAREWELL_SECONDS", 0.1)
    received = Received(hangs_up_late=True)
    async with smtp_server(received) as port:
        await over_smtp(port).send(a_mail(), reference="mail_1")
    assert len(received.envelopes) == 1


async def test_a_server_that_speaks_something_else_is_unavailable() -> None:
    async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    server = await asyncio.start_server(babble, "127.0.0.1", 0)
    async with server:
        with pytest.raises(Unavailable):
            await over_smtp(server.sockets[0].getsockname()[1]).send(a_mail(), reference="mail_1")


def signed_in(port: int, encryption: Encryption, password: str = PASSWORD) -> SmtpServer:
    return SmtpServer("localhost", port, encryption, USER, password)


@pytest.mark.parametrize("encryption", [Encryption.TLS, Encryption.STARTTLS])
async def test_a_server_elsewhere_is_signed_in_to_over_a_verified_connection(
    encryption: Encryption, certificate: Certificate
) -> None:
    received = Received()
    at_once = encryption is Encryption.TLS
    options = {} if at_once else {"tls_context": certificate.server, "require_starttls": True}
    async with smtp_server(
        received,
        tls=certificate.server if at_once else None,
        authenticator=sign_in,
        auth_required=True,
        auth_require_tls=not at_once,
        **options,
    ) as port:
        mailer = over_smtp(port, server=signed_in(port, encryption), tls=certificate.client)
        await mailer.check()
        await mailer.send(a_mail(), reference="mail_1")
        assert len(received.envelopes) == 1
        wrong = over_smtp(port, server=signed_in(port, encryption, "wrong"), tls=certificate.client)
        with pytest.raises(Unavailable, match="535") as refusal:
            await wrong.send(a_mail(), reference="mail_2")
        assert "wrong" not in refusal.value.message
        stranger = over_smtp(port, server=signed_in(port, encryption))
        with pytest.raises(Unavailable, match="certificate"):
            await stranger.send(a_mail(), reference="mail_3")


async def test_nothing_is_sent_to_a_server_that_cannot_encrypt() -> None:
    received = Received()
    async with smtp_server(received) as port:
        mailer = over_smtp(port, server=SmtpServer("localhost", port, Encryption.STARTTLS))
        with pytest.raises(Unavailable):
            await mailer.send(a_mail(), reference="mail_1")
    assert received.envelopes == []
