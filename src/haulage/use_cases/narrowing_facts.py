"""What the audit trail is told of a list that somebody took out."""

from datetime import datetime
from enum import StrEnum

import attrs

from haulage.audit import Fact


def narrowing_facts(wanted: attrs.AttrsInstance) -> dict[str, Fact]:
    """How a list was narrowed, without what was typed: that may be somebody's name."""
    facts: dict[str, Fact] = {}
    for name, value in attrs.asdict(wanted, recurse=False).items():
        match value:
            case None | "" | False:
                continue
            case StrEnum() | bool() | int():
                facts[name] = value
            case datetime():
                facts[name] = f"{value:%Y-%m-%dT%H:%M:%S}Z"
            case _:
                facts[name] = True
    return facts
