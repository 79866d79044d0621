"""What a field of the settings carries: its variable, how it is read, and its sentence for people."""

from collections.abc import Callable
from typing import Any

import attrs

from haulage_adapters.settings.readers import positive

SERVER = "web"
"""The extra without which no server runs; it is enough for a setting that names no other."""


def setting(
    default: Any,
    variable: str,
    read: Callable[[str], Any],
    help: str,  # noqa: A002 - what it is
    *,
    secret: bool = False,
    extra: str = SERVER,
) -> Any:
    """A field of the settings.

    The value of a *secret* is never printed: a key, or an address that may have a password in it. What of it
    may be shown is a property of the settings, ``shown_`` and the field's name. *extra* is the extra of the
    package that has to be installed for the setting to have an effect.
    """
    described = {"variable": variable, "read": read, "help": help, "secret": secret, "extra": extra}
    return attrs.field(default=default, metadata=described)


def limit(times: int, variable: str, help: str, *, extra: str = SERVER) -> Any:  # noqa: A002 - what it is
    """How many *times* something may be done, of which at least one remains."""
    return setting(times, f"HAULAGE_LIMIT_{variable}", positive, help, extra=extra)
