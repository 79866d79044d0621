"""Pictures of drives: the speed over time with its events, and the trace on a plain map."""

import math
from collections.abc import Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import matplotlib as mpl

mpl.use("Agg")  # Draws into files, without a screen.

from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.dates import AutoDateLocator, ConciseDateFormatter, date2num
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from haulage.behaviour import DrivingEvent, EventType, Fix, ScoredDrive, Severity
from haulage.behaviour.drive import once_each
from haulage.behaviour.fix import MICROSECONDS
from haulage.behaviour.rules import STANDARD_RULES
from haulage.kernel.errors import InvalidInput

SUFFIXES = (".png", ".svg", ".pdf")
MOST_DRIVES = 24
"""Ours: more make a picture that nobody can look at."""

INK, FAINT, LINE, PAPER = "#16202c", "#66717f", "#dde2e8", "#ffffff"
SPEED, LIMIT = "#2f5d8a", "#b0452c"
LOOK: Mapping[EventType, tuple[str, str, str]] = {
    EventType.HARSH_BRAKING: ("#c2410c", "v", "Harsh braking"),
    EventType.HARSH_ACCELERATION: ("#7c3aed", "^", "Harsh acceleration"),
    EventType.SPEEDING: ("#be123c", "D", "Speeding"),
    EventType.ROUTE_DEVIATION: ("#0f766e", "s", "Route deviation"),
    EventType.IDLE: ("#a16207", "o", "Idle"),
}
SIZES = {Severity.LOW: 36, Severity.MEDIUM: 64, Severity.HIGH: 100, Severity.CRITICAL: 150}
METERS_PER_DEGREE = 111_320
FEET_PER_METER = 3.28084
ROUND_FEET = (100, 200, 500, 1000, 2640, 5280, 10_560, 26_400, 52_800, 264_000)


def draw(drives: Mapping[str, Sequence[Fix]], scored: Mapping[str, ScoredDrive], path: Path) -> int:
    """Write the picture; how many drives found no room in it. ``InvalidInput`` for a bad path."""
    if path.suffix.lower() not in SUFFIXES:
        raise InvalidInput("plot", f"must end in {', '.join(SUFFIXES)}")
    names = list(drives)[:MOST_DRIVES]
    figure = Figure(figsize=(14, 0.9 + 3.3 * max(1, len(names))), facecolor=PAPER, layout="constrained")
    figure.get_layout_engine().set(h_pad=0.12, w_pad=0.1)  # type: ignore[union-attr, call-arg]
    if not names:
        figure.text(0.5, 0.5, "No fixes", ha="center", va="center", color=FAINT, fontsize=14)
    else:
        grid = figure.subplots(len(names), 2, squeeze=False, width_ratios=(2.6, 1))
        for name, (over_time, on_map) in zip(names, grid, strict=True):
            fixes = once_each(drives[name])
            _draw_speed(over_time, name, fixes, scored[name])
            _draw_trace(on_map, fixes, scored[name].events)
        _legend(figure)
    try:
        figure.savefig(path, dpi=130)
    except OSError as problem:
        raise InvalidInput("plot", f"cannot be written: {problem.strerror or problem}") from None
    return len(drives) - len(names)


def _draw_speed(axes: Axes, name: str, fixes: Sequence[Fix], scored: ScoredDrive) -> None:
    metrics = scored.metrics
    times = [_day_number(fix.time) for fix in fixes]
    speeds = [fix.speed_mph for fix in fixes]
    where, height = _broken_at_gaps(fixes, times, speeds)
    axes.fill_between(where, height, color=SPEED, alpha=0.10, linewidth=0)
    axes.plot(where, height, color=SPEED, linewidth=1.4)
    if any(fix.limit_mph is not None for fix in fixes):
        limits = [math.nan if fix.limit_mph is None else fix.limit_mph for fix in fixes]
        axes.step(times, limits, where="post", color=LIMIT, linewidth=1, linestyle=(0, (4, 3)))
    for event in scored.events:
        _mark(axes, event)
    axes.set_title(
        f"Drive {name}" if len(name) < 30 else name[:30],
        loc="left",
        color=INK,
        fontsize=12,
        fontweight="bold",
    )
    axes.set_title(
        f"{metrics.total_distance_miles:.1f} mi   safety {metrics.safety_score}   "
        f"efficiency {metrics.efficiency_score}   overall {metrics.overall_score:g}   "
        f"risk {metrics.risk_level}",
        loc="right",
        color=FAINT,
        fontsize=10,
    )
    axes.set_ylabel("Speed, mph", color=FAINT)
    axes.set_ylim(0, max(10.0, *speeds) * 1.18)
    locator = AutoDateLocator(minticks=3, maxticks=9)  # type: ignore[no-untyped-call]  # matplotlib's gap
    axes.xaxis.set_major_locator(locator)
    axes.xaxis.set_major_formatter(ConciseDateFormatter(locator))  # type: ignore[no-untyped-call]
    axes.margins(x=0.01)
    axes.grid(axis="y", color=LINE, linewidth=0.8)
    axes.set_axisbelow(True)
    _plain(axes, "left", "bottom")


def _day_number(at: datetime) -> float:
    """An instant as matplotlib counts: in days."""
    return float(date2num(at))  # type: ignore[no-untyped-call]  # matplotlib's gap


def _broken_at_gaps(
    fixes: Sequence[Fix], times: Sequence[float], speeds: Sequence[float]
) -> tuple[list[float], list[float]]:
    """Nothing is drawn where nothing is known."""
    where, height = [], []
    last: Fix | None = None
    for fix, time, speed in zip(fixes, times, speeds, strict=True):
        if last is not None and fix.at - last.at > STANDARD_RULES.gap_seconds * MICROSECONDS:
            where.append(time)
            height.append(math.nan)
        where.append(time)
        height.append(speed)
        last = fix
    return where, height


def _mark(axes: Axes, event: DrivingEvent) -> None:
    color, marker, _ = LOOK[event.type]
    start, end = _day_number(event.start), _day_number(event.end)
    if end > start:
        axes.axvspan(start, end, color=color, alpha=0.14, linewidth=0)
    axes.scatter(
        [end if event.type is EventType.HARSH_BRAKING else start],
        [event.speed_mph],
        s=SIZES[event.severity],
        color=color,
        marker=marker,
        edgecolors=PAPER,
        linewidths=1.2,
        zorder=5,
    )


def _draw_trace(axes: Axes, fixes: Sequence[Fix], events: Sequence[DrivingEvent]) -> None:
    lats, lngs = [fix.lat for fix in fixes], [fix.lng for fix in fixes]
    middle = (min(lats) + max(lats)) / 2
    squeeze = max(0.01, math.cos(math.radians(middle)))
    pieces: list[Any] = [((a.lng, a.lat), (b.lng, b.lat)) for a, b in pairwise(fixes)]
    axes.add_collection(LineCollection(pieces, colors=LINE, linewidths=6, capstyle="round"))
    by_speed = LineCollection(pieces, cmap="viridis_r", linewidths=2.4, capstyle="round")
    by_speed.set_array([fix.speed_mph for fix in fixes[1:]])
    axes.add_collection(by_speed)
    axes.scatter(lngs[:1], lats[:1], s=46, color=PAPER, edgecolors=INK, linewidths=1.8, zorder=4)
    axes.scatter(lngs[-1:], lats[-1:], s=46, color=INK, edgecolors=INK, zorder=4)
    for event in events:
        color, marker, _ = LOOK[event.type]
        axes.scatter(
            [event.point.lng],
            [event.point.lat],
            s=SIZES[event.severity],
            color=color,
            marker=marker,
            edgecolors=PAPER,
            linewidths=1.2,
            zorder=5,
        )
    half = max((max(lats) - min(lats)) / 2, (max(lngs) - min(lngs)) / 2 * squeeze, 0.0008) * 1.15
    center = (min(lngs) + max(lngs)) / 2
    axes.set_xlim(center - half / squeeze, center + half / squeeze)
    axes.set_ylim(middle - half, middle + half)
    axes.set_aspect(1 / squeeze)
    axes.set_facecolor("#f6f7f9")
    axes.set_xticks([])
    axes.set_yticks([])
    _plain(axes)
    _scale(axes, half)


def _scale(axes: Axes, half: float) -> None:
    """A bar of a round length in the corner, and north."""
    room = half * METERS_PER_DEGREE * FEET_PER_METER * 0.8
    feet = max((each for each in ROUND_FEET if each <= room), default=ROUND_FEET[0])
    share = feet / (2 * half * METERS_PER_DEGREE * FEET_PER_METER)
    text = f"{feet} ft" if feet < 2640 else f"{feet / 5280:g} mi"
    axes.plot([0.05, 0.05 + share], [0.06, 0.06], color=INK, linewidth=2, transform=axes.transAxes)
    axes.text(0.05, 0.085, text, color=FAINT, fontsize=8, transform=axes.transAxes)
    axes.annotate(
        "N",
        xy=(0.95, 0.96),
        xytext=(0.95, 0.85),
        xycoords="axes fraction",
        textcoords="axes fraction",
        ha="center",
        fontsize=8,
        color=FAINT,
        arrowprops={"arrowstyle": "-|>", "color": FAINT},
    )


def _plain(axes: Axes, *visible: str) -> None:
    for side, spine in axes.spines.items():
        spine.set_visible(side in visible)
        spine.set_color(LINE)
    axes.tick_params(colors=FAINT, labelsize=9, length=3)


def _legend(figure: Figure) -> None:
    marks = [
        Line2D([], [], color=color, marker=marker, linestyle="", markersize=8, label=label)
        for color, marker, label in LOOK.values()
    ]
    marks += [
        Line2D([], [], color=PAPER, marker="o", markeredgecolor=INK, linestyle="", label="Start"),
        Line2D([], [], color=INK, marker="o", linestyle="", label="End"),
    ]
    figure.legend(handles=marks, loc="outside upper center", ncols=len(marks), frameon=False, fontsize=10)
