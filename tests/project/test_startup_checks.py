"""What is unsafe about settings and state, and where it keeps the server from starting."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import attrs
import pytest

from haulage.kernel.errors import InvalidInput
from haulage.use_cases.readiness import Readiness
from haulage_adapters.settings import Settings, read_settings, unknown_variables
from haulage_adapters.startup_checks import CHECKS, Facts, Severity, UnsafeStart, findings, require_safe

NOW = datetime(2026, 12, 1, 12, tzinfo=UTC)
STRIPE = {
    "HAULAGE_STRIPE_SECRET_KEY": "sk_live_abcd",
    "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_live_abcd",
    "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_abcd",
    "HAULAGE_STRIPE_CONNECT_WEBHOOK_SECRET": "whsec_efgh",
}
SMTP = {
    "HAULAGE_SMTP_URL": "smtps://ann:pw@mail.example.com",
    "HAULAGE_MAIL_FROM": "haulage <hello@example.com>",
}
TWILIO = {
    "HAULAGE_TWILIO_ACCOUNT_SID": "AC" + "0" * 32,
    "HAULAGE_TWILIO_AUTH_TOKEN": "0123456789abcdef",
    "HAULAGE_TWILIO_FROM": "+12125550100",
}
CHECKR_TEST_KEY = "test_0123456789abcdef"
SAFE = {
    **STRIPE,
    **SMTP,
    **TWILIO,
    "HAULAGE_CHECKR_API_KEY": "0123456789abcdef01234567",
    "HAULAGE_SECRET_KEY": "3f9a1c77e0b24d58",
    "HAULAGE_TAX_VAULT_KEY": "b81d40c2f7a95e36d0147fa82cb3e965",
    "HAULAGE_PUBLIC_URL": "https://haulage.example.com",
    "HAULAGE_TRUSTED_PROXIES": "1",
    "HAULAGE_CLAMAV": "tcp://scanner:3310",
    "HAULAGE_AUDIT_HEADS": "auditor@example.org",
}
READY = Readiness(0, confirmed_tax_rows=3, confirmed_authority_rows=2)


def facts(environment: Mapping[str, str]) -> Facts:
    return Facts(read_settings(environment), NOW, stored=READY, last_backup=NOW - timedelta(hours=23))


def found(facts: Facts) -> dict[str, Severity]:
    return {finding.code: finding.severity for finding in findings(facts)}


def without(environment: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: value for name, value in environment.items() if name not in names}


def test_nothing_is_found_where_everything_is_as_it_should_be() -> None:
    assert found(facts(SAFE)) == {}


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        (without(SAFE, "HAULAGE_SECRET_KEY"), "secret_key"),
        ({**SAFE, "HAULAGE_SECRET_KEY": "3f9a1c77e0b24d5"}, "secret_key"),
        (without(SAFE, "HAULAGE_TAX_VAULT_KEY"), "tax_vault_key"),
        ({**SAFE, "HAULAGE_TAX_VAULT_KEY": "f" * 31}, "tax_vault_key"),
        ({**SAFE, "HAULAGE_SECRET_KEY": SAFE["HAULAGE_TAX_VAULT_KEY"]}, "tax_vault_key"),
        ({**SAFE, "HAULAGE_PUBLIC_URL": "http://haulage.example.com"}, "public_https"),
        (without(SAFE, *SMTP), "mail_server"),
        ({**SAFE, "HAULAGE_AUTOCONFIRM": "1"}, "autoconfirm"),
        ({**SAFE, "HAULAGE_SIMULATED_SIGN_IN": "1"}, "simulated_sign_in"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "http://localhost:3000/**"}, "redirects"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "https://127.0.0.1/**"}, "redirects"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "http://shop.example.com/**"}, "redirects"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "https://**"}, "redirects"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "https://*/**"}, "redirects"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "https://*.com/**"}, "redirects"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "https://shop.*.com/**"}, "redirects"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "https://shop.example.com**"}, "redirects"),
        ({**SAFE, "HAULAGE_REDIRECT_ALLOW": "https://shop.example.[a-z]om/"}, "redirects"),
        ({**SAFE, "HAULAGE_CHECKR_API_KEY": CHECKR_TEST_KEY}, "rehearsed_screening"),
        (
            {
                **SAFE,
                "HAULAGE_CHECKR_API_KEY": CHECKR_TEST_KEY,
                "HAULAGE_CHECKR_API_BASE": "http://127.0.0.1:9",
            },
            "rehearsed_screening",
        ),
    ],
)
def test_real_money_is_refused_beside_unsafe_settings(environment: dict[str, str], code: str) -> None:
    refused = [name for name, severity in found(facts(environment)).items() if severity is Severity.REFUSE]
    assert refused == [code]


@pytest.mark.parametrize(
    "pattern",
    ["https://shop.example.com/**", "https://*.example.com/**", "https://*-ann.example.com/after?to=*"],
)
def test_sign_ins_may_lead_to_sites_of_ones_own(pattern: str) -> None:
    assert found(facts({**SAFE, "HAULAGE_REDIRECT_ALLOW": pattern})) == {}


@pytest.mark.parametrize("secret", ["passwordpassword", "0123456789abcdef", "a" * 40, "changeme" * 20])
def test_a_long_secret_that_can_be_guessed_is_a_warning(secret: str) -> None:
    asked = facts({**SAFE, "HAULAGE_SECRET_KEY": secret})
    assert found(asked) == {"guessable_secret": Severity.WARN}


@pytest.mark.parametrize(
    ("address", "is_found"),
    [
        ("postgresql+psycopg://ann:pw@db.example.com/haulage", True),
        ("postgresql+psycopg://ann@db.example.com/haulage?sslmode=prefer", True),
        ("postgresql+psycopg://ann@/haulage?host=db.example.com", True),
        ("postgresql+psycopg://ann@db.example.com/haulage?sslmode=verify-full", False),
        ("postgresql+psycopg://ann@127.0.0.1/haulage", False),
        ("postgresql+psycopg://ann@/haulage?host=/run/postgresql", False),
    ],
)
def test_a_database_across_a_network_without_tls_is_a_warning(address: str, is_found: bool) -> None:
    asked = facts({**SAFE, "HAULAGE_DATABASE": address})
    assert found(asked) == ({"database_tls": Severity.WARN} if is_found else {})


def test_a_variable_that_is_no_setting_is_told_in_every_mode_with_the_one_that_is_meant() -> None:
    unknown = unknown_variables(
        {
            "HAULAGE_DATABASE_URL": "postgresql:///haulage",
            "HAULAGE_DEMO": "1",
            "HAULAGE_AS": "usr_1",
            "PATH": "",
        }
    )
    assert unknown == {"HAULAGE_DATABASE_URL": "HAULAGE_DATABASE"}
    [finding] = findings(Facts(read_settings({}), NOW, unknown_settings=unknown))
    assert (finding.code, finding.severity) == ("unknown_setting", Severity.WARN)
    assert "HAULAGE_DATABASE_URL (perhaps HAULAGE_DATABASE)" in finding.sentence


def test_real_money_is_refused_while_others_can_read_the_data() -> None:
    asked = attrs.evolve(facts(SAFE), open_paths=(Path("data/haulage.sqlite3"),))
    assert found(asked) == {"file_modes": Severity.REFUSE}


@pytest.mark.parametrize(
    ("changed", "code"),
    [
        ({"stored": attrs.evolve(READY, administrators_without_second_factor=1)},
         "administrators_without_second_factor"),
        ({"stored": attrs.evolve(READY, confirmed_tax_rows=0)}, "sales_tax_unconfirmed"),
        ({"stored": attrs.evolve(READY, confirmed_authority_rows=0)}, "authority_unconfirmed"),
        ({"last_backup": None}, "backup"),
        ({"last_backup": NOW - timedelta(days=1, seconds=1)}, "backup"),
    ],
)  # fmt: skip
def test_what_can_be_mended_while_serving_is_a_warning(changed: dict[str, object], code: str) -> None:
    assert found(attrs.evolve(facts(SAFE), **changed)) == {code: Severity.WARN}


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        (without(SAFE, "HAULAGE_TRUSTED_PROXIES"), "trusted_proxies"),
        (without(SAFE, "HAULAGE_CLAMAV"), "virus_scan"),
        (without(SAFE, *TWILIO), "simulated_services"),
        (without(SAFE, "HAULAGE_AUDIT_HEADS"), "audit_heads"),
        (
            {
                **SAFE,
                "HAULAGE_STRIPE_SECRET_KEY": "sk_test_abcd",
                "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_test_abcd",
            },
            "stripe_test_keys",
        ),
        (without(SAFE, "HAULAGE_STRIPE_CONNECT_WEBHOOK_SECRET"), "stripe_connect_webhook"),
    ],
)
def test_what_is_doubtful_in_real_mode_is_a_warning(environment: dict[str, str], code: str) -> None:
    assert found(facts(environment)) == {code: Severity.WARN}


def test_test_keys_of_both_companies_are_a_rehearsal_and_no_refusal() -> None:
    stripe = {"HAULAGE_STRIPE_SECRET_KEY": "sk_test_abcd", "HAULAGE_STRIPE_PUBLISHABLE_KEY": "pk_test_abcd"}
    rehearsal = facts({**SAFE, **stripe, "HAULAGE_CHECKR_API_KEY": CHECKR_TEST_KEY})
    assert found(rehearsal) == {"stripe_test_keys": Severity.WARN}


def test_a_proxy_that_was_noticed_and_not_declared_is_a_warning_in_every_mode() -> None:
    noticed = attrs.evolve(facts({}), proxy_seen=NOW - timedelta(days=1))
    assert found(noticed) == {"undeclared_proxy": Severity.WARN}
    declared = attrs.evolve(noticed, settings=Settings(trusted_proxies=1))
    assert found(declared) == {}


def test_all_refusals_are_named_at_once() -> None:
    with pytest.raises(UnsafeStart) as refusal:
        require_safe(facts(STRIPE))
    codes = {finding.code for finding in refusal.value.findings}
    assert codes == {"secret_key", "tax_vault_key", "public_https", "mail_server"}
    assert all(code in refusal.value.message for code in codes)


def test_a_marketplace_on_this_machine_that_takes_no_money_is_left_alone() -> None:
    assert found(attrs.evolve(facts({}), last_backup=None)) == {}


def test_one_that_other_machines_reach_is_warned_and_starts() -> None:
    at_home = facts({"HAULAGE_AUTOCONFIRM": "1"})
    for public in (
        attrs.evolve(at_home, listen_at="0.0.0.0"),
        facts({"HAULAGE_AUTOCONFIRM": "1", "HAULAGE_PUBLIC_URL": "http://haulage.example.com"}),
    ):
        assert found(public)["autoconfirm"] is Severity.WARN
        assert found(public)["secret_key"] is Severity.WARN
        require_safe(public)
    assert found(attrs.evolve(at_home, listen_at="::1")) == {}


def test_production_is_asked_of_any_settings() -> None:
    asked = attrs.evolve(facts({"HAULAGE_DEMO": "1"}), as_production=True)
    assert {"demonstration", "secret_key", "public_https", "mail_server"} <= set(found(asked))


def test_a_demonstration_that_other_machines_reach_is_warned_of() -> None:
    shown = facts({"HAULAGE_DEMO": "1"})
    assert found(shown) == {}
    for public in (
        attrs.evolve(shown, listen_at="0.0.0.0"),
        facts({"HAULAGE_DEMO": "1", "HAULAGE_PUBLIC_URL": "https://haulage.example.com"}),
    ):
        assert found(public) == {"demonstration_in_public": Severity.WARN}


@pytest.mark.parametrize(
    ("configured", "variable"),
    [
        (STRIPE, "HAULAGE_STRIPE_SECRET_KEY"),
        (SMTP, "HAULAGE_SMTP_URL"),
        (TWILIO, "HAULAGE_TWILIO_ACCOUNT_SID"),
        ({"HAULAGE_FILES": "s3://bucket"}, "HAULAGE_FILES"),
        ({"HAULAGE_GOOGLE_CLIENT_ID": "id", "HAULAGE_GOOGLE_CLIENT_SECRET": "s"}, "HAULAGE_GOOGLE_CLIENT_ID"),
        (
            {"HAULAGE_FACEBOOK_CLIENT_ID": "id", "HAULAGE_FACEBOOK_CLIENT_SECRET": "s"},
            "HAULAGE_FACEBOOK_CLIENT_ID",
        ),
    ],
)
def test_the_demonstration_refuses_every_company_outside(configured: dict[str, str], variable: str) -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({**configured, "HAULAGE_DEMO": "1"})
    assert refusal.value.field == "HAULAGE_DEMO"
    assert variable in refusal.value.message
    settings = read_settings(configured)
    with pytest.raises(InvalidInput):
        attrs.evolve(settings, demo=True)


def test_the_demonstration_may_ask_servers_of_this_machine() -> None:
    here = {
        "HAULAGE_DEMO": "1",
        "HAULAGE_SMTP_URL": "smtp://127.0.0.1:1025",
        "HAULAGE_MAIL_FROM": "haulage <hello@example.com>",
        "HAULAGE_FILES": "s3://bucket",
        "HAULAGE_S3_ENDPOINT": "http://127.0.0.1:9000",
        "HAULAGE_STRIPE_API_BASE": "http://127.0.0.1:12111",
    }
    assert read_settings(here).mode == "demo"


@pytest.mark.parametrize(
    ("environment", "allowed"),
    [
        ({}, ("http://localhost:3000/**",)),
        ({"HAULAGE_PUBLIC_URL": "https://haulage.example.com"}, ()),
        (STRIPE, ()),
        ({**STRIPE, "HAULAGE_REDIRECT_ALLOW": "https://a.example/**"}, ("https://a.example/**",)),
    ],
)
def test_sign_ins_lead_to_localhost_only_while_this_is_tried_out(
    environment: dict[str, str], allowed: tuple[str, ...]
) -> None:
    assert read_settings(environment).account_terms.redirect_allow == allowed


def test_every_code_is_one_checks_alone() -> None:
    codes = [check.code for check in CHECKS]
    assert len(codes) == len(set(codes))


def test_every_simulated_service_has_a_sentence_on_screen() -> None:
    panel = Path(__file__).parents[2] / "ui/src/app/SimulatedPanel.tsx"
    label = " ".join(panel.read_text(encoding="utf-8").split())  # a long sentence is on a line of its own
    names = Settings(demo=True).simulated_services
    assert {"cards", "mail", "sms", "sign-in"} <= set(names)
    unexplained = [name for name in names if f"{name}: '" not in label and f"'{name}': '" not in label]
    assert unexplained == []
