"""How a mail server and a sender are named in the settings."""

from pathlib import Path

import pytest

from haulage.kernel.errors import InvalidInput
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.email_outbox.outbox import FileOutbox
from haulage_adapters.email_smtp.mailer import SmtpMailer
from haulage_adapters.email_smtp.server import Encryption, Sender, SmtpServer, read_sender, read_server
from haulage_adapters.settings import Settings, read_settings

URL = "smtps://ann:s3cret%2Fword@mail.example.com"


@pytest.mark.parametrize(
    ("text", "server"),
    [
        (URL, SmtpServer("mail.example.com", 465, Encryption.TLS, "ann", "s3cret/word")),
        (
            "smtp+starttls://a%40b.co:x@mail.example.com:2525/",
            SmtpServer("mail.example.com", 2525, Encryption.STARTTLS, "a@b.co", "x"),
        ),
        ("smtp+starttls://mail.example.com", SmtpServer("mail.example.com", 587, Encryption.STARTTLS)),
        ("smtp://127.0.0.1:1025", SmtpServer("127.0.0.1", 1025, Encryption.NONE)),
        ("smtp://localhost", SmtpServer("localhost", 25, Encryption.NONE)),
        ("smtp://[::1]:25", SmtpServer("::1", 25, Encryption.NONE)),
    ],
)
def test_a_servers_address_is_read(text: str, server: SmtpServer) -> None:
    assert read_server(text) == server


@pytest.mark.parametrize(
    "text",
    [
        "mail.example.com",
        "http://mail.example.com",
        "smtps://",
        "smtps://mail.example.com:99999",
        "smtps://ann@mail.example.com",
        "smtps://mail.example.com/path",
        "smtps://mail.example.com?tls=no",
        "smtp://mail.example.com",
        "smtp://10.0.0.1",
        "",
    ],
)
def test_an_address_that_is_none_is_refused_by_the_variables_name(text: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({"HAULAGE_SMTP_URL": text})
    assert refusal.value.field == "HAULAGE_SMTP_URL"


def test_a_mail_servers_password_is_never_shown() -> None:
    settings = read_settings({"HAULAGE_SMTP_URL": URL, "HAULAGE_MAIL_FROM": "hello@example.com"})
    assert str(settings.smtp) == "smtps://ann@mail.example.com:465"
    assert "s3cret" not in f"{settings!r}{settings.smtp!r}"
    with pytest.raises(InvalidInput) as refusal:
        read_settings({"HAULAGE_SMTP_URL": "smtp://ann:s3cret@mail.example.com"})
    assert "s3cret" not in refusal.value.message


@pytest.mark.parametrize(
    ("environment", "shown"),
    [
        ({}, None),
        ({"HAULAGE_MAIL_FROM": "haulage <hello@example.com>"}, "hello@example.com"),
        (
            {"HAULAGE_MAIL_FROM": "hello@example.com", "HAULAGE_SUPPORT_EMAIL": " Help@example.com "},
            "help@example.com",
        ),
    ],
)
def test_questions_go_to_the_support_address_or_else_to_the_sender_of_mails(
    environment: dict[str, str], shown: str | None
) -> None:
    assert read_settings(environment).shown_support_email == shown


def test_a_support_address_that_is_none_is_refused() -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({"HAULAGE_SUPPORT_EMAIL": "help desk"})
    assert refusal.value.field == "HAULAGE_SUPPORT_EMAIL"


@pytest.mark.parametrize(
    ("text", "sender"),
    [
        ("hello@example.com", Sender("hello@example.com")),
        ("haulage <Hello@example.com>", Sender("hello@example.com", "haulage")),
        ('"Ann, Lee" <hello@example.com>', Sender("hello@example.com", "Ann, Lee")),
        ("<hello@example.com>", Sender("hello@example.com")),
    ],
)
def test_a_sender_is_read(text: str, sender: Sender) -> None:
    assert read_sender(text) == sender


@pytest.mark.parametrize("text", ["", "haulage", "haulage <hello>", "a@b.co, c@d.co", "a\r\nBcc: b <a@b.co>"])
def test_a_sender_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="address"):
        read_sender(text)


@pytest.mark.anyio
async def test_mails_go_to_the_server_that_is_configured_and_else_into_the_data_folder(
    tmp_path: Path,
) -> None:
    plain = Settings(data=tmp_path)
    await upgrade_database(plain)
    async with open_marketplace(plain) as market:
        assert market.email.deliver.mailer == FileOutbox(tmp_path / "mail.jsonl")
        assert market.email.read_mailbox.mailbox is market.email.deliver.mailer
    server, sender = read_server(URL), read_sender("hello@example.com")
    async with open_marketplace(Settings(data=tmp_path, smtp=server, mail_from=sender)) as market:
        assert isinstance(market.email.deliver.mailer, SmtpMailer)
        assert market.email.read_mailbox.mailbox is None


@pytest.mark.anyio
async def test_a_mail_server_needs_a_sender(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput) as refusal:
        async with open_marketplace(Settings(data=tmp_path, smtp=read_server(URL))):
            pytest.fail("opened")
    assert refusal.value.field == "HAULAGE_MAIL_FROM"
