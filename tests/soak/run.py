"""``python -m soak.run [--share 1.0] [NAME ...]``: prove the promises, and print their figures."""

import argparse
import asyncio
import sys
import time

from soak import provider

PROMISES = {**provider.PROMISES}
"""By name: takes the share of its full size to run, and returns its figure or fails."""


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description="Prove the promises at length.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PROMISES)}; all by default")
    parser.add_argument("--share", type=float, default=1.0, help="of the full size, such as 0.01")
    wanted = parser.parse_args(arguments)
    broken = 0
    for name in wanted.names or PROMISES:
        began = time.monotonic()
        try:
            figure = asyncio.run(PROMISES[name](wanted.share))
        except AssertionError as fault:
            broken += 1
            figure = f"BROKEN: {fault}"
        sys.stdout.write(f"{name}: {figure} ({time.monotonic() - began:.1f} s)\n")
        sys.stdout.flush()
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
