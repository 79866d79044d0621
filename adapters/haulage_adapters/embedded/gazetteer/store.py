"""Where the built indexes are kept, and how they come to be: opened, or built by a process of its own."""

import asyncio
import contextlib
import logging
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from haulage.kernel.errors import Unavailable
from haulage_adapters.embedded.gazetteer import columns
from haulage_adapters.embedded.gazetteer.sources import stamp
from haulage_adapters.embedded.gazetteer.tiers import Tier

FORMAT = 4
"""Raised by one whenever the build writes anything else."""

BUILD_SECONDS = 900
log = logging.getLogger(__name__)


BUILDING = {
    Tier.AREA: "Building the index of places around New York, once; this takes a few seconds.",
    Tier.COUNTRY: "Building the index of the whole country's addresses, once; this takes half a minute.",
}


class NotBuilt(Exception):
    """The process that builds an index has failed; what it said is in the log."""


def file_name(tier: Tier = Tier.COUNTRY) -> str:
    """Tells the format and the versions of the packages apart."""
    return f"gazetteer-{tier}-{FORMAT}-{stamp()}.bin"


def user_folder() -> Path:
    """The folder of this user for what can be made again."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "haulage"
    variable = "LOCALAPPDATA" if os.name == "nt" else "XDG_CACHE_HOME"
    folder = os.environ.get(variable, "")
    return (Path(folder) if folder else Path.home() / ".cache") / "haulage"


def load(folder: Path | None, tier: Tier) -> dict[str, columns.Column] | None:
    """The columns from their file in *folder* or, for reading, in the user's; None where neither is sound."""
    for place in dict.fromkeys((folder or user_folder(), user_folder())):
        path = place / file_name(tier)
        try:
            return columns.load(path)
        except FileNotFoundError:
            log.debug("There is no %s", path)
        except (OSError, ValueError, LookupError, TypeError) as problem:
            log.warning("The index of places in %s is not usable: %s", path, problem)
    return None


def sound(path: Path) -> bool:
    """Whether a file can be opened."""
    try:
        columns.load(path)
    except (OSError, ValueError, LookupError, TypeError):
        return False
    return True


async def built(folder: Path | None, tier: Tier) -> dict[str, columns.Column]:
    """The columns, built by a process of its own, whose half a gigabyte of working memory goes with it.

    A folder that cannot be written is no obstacle: then they are built for this process alone. Who is
    cancelled ends the building process. Raises ``NotBuilt``.
    """
    path = (folder or user_folder()) / file_name(tier)
    try:
        _check_writable(path.parent)
    except OSError as problem:
        log.warning("The index of places is not kept: %s", problem)
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as other:
            return await _built_into(Path(other) / path.name, tier)
    return await _built_into(path, tier)


async def build(folder: Path | None, report: Callable[[str], None]) -> Path:
    """Have the whole country's index in its file before anybody asks; the file.

    Raises ``Unavailable`` where it cannot be built or kept.
    """
    path = (folder or user_folder()) / file_name(Tier.COUNTRY)
    if sound(path):
        return path
    try:
        _check_writable(path.parent)
        report(BUILDING[Tier.COUNTRY])
        await _build(path, Tier.COUNTRY)
    except (OSError, TimeoutError, NotBuilt) as problem:
        raise Unavailable("places", f"The index of places is not built: {problem}") from problem
    return path


async def _built_into(path: Path, tier: Tier) -> dict[str, columns.Column]:
    try:
        await _build(path, tier)
        return await asyncio.to_thread(columns.load, path)
    except (OSError, ValueError, LookupError, TimeoutError) as problem:
        raise NotBuilt(str(problem)) from problem


def _check_writable(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryFile(dir=folder):
        pass


ENDS_WITH_STDIN = "--ends-with-stdin"
"""Tells the building process that its standard input closes when nobody waits for it any more."""


async def _build(path: Path, tier: Tier) -> None:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "haulage_adapters.embedded.gazetteer",
        str(path),
        tier.value,
        ENDS_WITH_STDIN,
        env=environment,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.DEVNULL,
    )
    try:
        status = await asyncio.wait_for(process.wait(), BUILD_SECONDS)
    finally:
        if process.returncode is None:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if status:
        raise NotBuilt(f"the building process ended with status {status}")
