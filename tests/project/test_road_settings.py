"""The settings of the road engine, alone and together."""

import pytest

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings import RoutesEngine, RoutesTraffic, Settings, read_settings

OSRM = {"HAULAGE_ROUTES_ENGINE": "osrm", "HAULAGE_ROUTES_URL": "http://127.0.0.1:5000/"}


def test_without_settings_the_estimate_finds_ways() -> None:
    assert Settings().routes_engine is RoutesEngine.EMBEDDED
    assert Settings().mode == "default"


def test_an_engine_is_named_with_its_address_and_counts_as_free_flow() -> None:
    settings = read_settings(OSRM)
    assert (settings.routes_engine, settings.routes_url) == (RoutesEngine.OSRM, "http://127.0.0.1:5000")
    assert settings.routes_traffic is RoutesTraffic.FREE_FLOW
    assert settings.mode == "default", "a map engine makes no marketplace real"


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("HAULAGE_ROUTES_ENGINE", "google"),
        ("HAULAGE_ROUTES_URL", "ftp://127.0.0.1"),
        ("HAULAGE_ROUTES_URL", "127.0.0.1:5000"),
        ("HAULAGE_ROUTES_URL", "http://"),
        ("HAULAGE_ROUTES_URL", "http://127.0.0.1:port"),
        ("HAULAGE_ROUTES_URL", "http://127.0.0.1/?key=1"),
        ("HAULAGE_ROUTES_TRAFFIC", "heavy"),
        ("HAULAGE_ROUTES_BUDGET_SECONDS", "0"),
        ("HAULAGE_ROUTES_BUDGET_SECONDS", "60"),
        ("HAULAGE_ROUTES_BUDGET_SECONDS", "nan"),
        ("HAULAGE_ROUTES_ATTEMPT_SECONDS", "soon"),
        ("HAULAGE_ROUTES_CACHE", "-1"),
    ],
)
def test_a_value_that_cannot_be_is_refused_by_its_variable(variable: str, value: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings(OSRM | {variable: value})
    assert refusal.value.field == variable


@pytest.mark.parametrize(
    ("environment", "words"),
    [
        ({"HAULAGE_ROUTES_ENGINE": "osrm"}, "is needed when HAULAGE_ROUTES_ENGINE is osrm"),
        ({"HAULAGE_ROUTES_ENGINE": "valhalla"}, "is needed when HAULAGE_ROUTES_ENGINE is valhalla"),
        ({"HAULAGE_ROUTES_URL": "http://127.0.0.1:5000"}, "HAULAGE_ROUTES_ENGINE is embedded"),
    ],
)
def test_an_engine_and_an_address_need_each_other(environment: dict[str, str], words: str) -> None:
    with pytest.raises(InvalidInput, match=words) as refusal:
        read_settings(environment)
    assert refusal.value.field == "HAULAGE_ROUTES_URL"


def test_the_address_is_shown_without_its_user_and_password() -> None:
    settings = read_settings(OSRM | {"HAULAGE_ROUTES_URL": "https://ann:s@cret@roads.example/osrm"})
    assert settings.shown_routes_url == "https://roads.example/osrm"
