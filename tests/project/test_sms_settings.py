"""Who sends text messages, and what is refused before one goes out."""

import pytest

from haulage.kernel.errors import InvalidInput
from haulage_adapters.assembly.sms_gateways import events, gateway
from haulage_adapters.settings import Settings, is_loopback, read_settings
from haulage_adapters.simulated.sms import SimulatedSms
from haulage_adapters.system.clock import SystemClock
from haulage_adapters.twilio_sms import TwilioSms

REAL = {
    "HAULAGE_TWILIO_ACCOUNT_SID": "AC" + "0a" * 16,
    "HAULAGE_TWILIO_AUTH_TOKEN": "5ecre7" * 6,
    "HAULAGE_TWILIO_FROM": "(212) 555-0100",
}


def test_without_settings_texts_are_simulated_in_the_process() -> None:
    settings = Settings()
    assert "sms" in settings.simulated_services
    assert isinstance(gateway(settings, SystemClock()), SimulatedSms)
    assert events(settings) is None


def test_an_account_sends_real_texts_and_never_changes_the_mode() -> None:
    settings = read_settings(REAL)
    assert (settings.mode, settings.twilio_sender) == ("default", "+12125550100")
    assert "sms" not in settings.simulated_services
    made = gateway(settings, SystemClock())
    assert isinstance(made, TwilioSms)
    assert not made.simulated
    assert events(settings) is not None


def test_no_real_texts_go_out_of_a_demonstration() -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({**REAL, "HAULAGE_DEMO": "1"})
    assert refusal.value.field == "HAULAGE_DEMO"


def test_a_provider_on_this_machine_counts_as_simulated() -> None:
    settings = read_settings({**REAL, "HAULAGE_TWILIO_API_BASE": "http://127.0.0.1:9120"})
    assert "sms" in settings.simulated_services
    assert gateway(settings, SystemClock()).simulated
    assert is_loopback("http://127.0.0.1:9120")


@pytest.mark.parametrize("missing", sorted(REAL))
def test_a_real_account_needs_all_three(missing: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({name: value for name, value in REAL.items() if name != missing})
    assert refusal.value.field == missing


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"HAULAGE_TWILIO_ACCOUNT_SID": "AC12"}, "HAULAGE_TWILIO_ACCOUNT_SID"),
        ({"HAULAGE_TWILIO_AUTH_TOKEN": "5ecre7/with/marks"}, "HAULAGE_TWILIO_AUTH_TOKEN"),
        ({"HAULAGE_TWILIO_FROM": "haulage"}, "HAULAGE_TWILIO_FROM"),
        ({"HAULAGE_TWILIO_FROM": "+1212555"}, "HAULAGE_TWILIO_FROM"),
        ({"HAULAGE_TWILIO_API_BASE": "http://sms.example.com"}, "HAULAGE_TWILIO_API_BASE"),
        ({"HAULAGE_SMS_DELIVERED_SHARE": "95"}, "HAULAGE_SMS_DELIVERED_SHARE"),
        ({"HAULAGE_SMS_LEAST_SECONDS": "5"}, "HAULAGE_SMS_LEAST_SECONDS"),
        ({"HAULAGE_SMS_MOST_SECONDS": "nan"}, "HAULAGE_SMS_MOST_SECONDS"),
    ],
)
def test_what_does_not_fit_together_is_named(changed: dict[str, str], field: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({**REAL, **changed})
    assert refusal.value.field == field
    assert "5ecre7" not in str(refusal.value)


def test_an_address_without_an_account_names_what_is_missing() -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({"HAULAGE_TWILIO_API_BASE": "http://127.0.0.1:9120"})
    assert refusal.value.field == "HAULAGE_TWILIO_ACCOUNT_SID"
