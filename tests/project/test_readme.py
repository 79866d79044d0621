"""What the README says is true."""

import contextlib
import io
import re
from pathlib import Path

import pytest

from haulage.kernel.errors import InvalidInput
from haulage_adapters.settings import Settings, read_settings, variables

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")


def test_the_library_example_runs_and_prints_what_it_says() -> None:
    example = re.search(r"<!-- example -->\n```python\n(.*?)```", README, re.DOTALL)
    printed = re.search(r"prints\n\n```text\n(.*?)```", README, re.DOTALL)
    assert example
    assert printed
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(example[1], "README.md", "exec"), {})
    assert out.getvalue() == printed[1]


def row(name: str, default: str, meaning: str) -> str:
    shown = f" `{default}`" if default else ""
    return f"| `{name}` |{shown} | {meaning} |"


def test_the_settings_table_lists_every_setting() -> None:
    table = re.search(r"<!-- settings -->\n(.*?)\n<!-- /settings -->", README, re.DOTALL)
    assert table
    assert table[1].splitlines()[2:] == [row(*setting) for setting in variables()]


def test_a_setting_that_cannot_be_read_is_named() -> None:
    with pytest.raises(InvalidInput) as refusal:
        read_settings({"HAULAGE_CARD_DECLINE_SHARE": "7"})
    assert refusal.value.field == "HAULAGE_CARD_DECLINE_SHARE"


def test_what_is_given_wins_over_the_environment() -> None:
    assert read_settings({"HAULAGE_DEMO": "0"}, demo=True).demo
    assert read_settings({"HAULAGE_DEMO": "yes"}).demo
    assert not Settings().demo


def test_a_databases_password_is_never_shown() -> None:
    shown = Settings(database="postgresql+psycopg://ann:secret@db/haulage").shown_database
    assert shown == "postgresql+psycopg://ann@db/haulage"


@pytest.mark.parametrize("picture", re.findall(r"!\[[^\]]+\]\(([^)]+)\)", README))
def test_every_picture_is_there(picture: str) -> None:
    assert (Path(__file__).parents[2] / picture).is_file()
