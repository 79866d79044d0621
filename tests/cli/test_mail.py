"""``haulage mail``: what became of mails, without what they said."""

import asyncio
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from emails import NOW, a_queued_mail
from haulage.jobs.stored_job import refused
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage.services.email.queue_email import queue_email, send_email_job
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from haulage_cli.root import haulage


async def _fill(settings: Settings) -> None:
    await upgrade_database(settings)
    async with open_marketplace(settings) as marketplace:
        for number in (1, 2):
            queued = a_queued_mail(number)
            await marketplace.storage.write(lambda unit, queued=queued: queue_email(unit, queued))
        await marketplace.storage.write(lambda unit: _give_up(unit, "mail_2"))


async def _give_up(unit: UnitOfWork, email_id: str) -> None:
    job = await unit.jobs.get(send_email_job(email_id).id)
    assert job is not None
    await unit.jobs.save(job, refused(job, "550 no such mailbox", NOW))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A marketplace with one mail that waits and one that was given up."""
    asyncio.run(_fill(Settings(data=tmp_path)))
    return tmp_path


def run(data: Path, *words: str) -> Result:
    return CliRunner().invoke(haulage, ["mail", *words, "--data", str(data)])


def listed(data: Path, *words: str) -> list[tuple[str, str]]:
    items = json.loads(run(data, "list", "--json", *words).stdout)["items"]
    return [(item["id"], item["state"]) for item in items]


def test_mails_are_listed_newest_first_or_only_those_given_up(data: Path) -> None:
    assert listed(data) == [("mail_2", "dead"), ("mail_1", "waiting")]
    assert listed(data, "--dead") == [("mail_2", "dead")]
    assert listed(data, "--limit", "1") == [("mail_2", "dead")]


def test_people_see_why_a_mail_was_given_up_and_nothing_of_what_it_says(data: Path) -> None:
    for words in (["list"], ["list", "--json"], ["retry", "mail_2"]):
        shown = run(data, *words)
        assert shown.exit_code == 0
        assert "token=1" not in shown.output
    assert "550 no such" in run(data, "list", "--json").stdout


def test_a_mail_that_was_given_up_is_tried_again(data: Path) -> None:
    answer = run(data, "retry", "mail_2", "--json")
    assert answer.exit_code == 0
    assert json.loads(answer.stdout)["state"] == "waiting"
    assert listed(data, "--dead") == []


def test_what_was_not_given_up_is_refused(data: Path) -> None:
    waiting = run(data, "retry", "mail_1")
    assert (waiting.exit_code, waiting.stderr) == (1, "This mail is waiting: it cannot be revived.\n")
    unknown = run(data, "retry", "mail_9")
    assert (unknown.exit_code, unknown.stderr) == (1, "Mail not found\n")
