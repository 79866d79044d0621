"""Where the built gazetteer is kept, and how it comes to be: opened, or built by a process of its own."""

import logging
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from haulage_adapters.embedded.gazetteer import columns
from haulage_adapters.embedded.gazetteer.sources import stamp

FORMAT = 1
"""Raised by one whenever the build writes anything else."""

BUILD_SECONDS = 600
log = logging.getLogger(__name__)


def file_name() -> str:
    """Tells the format and the versions of the packages apart."""
    return f"gazetteer-{FORMAT}-{stamp()}.bin"


def user_folder() -> Path:
    """The folder of this user for what can be made again."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "haulage"
    variable = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    folder = os.environ.get(variable, "")
    return (Path(folder) if folder else Path.home() / ".cache") / "haulage"


def opened(folder: Path | None = None) -> dict[str, columns.Column]:
    """The columns from their file in *folder* or, for reading, in the user's; built where neither is sound.

    A folder that cannot be written is no obstacle: then they are built for this process alone.
    """
    path = (folder or user_folder()) / file_name()
    for candidate in dict.fromkeys((path, user_folder() / file_name())):
        try:
            return columns.load(candidate)
        except FileNotFoundError:
            log.debug("There is no %s", candidate)
        except (OSError, ValueError, LookupError, TypeError) as problem:
            log.warning("The index of places in %s is not usable: %s", candidate, problem)
    log.info("Building the index of places; this happens once.")
    try:
        _build_apart(path)
        return columns.load(path)
    except (OSError, ValueError, subprocess.SubprocessError) as problem:
        log.warning("The index of places is not kept: %s", problem)
    with tempfile.TemporaryDirectory() as other:
        try:
            _build_apart(Path(other) / file_name())
            return columns.load(Path(other) / file_name())
        except (OSError, ValueError, subprocess.SubprocessError):
            return _built_here()


def _build_apart(path: Path) -> None:
    """In a process of its own, whose half a gigabyte of working memory goes with it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=path.parent):
        pass
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", "haulage_adapters.embedded.gazetteer", str(path)]
    subprocess.run(  # noqa: S603 - our own module
        command,
        env=environment,
        check=True,
        timeout=BUILD_SECONDS,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )


def _built_here() -> dict[str, columns.Column]:
    from haulage_adapters.embedded.gazetteer.build import build

    return columns.hold(build())
