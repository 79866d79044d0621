"""``haulage training``: the modules, an applicant's training, new attempts and certificates."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cli.test_orders import CUSTOMER
from haulage_adapters.assembly import open_marketplace
from haulage_adapters.settings import Settings
from haulage_cli.runtime import somebody


@pytest.fixture
def trained(haulage: Any, data: Path) -> tuple[str, str]:
    """The id of a draft whose applicant began the quiz, and the code of a certificate."""

    async def train() -> tuple[str, str]:
        async with open_marketplace(Settings(data=data)) as marketplace:
            actor = await somebody(marketplace, CUSTOMER)
            begun = await marketplace.onboarding.apply.begin(actor)
            await marketplace.training.quiz.begin(actor, "safety-quiz")
            await marketplace.training.take.watch(actor, "vehicle-inspection")
            done = (await marketplace.training.take.complete(actor, "vehicle-inspection")).progress
            return begun.application.id, (done and done.certificate_code) or ""

    return asyncio.run(train())


def test_an_operator_sees_resets_and_verifies(haulage: Any, data: Path, trained: tuple[str, str]) -> None:
    application_id, code = trained
    assert len(haulage("training", "modules", "--json").json) == 5
    assert "safety-quiz" in haulage("training", "modules").out
    shown = haulage("training", "show", application_id, "--data", data)
    for word in ("vehicle-inspection", "completed", code, "not begun"):
        assert word in shown.out
    reason = ("--reason", "Asked by phone")
    reset = haulage("training", "reset", application_id, "safety-quiz", *reason, "--data", data, "--json")
    assert (reset.json["percent"], reset.json["modules"][3]["attempts_left"]) == (20, 3)
    refused = haulage(
        "training", "reset", application_id, "vehicle-inspection", *reason, "--data", data, "--json"
    )
    assert (refused.code, refused.json["code"]) == (1, "module_completed")
    assert haulage("training", "verify", code, "--data", data, "--json").json["module_id"] == (
        "vehicle-inspection"
    )
    assert haulage("training", "verify", "crt_x", "--data", data).code == 1
