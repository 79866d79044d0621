"""Backups: taken while orders are acknowledged, verified, and restored with everything until then."""

import asyncio
import io
import json
import os
import sqlite3
import stat
import tarfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import attrs
import pytest

from haulage.kernel.actor import OPERATOR, Actor, UserType
from haulage.orders import Order
from haulage.ports.storage.audit import EVERYTHING
from haulage_adapters.backups import (
    ArchiveDamaged,
    BackupFailed,
    Manifest,
    Restored,
    RestoreRefused,
    Verified,
    restore_backup,
    take_backup,
)
from haulage_adapters.backups.archive import examine
from haulage_adapters.data_folder.operating_records import last_backup
from haulage_adapters.files_local import FolderFiles
from haulage_adapters.settings import Settings
from haulage_adapters.sql.migrations import newest
from postgres import server
from use_cases.paying_out import ask, payable, stored
from use_cases.scenario import Identifiers, Scenario, open_scenario_at

pytestmark = pytest.mark.anyio

ORDERS = int(os.environ.get("HAULAGE_TEST_BACKED_UP", "12"))
"""Acknowledged before the backup begins; `nox -s soak -- backups` has thousands."""

AT_ANY_PACE = {"limit_factor": 1_000.0}
"""One customer asks for all of the quotes, within an hour of the clock."""

PHOTO = "proofs/ord_1/abc.jpg"


@pytest.fixture
def empty(request: pytest.FixtureRequest, database: str, tmp_path: Path) -> Iterator[Settings]:
    """Where to restore to: of the same kind as *database*."""
    data = tmp_path / "restored"
    if database.startswith("sqlite"):
        yield Settings(data=data)
        return
    url = server().create()
    yield Settings(data=data, database=url)
    server().drop(url)


@attrs.frozen
class Shop:
    """A marketplace that takes orders, and the settings by which it is backed up."""

    scenario: Scenario
    settings: Settings
    customer: Actor
    driver: Actor
    acknowledged: list[Order] = attrs.Factory(list)

    async def order(self) -> None:
        """One order, acknowledged when this returns; every third is paid, and cancelled again."""
        order = await self.scenario.book(self.customer, self.driver)
        if len(self.acknowledged) % 3 == 0:
            await self.scenario.pay(self.customer, order)
            order = await self.scenario.market.orders.cancel(self.customer, order.id, "Changed my mind")
        self.acknowledged.append(order)

    async def back_up(self, place: Path) -> Manifest:
        return await asyncio.to_thread(take_backup, self.settings, place)


@pytest.fixture
async def shop(anyio_backend: str, database: str, tmp_path: Path) -> AsyncIterator[Shop]:
    data = tmp_path / "live"
    data.mkdir()
    async with open_scenario_at(database, data, **AT_ANY_PACE) as scenario:
        await FolderFiles(data / "files").put(PHOTO, b"a photo")
        settings = Settings(data=data, database=database)
        yield Shop(scenario, settings, await scenario.customer(), await scenario.driver())


async def restore(
    settings: Settings, archive: Path, *, replace: bool = False, unsigned: bool = False
) -> Restored:
    return await asyncio.to_thread(restore_backup, settings, archive, replace=replace, unsigned=unsigned)


@asynccontextmanager
async def restored_town(settings: Settings) -> AsyncIterator[Scenario]:
    async with open_scenario_at(settings.database_url, settings.data) as scenario:
        identifiers = scenario.market.quotes.request.price.identifiers
        assert isinstance(identifiers, Identifiers)
        identifiers._counts = BeyondThose()
        yield scenario


class BeyondThose(Counter[str]):
    """Numbers that the other marketplace has not given out."""

    def __missing__(self, key: str) -> int:
        return 1_000 * (1 + ORDERS)


@asynccontextmanager
async def under_load(shop: Shop) -> AsyncIterator[None]:
    """Orders go on being acknowledged."""
    closing_time = asyncio.Event()

    async def sell() -> None:
        while not closing_time.is_set():
            await shop.order()

    selling = asyncio.create_task(sell())
    try:
        yield
    finally:
        closing_time.set()
        await selling


async def test_everything_acknowledged_before_a_backup_under_load_is_in_the_restored_marketplace(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    place = tmp_path / "backup.tar.gz"
    while len(shop.acknowledged) < ORDERS:
        await shop.order()
    async with under_load(shop):
        before = list(shop.acknowledged)
        manifest = await shop.back_up(place)
    assert len(shop.acknowledged) > len(before)
    report = await restore(empty, place)
    assert (list(report.problems), report.revision) == ([], newest())
    async with restored_town(empty) as scenario:
        assert [await scenario.order(order.id) for order in before] == before
        assert (await scenario.market.ledger.verify(OPERATOR)).in_order
        assert (await scenario.market.audit.verify(OPERATOR)).fault is None
        newest_entry = await scenario.storage.read(lambda unit: unit.audit.newest(1, wanted=EVERYTHING))
        assert newest_entry[0].action == "jobs_paused"
        assert newest_entry[0].number == manifest.state.audit.number + 1
    assert await FolderFiles(empty.data / "files").get(PHOTO) == b"a photo"


async def test_a_restored_marketplace_goes_on_where_the_other_stopped(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    await shop.order()
    await shop.back_up(tmp_path / "backup.tar.gz")
    await restore(empty, tmp_path / "backup.tar.gz")
    async with restored_town(empty) as scenario:
        pause = await scenario.market.jobs.manage.paused(OPERATOR)
        assert pause is not None
        assert pause.reason == "restored"
        assert await scenario.later(days=3) == 0
        assert await scenario.market.jobs.manage.resume(OPERATOR)
        customer, driver = await scenario.customer("bea"), await scenario.driver("dan")
        order = await scenario.book(customer, driver)
        assert order.number == shop.acknowledged[-1].number + 1


async def test_a_payout_may_have_been_sent_since_the_backup_that_it_is_restored_from(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    await payable(shop.scenario, "drv_pat", 50_00)
    pat = Actor("usr_pat", UserType.DRIVER, "drv_pat")
    payout = await ask(shop.scenario, pat, 10_00)
    assert payout.asked_at is None
    await shop.back_up(tmp_path / "backup.tar.gz")
    await restore(empty, tmp_path / "backup.tar.gz")
    async with restored_town(empty) as scenario:
        assert (await stored(scenario, payout)).asked_at is not None


async def test_a_backup_is_private_noted_and_without_the_secret(shop: Shop, tmp_path: Path) -> None:
    place = tmp_path / "backup.tar.gz"
    manifest = await signed(shop).back_up(place)
    assert stat.S_IMODE(place.stat().st_mode) == 0o600
    assert last_backup(shop.settings.data) == manifest.begun_at
    assert manifest.key_id
    assert all(b"sixteen characters" not in content for _, content in contents(place))


SECRET = "sixteen characters"


def signed(shop: Shop) -> Shop:
    return attrs.evolve(shop, settings=attrs.evolve(shop.settings, secret_key=SECRET))


async def test_a_backup_that_the_secret_signed_is_restored_where_the_secret_or_its_successor_is_set(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    place = tmp_path / "backup.tar.gz"
    await signed(shop).back_up(place)
    own = attrs.evolve(empty, secret_key=SECRET)
    later = attrs.evolve(empty, secret_key="another sixteen or more", secret_key_previous=SECRET)
    assert (await restore(own, place)).verified is Verified.YES
    assert (await restore(later, place, replace=True)).verified is Verified.YES


async def test_a_backup_that_somebody_else_wrote_is_refused_where_a_secret_is_set(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    """Whoever writes to the place of the backups can write a whole archive, and nothing in it is wrong."""
    place, forged = tmp_path / "backup.tar.gz", tmp_path / "forged.tar.gz"
    await signed(shop).back_up(place)
    here = attrs.evolve(empty, secret_key=SECRET)
    *members, (_, manifest), signature = contents(place)
    changed = manifest.replace(b'"begun_at"', b' "begun_at"')
    assert changed != manifest
    written(forged, [*members, ("manifest.json", changed), signature])
    with pytest.raises(RestoreRefused, match="signed with another one, or changed"):
        await restore(here, forged)
    written(forged, [*members, ("manifest.json", changed)])
    with pytest.raises(RestoreRefused, match="has no signature"):
        await restore(here, forged)
    assert not here.data.exists()
    assert (await restore(here, forged, unsigned=True)).verified is Verified.NO


async def test_a_secret_that_is_another_one_is_told(shop: Shop, empty: Settings, tmp_path: Path) -> None:
    place = tmp_path / "backup.tar.gz"
    await signed(shop).back_up(place)
    report = await restore(empty, place)
    assert (report.other_secret, report.verified) == (True, Verified.WITHOUT_SECRET)


async def test_no_statement_is_made_of_what_an_archive_says(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    place, forged = tmp_path / "backup.tar.gz", tmp_path / "forged.tar.gz"
    await shop.back_up(place)
    *members, (_, manifest) = contents(place)
    facts = json.loads(manifest)
    facts["state"]["counts"]['orders" UNION SELECT 1 FROM "orders'] = 0
    written(forged, [*members, ("manifest.json", json.dumps(facts).encode())])
    with pytest.raises(RestoreRefused, match='UNION SELECT 1 FROM "orders has None rows instead of 0'):
        await restore(empty, forged)


async def test_an_archive_that_is_exchanged_while_it_is_restored_is_refused(
    shop: Shop, empty: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, other = tmp_path / "backup.tar.gz", tmp_path / "other.tar.gz"
    await shop.back_up(place)
    await shop.order()
    await shop.back_up(other)

    def exchange(*_: object) -> None:
        other.replace(place)

    monkeypatch.setattr("haulage_adapters.backups.restore._require_fit", exchange)
    with pytest.raises(ArchiveDamaged, match="changed while it was restored"):
        await restore(empty, place)
    assert not (empty.data / "files").exists()
    assert not (empty.data / "haulage.sqlite3").exists()


async def test_a_backup_that_fails_leaves_nothing_behind(
    shop: Shop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "backups"
    folder.mkdir()

    def full(_file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("haulage_adapters.backups.archive.os.fsync", full)
    with pytest.raises(BackupFailed, match="No space left on device"):
        await shop.back_up(folder / "backup.tar.gz")
    assert list(folder.iterdir()) == []
    assert last_backup(shop.settings.data) is None


async def test_no_file_is_written_over(shop: Shop, tmp_path: Path) -> None:
    (tmp_path / "backup.tar.gz").write_text("mine")
    with pytest.raises(BackupFailed, match="is there already"):
        await shop.back_up(tmp_path / "backup.tar.gz")
    assert (tmp_path / "backup.tar.gz").read_text() == "mine"


def contents(archive: Path) -> list[tuple[str, bytes]]:
    with tarfile.open(archive) as tar:
        return [(info.name, tar.extractfile(info).read()) for info in tar]  # type: ignore[union-attr]


def written(archive: Path, members: list[tuple[str, bytes]]) -> None:
    with tarfile.open(archive, "w:gz") as tar:
        for name, content in members:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            tar.addfile(info, io.BytesIO(content))


async def refused(settings: Settings, archive: Path) -> str:
    with pytest.raises(ArchiveDamaged) as refusal:
        await restore(settings, archive)
    assert not (settings.data / "files").exists()
    return refusal.value.member


async def test_a_damaged_archive_is_refused_with_the_name_of_the_member(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    place, bad = tmp_path / "backup.tar.gz", tmp_path / "bad.tar.gz"
    await shop.order()
    await shop.back_up(place)
    members = contents(place)
    for at, (name, content) in enumerate(members[:-1]):
        changed = bytes([content[0] ^ 1]) + content[1:]
        written(bad, [*members[:at], (name, changed), *members[at + 1 :]])
        assert await refused(empty, bad) == name
    photo = members[-2][0]
    assert photo == f"files/{PHOTO}"
    written(bad, [*members[:-2], members[-1]])
    assert await refused(empty, bad) == photo
    written(bad, [*members[:-1], ("files/proofs/ord_2/more.jpg", b"more"), members[-1]])
    assert await refused(empty, bad) == "files/proofs/ord_2/more.jpg"
    written(bad, members[:-1])
    assert await refused(empty, bad) == "manifest.json"
    bad.write_bytes(place.read_bytes()[:-100])
    await refused(empty, bad)
    bad.write_bytes(b"no archive at all")
    await refused(empty, bad)
    await refused(empty, tmp_path / "nothing.tar.gz")


async def test_a_bit_that_flips_on_the_disk_is_noticed(shop: Shop, tmp_path: Path) -> None:
    """Unless it says the same in other words, as a run of zeros can be packed in several."""
    place = tmp_path / "backup.tar.gz"
    await shop.back_up(place)
    whole, members, noticed = place.read_bytes(), contents(place), 0
    for part in range(1, 20):
        at = len(whole) * part // 20
        place.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        try:
            examine(place).read()
        except ArchiveDamaged:
            noticed += 1
        else:
            assert contents(place) == members
    assert noticed > 10


async def test_a_backup_of_a_newer_release_is_refused(shop: Shop, empty: Settings, tmp_path: Path) -> None:
    place = tmp_path / "backup.tar.gz"
    await shop.back_up(place)
    members = contents(place)
    changed = members[-1][1].replace(str(newest()).encode(), b"9999_of_tomorrow")
    written(place, [*members[:-1], ("manifest.json", changed)])
    with pytest.raises(RestoreRefused, match="9999_of_tomorrow"):
        await restore(empty, place)


async def test_what_is_there_is_replaced_only_when_that_is_wished(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    place = tmp_path / "backup.tar.gz"
    await shop.order()
    await shop.back_up(place)
    await restore(empty, place)
    async with restored_town(empty) as scenario:
        extra = await scenario.book(await scenario.customer("bea"), await scenario.driver("dan"))
    with pytest.raises(RestoreRefused, match="--replace"):
        await restore(empty, place)
    async with restored_town(empty) as scenario:
        assert (await scenario.order(extra.id)).id == extra.id
    report = await restore(empty, place, replace=True)
    async with restored_town(empty) as scenario:
        assert await scenario.storage.read(lambda unit: unit.orders.get(extra.id)) is None
        assert (await scenario.order(shop.acknowledged[0].id)).number == shop.acknowledged[0].number
    if empty.database is None:
        (aside,) = [path for path in report.set_aside if path.is_file()]
        with closing(sqlite3.connect(aside)) as connection:
            assert connection.execute("SELECT count(*) FROM orders").fetchone() == (2,)


async def test_a_database_in_use_is_not_replaced(shop: Shop, empty: Settings, tmp_path: Path) -> None:
    place = tmp_path / "backup.tar.gz"
    await shop.back_up(place)
    await restore(empty, place)
    async with restored_town(empty) as scenario:
        customer = await scenario.customer("bea")
        with pytest.raises(RestoreRefused, match="in use"):
            await restore(empty, place, replace=True)
        await scenario.quote(customer)


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_a_damaged_database_can_be_replaced_and_is_set_aside(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    place = tmp_path / "backup.tar.gz"
    await shop.back_up(place)
    empty.data.mkdir()
    (empty.data / "haulage.sqlite3").write_bytes(b"what is left of it")
    (empty.data / "haulage.sqlite3-wal").write_bytes(b"of another file")
    report = await restore(empty, place, replace=True)
    assert sorted(path.read_bytes() for path in report.set_aside) == [
        b"of another file",
        b"what is left of it",
    ]
    async with restored_town(empty) as scenario:
        assert await scenario.market.jobs.manage.paused(OPERATOR) is not None


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
async def test_the_backup_of_another_kind_of_database_is_refused(
    shop: Shop, empty: Settings, tmp_path: Path
) -> None:
    await shop.back_up(tmp_path / "backup.tar.gz")
    other = attrs.evolve(empty, database="postgresql+psycopg://nobody@127.0.0.1:1/none")
    with pytest.raises(RestoreRefused, match="sqlite database"):
        await restore(other, tmp_path / "backup.tar.gz")


async def test_a_backup_does_not_hold_up_who_writes(shop: Shop, tmp_path: Path) -> None:
    async with under_load(shop):
        had = len(shop.acknowledged)
        await shop.back_up(tmp_path / "backup.tar.gz")
        async with asyncio.timeout(60):
            while len(shop.acknowledged) <= had:  # noqa: ASYNC110 - orders tell nobody
                await asyncio.sleep(0.01)
