"""Run the benchmarks: ``python tests/benchmarks/run.py [--size small|full] [--json FILE]``.

Every benchmark fails on a wrong answer before any time is printed. Goals are ratios inside one
interleaved run, because absolute times mean little on a busy machine; a missed goal is reported and
does not fail.
"""

import sys
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).parent))

import bench_behaviour
import bench_http
import bench_jobs
import bench_lists
import bench_matching
import bench_payouts
import bench_places
import bench_positions
import bench_pricing
import bench_review
import bench_streams
from measuring import Report

BENCHMARKS = {
    "behaviour": bench_behaviour,
    "http": bench_http,
    "jobs": bench_jobs,
    "lists": bench_lists,
    "matching": bench_matching,
    "payouts": bench_payouts,
    "places": bench_places,
    "positions": bench_positions,
    "pricing": bench_pricing,
    "review": bench_review,
    "streams": bench_streams,
}


@click.command()
@click.option("--size", type=click.Choice(["small", "full"]), default="full", show_default=True)
@click.option(
    "--json", "path", type=click.Path(dir_okay=False, path_type=Path), help="Also write figures here."
)
@click.option(
    "--only",
    type=click.Choice(list(BENCHMARKS)),
    help="Run one of them.",
)
def main(size: str, path: Path | None, only: str | None) -> None:
    """Measure the workloads of the modules named here against the stated goals."""
    report = Report(size)
    for name, benchmark in BENCHMARKS.items():
        if only in (None, name):
            benchmark.run(report)
    report.print()
    if path is not None:
        report.write(path)


if __name__ == "__main__":
    main()
