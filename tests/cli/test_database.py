"""``haulage db``, ``demo`` and ``check``."""

import sqlite3
from contextlib import closing

import pytest
from sqlalchemy import exc

from haulage.accounts.social_flows import ProviderSilent
from haulage_adapters.social_authlib import GoogleSignIn
from haulage_adapters.sql.operation import SqlOperationStore

NOBODY = "postgresql+psycopg://haulage:hush@127.0.0.1:1/haulage"


def test_an_upgrade_makes_the_folder_and_a_second_one_changes_nothing(haulage, tmp_path):
    data = tmp_path / "new" / "data"
    first = haulage("db", "upgrade", "--data", data, "--json").json
    second = haulage("db", "upgrade", "--data", data, "--json").json
    assert first["before"] is None
    assert second["before"] == second["after"] == first["after"]
    assert haulage("db", "status", "--data", data).code == 0


def test_a_database_of_a_newer_release_is_refused_with_what_to_run_instead(haulage, tmp_path):
    haulage("db", "upgrade", "--data", tmp_path)
    with closing(sqlite3.connect(tmp_path / "haulage.sqlite3")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999_later'")
    answer = haulage("db", "upgrade", "--data", tmp_path)
    assert answer.code == 1
    assert "Run the release that upgraded it, or a newer one." in answer.err


def test_the_status_of_a_database_that_is_not_there_is_not_ready_and_makes_nothing(haulage, tmp_path):
    answer = haulage("db", "status", "--data", tmp_path / "none", "--json")
    assert answer.code == 1
    assert answer.json["ready"] is False
    assert not (tmp_path / "none").exists()


def test_a_data_folder_that_cannot_be_one_is_refused(haulage, tmp_path):
    (tmp_path / "file").write_text("")
    answer = haulage("db", "upgrade", "--data", tmp_path / "file", "--json")
    assert answer.code == 1
    assert answer.json["param"] == "data"


def test_a_database_that_does_not_answer_is_said_in_a_sentence_without_its_password(haulage):
    for command in (
        ("db", "upgrade"),
        ("db", "status"),
        ("demo",),
        ("orders", "list", "--as", "a@b.example"),
    ):
        answer = haulage(*command, "--database", NOBODY)
        assert answer.code == 1, command
        assert "does not answer" in answer.err
        assert "hush" not in answer.err + answer.out


READERS_OF_THE_ADDRESS = (
    ("db", "upgrade"),
    ("db", "status"),
    ("demo",),
    ("worker",),
    ("check",),
    ("backup", "new"),
    ("jobs", "list"),
    ("orders", "list", "--as", "a@b.example"),
)


@pytest.mark.parametrize(
    "address",
    [
        "/var/lib/haulage.sqlite3",
        "sqlite+pysqlite:////var/lib/haulage.sqlite3",
        "sqlite://var/lib/haulage.sqlite3",
        "postgresql+asyncpg://ann:hush@host/haulage",
        "postgresql://ann:hush@host:port/haulage",
        "postgres:/ann:hush@host",
        "mysql://ann:hush@host/haulage",
        "hush",
    ],
)
def test_an_address_that_is_none_is_refused_by_name_and_with_the_right_form(
    haulage, tmp_path, monkeypatch, address
):
    monkeypatch.chdir(tmp_path)
    for command in READERS_OF_THE_ADDRESS:
        answer = haulage(*command, "--data", tmp_path / "data", "--database", address)
        assert answer.code == 1, command
        assert "HAULAGE_DATABASE: must be postgresql://user@host/name, or sqlite:///" in answer.err, command
        assert "hush" not in answer.err + answer.out


def test_an_address_as_hosts_of_databases_give_it_is_taken(haulage, tmp_path):
    file = tmp_path / "own.sqlite3"
    assert haulage("db", "upgrade", "--data", tmp_path, "--database", f"sqlite:///{file}").code == 0
    assert file.exists()
    answer = haulage("db", "status", "--database", "postgres://haulage@127.0.0.1:1/haulage")
    assert "postgres://haulage@127.0.0.1:1/haulage does not answer" in answer.err


def test_work_on_a_database_that_was_never_made_says_what_to_run(haulage, tmp_path):
    answer = haulage("orders", "list", "--as", "a@b.example", "--data", tmp_path / "none")
    assert answer.code == 1
    assert "haulage db upgrade" in answer.err
    assert not (tmp_path / "none").exists()


def test_a_second_demonstration_changes_nothing_and_says_so(haulage, data):
    answer = haulage("demo", "--data", data, "--json").json
    assert answer["changed"] is False
    assert [person["role"] for person in answer["sign_ins"]] == ["customer", "driver", "admin"]
    assert "there already" in haulage("demo", "--data", data).out


def test_whoever_a_demonstration_names_can_sign_in_at_any_server_of_it(haulage, tmp_path):
    assert haulage("demo", "--data", tmp_path / "town", "--json").code == 0
    with closing(sqlite3.connect(tmp_path / "town" / "haulage.sqlite3")) as database:
        (waiting,) = database.execute(
            "SELECT count(*) FROM accounts WHERE email_confirmed_at IS NULL"
        ).fetchone()
    assert waiting == 0


def test_check_shows_every_setting_and_masks_what_is_secret(haulage, data, monkeypatch):
    monkeypatch.setenv("HAULAGE_SECRET_KEY", "hush-hush")
    answer = haulage("check", "--data", data, "--json")
    assert answer.code == 0
    assert answer.json["settings"]["HAULAGE_SECRET_KEY"] == "(set)"
    kinds = {service["name"]: service["kind"] for service in answer.json["services"]}
    assert (kinds["database"], kinds["maps"], kinds["cards"]) == ("embedded", "embedded", "simulated")
    assert kinds["sms"] == kinds["screening"] == "simulated"
    assert "hush-hush" not in answer.out + haulage("check", "--data", data).out


def mail_of(answer):
    (mail,) = [service for service in answer.json["services"] if service["name"] == "mail"]
    return mail


def test_check_says_how_mail_goes_out_and_shows_no_password(haulage, data, monkeypatch):
    mail = mail_of(haulage("check", "--data", data, "--json"))
    assert (mail["kind"], mail["answers"]) == ("simulated", True)
    assert mail["adapter"].endswith("mail.jsonl")
    monkeypatch.setenv("HAULAGE_SMTP_URL", "smtps://ann:hush-hush@127.0.0.1:1")
    monkeypatch.setenv("HAULAGE_MAIL_FROM", "haulage <hello@example.com>")
    answer = haulage("check", "--data", data, "--json")
    mail = mail_of(answer)
    assert answer.code == 1
    assert (mail["kind"], mail["answers"]) == ("real", False)
    assert mail["adapter"] == "smtps://ann@127.0.0.1:1"
    assert "hush-hush" not in answer.out + haulage("check", "--data", data).out


def sign_ins(answer):
    services = {service["name"]: service for service in answer.json["services"]}
    return {name: each for name, each in services.items() if name.startswith("sign-in")}


def test_check_says_with_whom_people_sign_in(haulage, data, monkeypatch):
    assert sign_ins(haulage("check", "--data", data, "--json")) == {}
    monkeypatch.setenv("HAULAGE_SIMULATED_SIGN_IN", "1")
    found = sign_ins(haulage("check", "--data", data, "--json"))
    assert {name: (each["kind"], each["answers"]) for name, each in found.items()} == {
        "sign-in by google": ("simulated", True),
        "sign-in by facebook": ("simulated", True),
    }


def test_check_says_when_a_real_provider_does_not_answer(haulage, data, monkeypatch):
    async def silent(_provider):
        raise ProviderSilent("google")

    monkeypatch.setattr(GoogleSignIn, "check", silent)
    monkeypatch.setenv("HAULAGE_GOOGLE_CLIENT_ID", "an-id")
    monkeypatch.setenv("HAULAGE_GOOGLE_CLIENT_SECRET", "hush-hush")
    answer = haulage("check", "--data", data, "--json")
    found = sign_ins(answer)["sign-in by google"]
    assert (answer.code, found["kind"], found["answers"]) == (1, "real", False)
    assert "hush-hush" not in answer.out + haulage("check", "--data", data).out


def test_check_fails_when_the_database_does_not_answer(haulage):
    answer = haulage("check", "--database", NOBODY, "--json")
    assert answer.code == 1
    database = answer.json["services"][0]
    assert (database["kind"], database["answers"]) == ("real", False)
    assert "hush" not in answer.out


def test_check_fails_when_the_database_was_never_made(haulage, tmp_path):
    answer = haulage("check", "--data", tmp_path / "none", "--json")
    assert answer.code == 1
    assert not (tmp_path / "none").exists()


def test_check_says_that_the_disk_of_the_database_is_full(haulage, data, monkeypatch):
    async def full(_store):
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorcode = sqlite3.SQLITE_FULL
        raise exc.OperationalError("INSERT", {}, error)

    assert haulage("check", "--data", data).code == 0
    monkeypatch.setattr(SqlOperationStore, "probe", full)
    answer = haulage("check", "--data", data, "--json")
    database = answer.json["services"][0]
    assert (answer.code, database["name"], database["answers"]) == (1, "database", False)
    assert database["problem"].startswith("The disk of the database is full: nothing can be written.")
    assert database["problem"] in haulage("check", "--data", data).out
