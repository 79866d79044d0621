"""Routes are found where they stand: a handler that is in no list of routes would never be served."""

from pathlib import Path

from haulage_webapp.api_routes import api_routes

ROOT = Path(__file__).parents[2]
PACKAGES = ROOT / "webapp/haulage_webapp"
MOUNTED_IN_APP = {"dev_email", "gotrue", "health", "simulated_sign_in", "sms", "webhooks"}
"""Outside ``/api/v1``."""


def test_every_module_with_handlers_lists_its_routes() -> None:
    handled = {
        path.relative_to(PACKAGES).with_suffix("").as_posix().replace("/", ".")
        for path in PACKAGES.glob("*/*.py")
        if "\n@get(" in path.read_text(encoding="utf-8") or "\n@post(" in path.read_text(encoding="utf-8")
    }
    served = {route.fn.__module__.removeprefix("haulage_webapp.") for route in api_routes()}
    assert {name for name in handled if name.partition(".")[0] not in MOUNTED_IN_APP} <= served
