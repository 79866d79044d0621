"""``haulage jobs``: what an operator sees of jobs, and may change."""

import asyncio
import json
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import haulage_cli
from haulage.jobs import Job, JobKind
from haulage.jobs.stored_job import finished, given_up
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.assembly.database import upgrade_database
from haulage_adapters.settings import Settings
from haulage_cli.root import haulage

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
DEAD, WAITING, DONE = "send_refund:pay_1:4000", "settle_payment:pay_2:1", "cancel_unpaid_order:ord_3"


async def _fill(settings: Settings) -> None:
    await upgrade_database(settings)

    async def work(unit: UnitOfWork) -> None:
        for second, job in enumerate(
            (
                Job(JobKind.SEND_REFUND, "pay_1", "4000"),
                Job(JobKind.SETTLE_PAYMENT, "pay_2", "1"),
                Job(JobKind.CANCEL_UNPAID_ORDER, "ord_3"),
            )
        ):
            await unit.jobs.enqueue(job, NOON.replace(second=second))
        dead, done = await unit.jobs.get(DEAD), await unit.jobs.get(DONE)
        assert dead is not None
        assert done is not None
        await unit.jobs.save(dead, given_up(dead, "The card provider does not answer.", NOON))
        await unit.jobs.save(done, finished(done, NOON))

    async with open_marketplace(settings) as marketplace:
        await marketplace.storage.write(work)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with a job that waits, one that is done, and one that was given up."""
    asyncio.run(_fill(Settings(data=tmp_path)))
    return tmp_path


def run(data: Path, *words: str) -> Result:
    return CliRunner().invoke(haulage, ["jobs", *words, "--data", str(data)])


def listed(data: Path, *words: str) -> list[str]:
    return [item["id"] for item in json.loads(run(data, "list", "--json", *words).stdout)["items"]]


def test_jobs_are_listed_newest_first_by_state_and_kind_in_pages(data: Path) -> None:
    assert listed(data) == [DONE, WAITING, DEAD]
    assert listed(data, "--dead") == listed(data, "--state", "dead") == [DEAD]
    assert listed(data, "--kind", "settle_payment") == [WAITING]
    first = json.loads(run(data, "list", "--json", "--limit", "2").stdout)
    assert listed(data, "--cursor", first["next"]) == [DEAD]
    shown = run(data, "list", "--limit", "2")
    assert WAITING in shown.stdout
    assert "2027-03-01 07:00:01 EST" in shown.stdout
    assert first["next"] in shown.stderr


def test_no_command_writes_an_instant_for_people_in_a_way_of_its_own() -> None:
    """``clean`` of output.py does, on the platform's clocks."""
    own = re.compile(r"isoformat\(timespec|%M(:%S)?\\}? UTC")
    commands = Path(haulage_cli.__file__).parent.rglob("*.py")
    assert [each.name for each in commands if own.search(each.read_text())] == []


def test_a_job_is_shown_with_why_it_was_given_up(data: Path) -> None:
    assert "The card provider does not answer." in run(data, "show", DEAD).stdout
    facts = json.loads(run(data, "show", DEAD, "--json").stdout)
    assert (facts["kind"], facts["subject"], facts["state"]) == ("send_refund", "pay_1", "dead")
    unknown = run(data, "show", "send_refund:pay_9")
    assert (unknown.exit_code, unknown.stderr) == (1, "Job not found\n")


def test_a_job_that_was_given_up_is_tried_again_and_one_that_is_done_is_not(data: Path) -> None:
    again = json.loads(run(data, "retry", DEAD, "--json").stdout)
    assert (again["state"], again["attempts"], again["finished_at"]) == ("waiting", 0, None)
    assert listed(data, "--dead") == []
    refused = run(data, "retry", DONE)
    assert (refused.exit_code, refused.stderr) == (1, "This job is done: it cannot be retried.\n")


def test_dead_and_another_state_are_wrong_use(data: Path) -> None:
    assert run(data, "list", "--dead", "--state", "done").exit_code == 2
    assert run(data, "list", "--kind", "make_tea").exit_code == 2
    assert run(data, "list", "--cursor", "nonsense").exit_code == 1


def test_check_says_that_money_waits_for_an_operator_until_its_job_is_retried(data: Path) -> None:
    def money_jobs() -> dict[str, object]:
        report = json.loads(CliRunner().invoke(haulage, ["check", "--json", "--data", str(data)]).stdout)
        return next(service for service in report["services"] if service["name"] == "money jobs")

    assert money_jobs()["problem"] == "1 job that moves money was given up. Run: haulage jobs list --dead"
    run(data, "retry", DEAD)
    assert money_jobs()["answers"] is True


def findings(data: Path) -> set[str]:
    report = json.loads(CliRunner().invoke(haulage, ["check", "--json", "--data", str(data)]).stdout)
    return {each["code"] for each in report["findings"]}


def test_a_pause_is_told_by_check_until_jobs_are_resumed(data: Path) -> None:
    assert "jobs_paused" not in findings(data)
    first = json.loads(run(data, "pause", "--json").stdout)
    assert first["reason"] == "operator"
    assert json.loads(run(data, "pause", "--json").stdout) == first
    assert "haulage jobs resume" in run(data, "pause").stdout
    assert "jobs_paused" in findings(data)
    assert json.loads(run(data, "resume", "--json").stdout) == {"was_paused": True}
    assert run(data, "resume").stdout == "Jobs were not paused.\n"
    assert "jobs_paused" not in findings(data)
