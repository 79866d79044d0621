"""``python -m haulage_adapters.embedded.gazetteer FILE`` builds the index of places into a file."""

import sys
from pathlib import Path

from haulage_adapters.embedded.gazetteer import columns
from haulage_adapters.embedded.gazetteer.build import build

if __name__ == "__main__":
    columns.write(Path(sys.argv[1]), build())
