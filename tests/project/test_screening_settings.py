"""Who checks applicants, by the settings."""

import pytest

from haulage.kernel.errors import InvalidInput
from haulage.screening import ScreeningPackage
from haulage_adapters.settings import Settings, read_settings

KEY = "0123456789abcdef01234567"
NEARBY = "http://127.0.0.1:12112"


def test_without_a_key_checks_are_simulated_in_the_process() -> None:
    settings = Settings()
    assert not settings.checkr_is_configured
    assert "screening" in settings.simulated_services


def test_a_key_makes_the_mode_real() -> None:
    settings = read_settings({"HAULAGE_CHECKR_API_KEY": KEY})
    assert settings.mode == "real"
    assert "screening" not in settings.simulated_services
    assert KEY not in repr(settings.simulated_services)


def test_a_provider_on_this_machine_is_a_simulation() -> None:
    settings = read_settings({"HAULAGE_CHECKR_API_BASE": NEARBY})
    assert (settings.mode, settings.checkr_is_configured) == ("default", True)
    assert "screening" in settings.simulated_services


def test_packages_have_the_names_of_the_account() -> None:
    settings = read_settings({"HAULAGE_CHECKR_PACKAGES": "driver_pro=ours, basic=ours_basic"})
    assert settings.checkr_packages == {
        ScreeningPackage.DRIVER_PRO: "ours",
        ScreeningPackage.DRIVER_STANDARD: "driver_standard",
        ScreeningPackage.BASIC: "ours_basic",
    }


@pytest.mark.parametrize(
    ("variables", "at_fault"),
    [
        ({"HAULAGE_CHECKR_API_KEY": "short"}, "HAULAGE_CHECKR_API_KEY"),
        ({"HAULAGE_CHECKR_PACKAGES": "gold=ours"}, "HAULAGE_CHECKR_PACKAGES"),
        ({"HAULAGE_CHECKR_FLOW": "magic"}, "HAULAGE_CHECKR_FLOW"),
        ({"HAULAGE_CHECKR_API_BASE": "https://checkr.example"}, "HAULAGE_CHECKR_API_KEY"),
        (
            {"HAULAGE_CHECKR_API_BASE": "http://checkr.example", "HAULAGE_CHECKR_API_KEY": KEY},
            "HAULAGE_CHECKR_API_BASE",
        ),
        (
            {"HAULAGE_CHECKR_API_BASE": NEARBY, "HAULAGE_CHECKR_API_KEY": KEY},
            "HAULAGE_CHECKR_API_KEY",
        ),
    ],
)
def test_what_would_show_a_key_to_the_wrong_is_refused(variables: dict[str, str], at_fault: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        read_settings(variables)
    assert refused.value.name == at_fault
