"""A server process does not begin beside unsafe settings, whatever started it."""

from pathlib import Path

import pytest

from haulage_adapters.settings import Settings
from haulage_adapters.startup_checks import UnsafeStart
from haulage_webapp.app import create_app

pytestmark = pytest.mark.anyio


async def test_real_money_is_not_served_beside_unsafe_settings(tmp_path: Path) -> None:
    settings = Settings(
        data=tmp_path / "own",
        stripe_secret_key="sk_live_abcd",
        stripe_publishable_key="pk_live_abcd",
        stripe_webhook_secret="whsec_abcd",
    )
    app = create_app(settings)
    with pytest.RaisesGroup(UnsafeStart):
        async with app.lifespan():
            pass
    assert not (tmp_path / "own").exists()
