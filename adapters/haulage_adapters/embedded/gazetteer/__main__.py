"""``python -m haulage_adapters.embedded.gazetteer FILE TIER`` builds an index of places into a file.

Of processes that build the same file at once, one builds and the others wait for it.
"""

import gc
import os
import sys
import threading
from pathlib import Path

from filelock import FileLock

from haulage_adapters.embedded.gazetteer import columns, store
from haulage_adapters.embedded.gazetteer.builder import build
from haulage_adapters.embedded.gazetteer.tiers import Tier

STANDARD_INPUT = 0
POLITENESS = 10
"""How much the country's build steps back behind the processes that serve."""


def end_with_stdin() -> None:
    """End at once when the process that started this one is gone, however it went."""

    def wait() -> None:
        # Not by sys.stdin, whose lock a thread would still hold when the interpreter ends.
        while os.read(STANDARD_INPUT, 4096):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main(path: Path, tier: Tier) -> None:
    # Nothing that is made here becomes garbage, and looking for it takes a third of the time.
    gc.disable()
    if tier is Tier.COUNTRY and hasattr(os, "nice"):
        os.nice(POLITENESS)
    path.parent.mkdir(parents=True, exist_ok=True)
    with FileLock(path.with_suffix(".lock")):
        if not store.sound(path):
            columns.write(path, build(tier))


if __name__ == "__main__":
    if store.ENDS_WITH_STDIN in sys.argv[3:]:
        end_with_stdin()
    main(Path(sys.argv[1]), Tier(sys.argv[2]))
