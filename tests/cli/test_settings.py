"""``haulage settings``, and that neither it nor ``haulage check`` prints a secret."""

from haulage_adapters.settings import describe_settings

SECRETS = {
    "HAULAGE_STRIPE_SECRET_KEY": "sk_test_hush1hush",
    "HAULAGE_STRIPE_WEBHOOK_SECRET": "whsec_hush1hush",
    "HAULAGE_STRIPE_CONNECT_WEBHOOK_SECRET": "whsec_hush1hush",
    "HAULAGE_SECRET_KEY": "a-long-key-hush1hush",
    "HAULAGE_SECRET_KEY_PREVIOUS": "an-old-key-hush1hush",
    "HAULAGE_S3_SECRET": "hush1hush",
    "HAULAGE_TWILIO_AUTH_TOKEN": "0123456789hush1hush",
    "HAULAGE_GOOGLE_CLIENT_SECRET": "hush1hush",
    "HAULAGE_FACEBOOK_CLIENT_SECRET": "hush1hush",
    "HAULAGE_DATABASE": "postgresql+psycopg://ann:hush1hush@127.0.0.1:1/haulage",
    "HAULAGE_SMTP_URL": "smtps://ann:hush1hush@mail.example.com",
    "HAULAGE_ROUTES_URL": "http://ann:hush1hush@127.0.0.1:1",
    "HAULAGE_AUDIT_HEADS": "https://ann:hush1hush@example.com/hush1hush",
    "HAULAGE_TAX_VAULT_KEY": "sealing-of-numbers",
    "HAULAGE_CHECKR_API_KEY": "test_key_0123hush1hush",
    "HAULAGE_TAX_VAULT_KEY_PREVIOUS": "former-sealing-of-numbers",
}
BESIDE_THEM = {
    "HAULAGE_STRIPE_API_BASE": "http://127.0.0.1:1",
    "HAULAGE_TWILIO_API_BASE": "http://127.0.0.1:1",
    "HAULAGE_TWILIO_ACCOUNT_SID": "AC" + "0" * 32,
    "HAULAGE_TWILIO_FROM": "+12125550100",
    "HAULAGE_GOOGLE_CLIENT_ID": "google-id",
    "HAULAGE_FACEBOOK_CLIENT_ID": "facebook-id",
    "HAULAGE_MAIL_FROM": "haulage <hello@example.com>",
    "HAULAGE_ROUTES_ENGINE": "osrm",
}


def test_every_setting_is_explained(haulage) -> None:
    explained = haulage("settings").out
    items = haulage("settings", "--json").json["items"]
    assert [item["name"] for item in items] == [each.name for each in describe_settings()]
    for item in items:
        assert item["name"] in explained
        assert item["meaning"] in explained
    assert items[0] == {
        "name": "HAULAGE_DATA",
        "meaning": "Folder for everything that the server writes.",
        "default": "haulage-data",
        "secret": False,
        "extra": "web",
    }


def test_every_secret_is_tried_here() -> None:
    assert {each.name for each in describe_settings() if each.secret} == set(SECRETS)


def test_no_secret_is_printed(haulage, monkeypatch, tmp_path) -> None:
    for name, value in (SECRETS | BESIDE_THEM).items():
        monkeypatch.setenv(name, value)
    assert haulage("settings").out.count("secret") >= len(SECRETS)
    assert "hush1hush" not in haulage("settings").out + haulage("settings", "--json").out
    for words in ((), ("--json",)):
        answer = haulage("check", "--data", tmp_path / "none", *words)
        assert "hush1hush" not in answer.out + answer.err
        for name, value in BESIDE_THEM.items():
            assert name in answer.out
            assert value in answer.out.replace("\\", "")


def test_settings_that_make_no_sense_do_not_keep_them_from_being_explained(haulage, monkeypatch) -> None:
    monkeypatch.setenv("HAULAGE_CARD_DECLINE_SHARE", "7")
    assert haulage("settings").code == 0
