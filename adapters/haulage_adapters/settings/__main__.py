"""``python -m haulage_adapters.settings --write`` writes the table of settings into README.md here."""

import sys

from haulage_adapters.settings.descriptions import write_readme


def main(arguments: list[str]) -> int:
    """Exit status: 0 done, 2 wrong use."""
    if arguments != ["--write"]:
        sys.stderr.write("use: python -m haulage_adapters.settings --write\n")
        return 2
    write_readme()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
