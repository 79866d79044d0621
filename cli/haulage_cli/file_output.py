"""``--output`` of commands that write a file, and the file that it names."""

import functools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from haulage.kernel.errors import InvalidInput
from haulage_cli.options import WORDS

STANDARD_OUTPUT = "-"


def with_output(default: str | None = None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """``--output``, given to the command as ``output``: the *default*, or None, where it is left out.

    Stands above ``with_json``. Raises ``InvalidInput`` where both are to go to the standard output.
    """

    def add(function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def command(output: str | None, as_json: bool, **rest: Any) -> Any:
            if as_json and output == STANDARD_OUTPUT:
                reason = (
                    "--output - and --json both write to the standard output: name a file, or leave one out"
                )
                raise InvalidInput("output", reason)
            return function(output=output, as_json=as_json, **rest)

        return click.option(
            "--output",
            metavar="FILE",
            type=WORDS,
            default=default,
            show_default=default is not None,
            help="Where to; '-' is the standard output.",
        )(command)

    return add


def write_file(path: Path, content: bytes) -> None:
    """Over what is there. Raises ``InvalidInput`` for a file that cannot be written."""
    try:
        path.write_bytes(content)
    except OSError as error:
        raise InvalidInput("output", f"{path} cannot be written: {error.strerror}") from None
