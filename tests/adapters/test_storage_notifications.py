"""What a unit of work notifies of is published after its commit, each topic once, and never without it."""

from typing import Any

import attrs
import pytest

from builders import NOON, a_driver, an_order, minutes_later
from haulage.dispatch import JobOffer, OfferKind
from haulage.jobs import Job, JobKind
from haulage.kernel.errors import Conflict, InvalidInput
from haulage.messaging import NewMessage, Participant, Party, posted
from haulage.ports.runtime.topics import JOBS, OPEN_OFFERS, Topic, offers_topic, order_topic
from haulage.ports.storage.unit_of_work import UnitOfWork
from haulage_adapters.notifier.in_process import InProcessNotifier
from haulage_adapters.sql.errors import TransactionLost
from haulage_adapters.sql.storage import SqlStorage

pytestmark = pytest.mark.anyio

ONE, OTHER = order_topic("ord_1"), order_topic("ord_2")
CUSTOMER, DRIVER = Participant("usr_3", Party.CUSTOMER), Participant("usr_1", Party.DRIVER)


class RecordingNotifier(InProcessNotifier):
    """Remembers what was published, and how many drivers were marked as changed by then."""

    def __init__(self) -> None:
        super().__init__()
        self.published: list[Topic] = []
        self.changed: list[int] = []
        self.storage: SqlStorage | None = None

    async def publish(self, topic: Topic) -> None:
        self.published.append(topic)
        if self.storage is not None:
            drivers = await self.storage.read(
                lambda unit: unit.drivers.changed_since(minutes_later(59), None, 9)
            )
            self.changed.append(len(drivers))


@pytest.fixture
def notifier() -> RecordingNotifier:
    return RecordingNotifier()


@pytest.fixture
def notifying(scene: Any, storage: SqlStorage, notifier: RecordingNotifier) -> SqlStorage:
    return attrs.evolve(storage, notifier=notifier)


async def test_topics_are_published_once_each_in_the_order_in_which_they_came(
    notifying: SqlStorage, notifier: RecordingNotifier
) -> None:
    async def work(unit: UnitOfWork) -> int:
        unit.notify(OTHER)
        unit.notify(ONE, OTHER, ONE)
        return 42

    assert await notifying.write(work) == 42
    assert notifier.published == [OTHER, ONE]


async def test_whoever_is_notified_finds_what_was_changed(
    notifying: SqlStorage, notifier: RecordingNotifier
) -> None:
    notifier.storage = notifying

    async def work(unit: UnitOfWork) -> None:
        unit.notify(ONE)
        await unit.drivers.mark_changed("drv_1", minutes_later(60))

    await notifying.write(work)
    assert notifier.changed == [1]


async def test_nothing_is_published_of_a_unit_that_is_undone(
    notifying: SqlStorage, notifier: RecordingNotifier
) -> None:
    async def fail(unit: UnitOfWork) -> None:
        unit.notify(ONE)
        raise InvalidInput("order", "is none")

    with pytest.raises(InvalidInput):
        await notifying.write(fail)
    assert notifier.published == []


async def test_nothing_is_published_of_a_unit_whose_commit_is_refused(
    notifying: SqlStorage, notifier: RecordingNotifier
) -> None:
    async def fail_unnoticed(unit: UnitOfWork) -> None:
        unit.notify(ONE)
        with pytest.raises(Conflict):
            await unit.drivers.add(a_driver("drv_1", user_id="usr_1"))

    with pytest.raises(Conflict):
        await notifying.write(fail_unnoticed)
    assert notifier.published == []


async def test_a_unit_that_was_run_again_is_published_once(
    notifying: SqlStorage, notifier: RecordingNotifier
) -> None:
    runs = 0

    async def lose_twice(unit: UnitOfWork) -> None:
        nonlocal runs
        runs += 1
        unit.notify(order_topic(f"ord_{runs}"))
        if runs < 3:
            raise TransactionLost

    await notifying.write(lose_twice)
    assert notifier.published == [order_topic("ord_3")]


async def test_a_unit_that_only_reads_publishes_nothing(
    notifying: SqlStorage, notifier: RecordingNotifier
) -> None:
    async def look(unit: UnitOfWork) -> None:
        unit.notify(ONE)

    await notifying.read(look)
    assert notifier.published == []


async def test_jobs_notify_the_workers_unless_they_are_enqueued_already(
    notifying: SqlStorage, notifier: RecordingNotifier
) -> None:
    job = Job(JobKind.SEND_REFUND, "pay_1")
    await notifying.write(lambda unit: unit.jobs.enqueue(job, NOON))
    await notifying.write(lambda unit: unit.jobs.enqueue(job, NOON))
    assert notifier.published == [JOBS]


async def test_a_message_notifies_its_order_when_it_is_added_and_when_it_is_read(
    scene: Any, notifying: SqlStorage, notifier: RecordingNotifier
) -> None:
    await scene.order(an_order("ord_1", customer_id="usr_3"))
    await notifying.write(lambda unit: unit.messages.add(a_message("ord_1")))
    for _ in range(2):
        await notifying.write(lambda unit: unit.messages.mark_read("ord_1", "usr_1", minutes_later(5)))
    assert notifier.published == [ONE, ONE], "the second time there was nothing to read"


@pytest.mark.parametrize(("driver_id", "audience"), [("drv_1", offers_topic("drv_1")), (None, OPEN_OFFERS)])
async def test_an_offer_notifies_its_order_and_those_to_whom_it_is_made(
    scene: Any,
    notifying: SqlStorage,
    notifier: RecordingNotifier,
    driver_id: str | None,
    audience: Topic,
) -> None:
    await scene.order(an_order("ord_1", customer_id="usr_3"))
    kind = OfferKind.IN_TURN if driver_id else OfferKind.EVERYONE
    offer = JobOffer("off_1", "ord_1", 1, 1, kind, driver_id, NOON)
    await notifying.write(lambda unit: unit.job_offers.add(offer))
    assert notifier.published == [ONE, audience]


def a_message(order_id: str) -> Any:
    return posted(NewMessage("msg_1", order_id, CUSTOMER, DRIVER, "Hello"), NOON, sms_refusal=None)
