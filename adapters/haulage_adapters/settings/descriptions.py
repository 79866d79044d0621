"""What every setting is, for people: the source of ``haulage settings`` and of README.md here."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

import attrs

from haulage_adapters.settings.settings import Settings

README = Path(__file__).with_name("README.md")
TABLE = re.compile(r"(?<=<!-- settings -->\n).*?(?=<!-- /settings -->)", re.DOTALL)
COLUMNS = ("variable", "default", "secret", "extra", "meaning")


@attrs.frozen
class SettingDescription:
    """One setting. *default* is as it would be written in the environment, or None where there is none."""

    name: str
    meaning: str
    default: str | None
    secret: bool
    extra: str


def describe_settings() -> tuple[SettingDescription, ...]:
    """Every setting, by subject; no value of this process is in it."""
    return tuple(
        SettingDescription(
            name=field.metadata["variable"],
            meaning=field.metadata["help"],
            default=_written(field.default),
            secret=field.metadata["secret"],
            extra=field.metadata["extra"],
        )
        for field in attrs.fields(Settings)
    )


def _written(default: object) -> str | None:
    match default:
        case None:
            return None
        case bool():
            return str(int(default))
        case tuple():
            return ",".join(default)
        case Mapping():
            return ",".join(f"{name}={value}" for name, value in default.items())
        case _:
            return str(default)


def table() -> str:
    """The settings as a table in Markdown."""
    lines = [_row(COLUMNS), _row("---" for _ in COLUMNS)]
    for each in describe_settings():
        default = "" if each.default is None else f"`{each.default}`"
        meaning = each.meaning.replace("|", "\\|").replace("<", "\\<")
        lines.append(_row((f"`{each.name}`", default, "yes" if each.secret else "", each.extra, meaning)))
    return "\n".join(lines) + "\n"


def _row(cells: Iterable[str]) -> str:
    return re.sub(" +", " ", f"| {' | '.join(cells)} |")


def write_readme() -> None:
    """Put the table into the README beside this file, between its two marks."""
    text = README.read_text(encoding="utf-8")
    README.write_text(TABLE.sub(lambda _: table(), text), encoding="utf-8")
