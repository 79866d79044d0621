"""``haulage worker`` as a real process: it does what a command has asked for, and ends when it is told to."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

from cli.test_serve import ENVIRONMENT, STOP_SECONDS
from haulage.jobs import Job, JobKind, JobState
from haulage.kernel.actor import OPERATOR
from haulage.use_cases.marketplace import Marketplace
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings

JOB = Job(JobKind.SEND_REFUND, "pay_unknown")
DONE_WITHIN_SECONDS = 60


async def _ask_and_wait(settings: Settings) -> None:
    async with open_marketplace(settings) as market:
        await market.storage.write(lambda unit: unit.jobs.enqueue(JOB, market.clock.now()))
        async with asyncio.timeout(DONE_WITHIN_SECONDS):
            while not await _is_done(market):  # noqa: ASYNC110 - another process tells nobody
                await asyncio.sleep(0.1)


async def _is_done(market: Marketplace) -> bool:
    return (await market.jobs.manage.show(OPERATOR, JOB.id)).state is JobState.DONE


async def _workers(settings: Settings) -> dict[str, int]:
    async with open_marketplace(settings) as market:
        return await market.storage.read(lambda unit: unit.jobs.workers())


def test_a_worker_does_what_a_command_asked_for_and_leaves_when_told(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "data")
    command = [sys.executable, "-m", "haulage_cli", "worker", "--data", str(settings.data), "--json"]
    with subprocess.Popen(
        command, cwd=tmp_path, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stdout is not None
        assert json.loads(worker.stdout.readline())["database"].startswith("sqlite")
        asyncio.run(_ask_and_wait(settings))
        worker.send_signal(signal.SIGTERM)
        begun = time.monotonic()
        assert worker.wait(STOP_SECONDS) == 0
        assert time.monotonic() - begun < STOP_SECONDS
    assert asyncio.run(_workers(settings)) == {}
