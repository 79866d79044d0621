"""The ``haulage`` command, also as ``python -m haulage_cli``."""

import sys

NEEDED = frozenset({"click", "rich"})


def main() -> None:
    """Run one command and end the process with its exit code: 0 done, 1 refused, 2 wrong use."""
    try:
        from haulage_cli.root import haulage
    except ModuleNotFoundError as missing:
        if missing.name not in NEEDED:
            raise
        sys.stderr.write("The command line is an extra of this package: pip install 'haulage[cli]'\n")
        sys.exit(2)
    haulage(prog_name="haulage")


if __name__ == "__main__":
    main()
