"""Which Stripe is asked, and what is refused before anybody pays."""

import pytest

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings import Settings, read_settings

REAL = {
    "HAULAGE_STRIPE_SECRET_KEY": "sk_live_abcd",
    "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_live_abcd",
    "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_abcd",
}
HERE = {"HAULAGE_STRIPE_API_BASE": "http://127.0.0.1:12111"}


def test_without_settings_cards_are_simulated_in_the_process() -> None:
    settings = Settings()
    assert (settings.mode, settings.simulated_services) == (
        "default",
        ("cards", "payouts", "sales tax", "screening", "mail", "sms"),
    )
    assert not settings.stripe_is_configured


def test_a_real_account_makes_the_mode_real() -> None:
    settings = read_settings(REAL)
    assert (settings.mode, settings.test_mode, settings.stripe_is_real) == ("real", False, True)
    assert "cards" not in settings.simulated_services


@pytest.mark.parametrize(
    "address", ["http://127.0.0.1:12111", "http://localhost:1", "http://[::1]:9", "http://127.9.9.9"]
)
def test_a_provider_on_this_machine_counts_as_simulated(address: str) -> None:
    settings = read_settings({"HAULAGE_STRIPE_API_BASE": address})
    assert (settings.mode, settings.stripe_is_configured, settings.stripe_is_real) == ("default", True, False)
    assert "cards" in settings.simulated_services


@pytest.mark.parametrize(
    "address", ["https://127.0.0.1.example.com", "https://localhost.example.com", "https://10.0.0.1"]
)
def test_an_address_that_only_looks_like_this_machine_does_not(address: str) -> None:
    assert read_settings({**REAL, "HAULAGE_STRIPE_API_BASE": address}).stripe_is_real


@pytest.mark.parametrize("missing", sorted(REAL))
def test_a_real_account_needs_all_three(missing: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({name: value for name, value in REAL.items() if name != missing})
    assert refusal.value.field == missing


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"HAULAGE_STRIPE_SECRET_KEY": "hello"}, "HAULAGE_STRIPE_SECRET_KEY"),
        ({"HAULAGE_STRIPE_SECRET_KEY": "pk_live_abcd"}, "HAULAGE_STRIPE_SECRET_KEY"),
        ({"HAULAGE_STRIPE_PUBLISHABLE_KEY": "sk_live_abcd"}, "HAULAGE_STRIPE_PUBLISHABLE_KEY"),
        ({"HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_test_abcd"}, "HAULAGE_STRIPE_PUBLISHABLE_KEY"),
        ({"HAULAGE_STRIPE_API_BASE": "http://stripe.example.com"}, "HAULAGE_STRIPE_API_BASE"),
        ({"HAULAGE_STRIPE_API_BASE": "nowhere"}, "HAULAGE_STRIPE_API_BASE"),
        (HERE, "HAULAGE_STRIPE_SECRET_KEY"),
        ({"HAULAGE_DEMO": "1"}, "HAULAGE_DEMO"),
        (
            {**HERE, "HAULAGE_STRIPE_SECRET_KEY": "sk_test_abcd", "HAULAGE_STRIPE_OWN_FIELDS": "1"},
            "HAULAGE_STRIPE_PUBLISHABLE_KEY",
        ),
    ],
)
def test_what_does_not_fit_together_is_named(changed: dict[str, str], field: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({**REAL, **changed})
    assert refusal.value.field == field
    assert "abcd" not in str(refusal.value)


@pytest.mark.parametrize(
    ("key", "sentence"),
    [
        ("sk_test_x", "must have 4 to 250 letters after its beginning"),
        ("sk_live_", "must have 4 to 250 letters after its beginning"),
        ("sk_live_" + "a" * 251, "must have 4 to 250 letters after its beginning"),
        ("sk_test_ab cd", "must be a key of letters, digits and _"),
        ("pk_test_abcd", "must be a key that begins with sk_test_ or sk_live_ or rk_test_ or rk_live_"),
    ],
)
def test_a_wrong_key_is_refused_for_what_is_wrong_with_it(key: str, sentence: str) -> None:
    with pytest.raises(InvalidInput, match=sentence):
        read_settings({**REAL, "HAULAGE_STRIPE_SECRET_KEY": key})


def test_the_demonstration_may_pay_at_a_simulation() -> None:
    settings = read_settings({**HERE, "HAULAGE_DEMO": "1"})
    assert (settings.mode, settings.stripe_key) == ("demo", "sk_test_simulated")


def test_stripes_own_fields_are_rehearsed_at_a_simulation_with_a_test_key() -> None:
    request = {"HAULAGE_STRIPE_OWN_FIELDS": "1"}
    settings = read_settings({**HERE, **request, "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_test_abcd"})
    assert (settings.mode, settings.cards_are_shown_to_stripe) == ("default", True)
    assert "cards" in settings.simulated_services
    assert not read_settings(HERE).cards_are_shown_to_stripe
    for missing, field in ((HERE, "HAULAGE_STRIPE_PUBLISHABLE_KEY"), ({}, "HAULAGE_STRIPE_API_BASE")):
        with pytest.raises(InvalidInput) as refusal:
            read_settings({**missing, **request})
        assert refusal.value.field == field


def test_several_webhook_secrets_are_good_at_once() -> None:
    environment = {"HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_old1, whsec_new1,whsec_old1"}
    assert read_settings(REAL | environment).stripe_webhook_secret == ("whsec_old1", "whsec_new1")
    many = ",".join(f"whsec_secret{number}" for number in range(6))
    with pytest.raises(InvalidInput, match="at most 5"):
        read_settings(REAL | {"HAULAGE_STRIPE_WEBHOOK_SECRET": many})
