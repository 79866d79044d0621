"""The settings: how they are read, and that their descriptions are whole and current."""

import re
import tomllib
from pathlib import Path

import pytest

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings import Settings, describe_settings, read_settings
from haulage_adapters.settings.descriptions import README, TABLE, table

ROOT = Path(__file__).parents[2]
LOOKS_SECRET = re.compile(r"SECRET|PASSWORD|TOKEN|KEY")
PUBLIC = {"HAULAGE_STRIPE_PUBLISHABLE_KEY", "HAULAGE_GOOGLE_MAPS_KEY", "HAULAGE_S3_KEY_ID"}
"""Browsers are sent the first two, and the third is a name that belongs to a secret."""


def test_the_table_of_settings_is_current() -> None:
    written = TABLE.search(README.read_text(encoding="utf-8"))
    assert written
    assert written[0] == table(), "run: python -m haulage_adapters.settings --write"


def test_every_setting_is_in_the_table_once() -> None:
    names = [each.name for each in describe_settings()]
    assert len(set(names)) == len(names)
    assert re.findall(r"^\| `(\w+)` \|", table(), re.MULTILINE) == names


def test_every_setting_needs_an_extra_of_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert {each.extra for each in describe_settings()} <= set(project["optional-dependencies"])


@pytest.mark.parametrize("setting", describe_settings(), ids=lambda setting: setting.name)
def test_what_is_called_a_secret_is_one(setting) -> None:
    assert setting.meaning.endswith(".")
    if setting.default is None and LOOKS_SECRET.search(setting.name) and setting.name not in PUBLIC:
        assert setting.secret
    if setting.secret:
        assert setting.default is None


def test_a_setting_that_cannot_be_read_is_named() -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({"HAULAGE_CARD_DECLINE_SHARE": "7"})
    assert refusal.value.field == "HAULAGE_CARD_DECLINE_SHARE"


def test_what_is_given_wins_over_the_environment() -> None:
    assert read_settings({"HAULAGE_DEMO": "0"}, demo=True).demo
    assert read_settings({"HAULAGE_DEMO": "yes"}).demo
    assert not Settings().demo


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql+psycopg://ann:secret@db/haulage", "postgresql+psycopg://ann@db/haulage"),
        (
            "postgresql+psycopg://db/haulage?user=ann&password=secret",
            "postgresql+psycopg://db/haulage?user=ann",
        ),
        (
            "postgresql://ann@db/haulage?PassWord=a@secret&sslmode=require",
            "postgresql://ann@db/haulage?sslmode=require",
        ),
        ("postgresql://db/haulage?pass%77ord=secret&sslpassword=secret", "postgresql://db/haulage"),
        ("postgresql://ann:sec?ret=1@db/haulage", "postgresql://ann@db/haulage"),
        ("sqlite+aiosqlite:////var/lib/a@b.sqlite3", "sqlite+aiosqlite:////var/lib/a@b.sqlite3"),
        ("secret", "an address that is none"),
    ],
)
def test_a_databases_password_is_never_shown(address: str, shown: str) -> None:
    assert Settings(database=address).shown_database == shown
