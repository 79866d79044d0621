"""What a field of the settings carries: its variable, how it is read, and its sentence for people."""

from collections.abc import Callable
from typing import Any

import attrs

from haulage_adapters.settings.readers import positive


def setting(default: Any, variable: str, read: Callable[[str], Any], help: str) -> Any:  # noqa: A002 - what it is
    """A field of the settings."""
    return attrs.field(default=default, metadata={"variable": variable, "read": read, "help": help})


def limit(times: int, variable: str, help: str) -> Any:  # noqa: A002 - what it is
    """How many *times* something may be done, of which at least one remains."""
    return setting(times, f"HAULAGE_LIMIT_{variable}", positive, help)
