"""Rows of facts kept together by cell, with room in each cell for drivers to come and go.

A cell is a run of slots in one pool. A full cell moves to the pool's end with twice the room, so a
driver enters, leaves or crosses into a cell in constant time, amortised; the holes left behind are
closed by laying everything out again once they outnumber the drivers.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from haulage.matching.cells import Box, CellGrid

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Kinds: TypeAlias = npt.NDArray[np.int32]

FIELDS = 8
"""Place on the unit globe (three), rating points, cents a mile, minimum cents, pounds, cubic feet."""

NOWHERE = -1
FIRST_ROOM = 4
SLACK = 1.25
HOLES_A_DRIVER = 3
SMALL_POOL = 4096


class CellStore:
    """Facts and kind of each driver number, findable by box."""

    def __init__(self, grid: CellGrid) -> None:
        self.grid = grid
        self._slot_of: Integers = np.full(16, NOWHERE, np.int64)
        self._cell_of: Integers = np.full(16, NOWHERE, np.int64)
        self.located = 0
        self.facts: Floats
        self.kinds: Kinds
        self.numbers: Integers
        self._used: int
        self._keys: Integers
        self._starts: Integers
        self._counts: Integers
        self._rooms: Integers
        self._sorted_keys: Integers
        self._sorted_cells: Integers
        self._cell_at: dict[int, int]
        self._lay_out(
            np.empty(0, np.int64), np.empty((0, FIELDS)), np.empty(0, np.int32), np.empty(0, np.int64)
        )

    def holds(self, number: int) -> bool:
        return number < len(self._slot_of) and self._slot_of[number] != NOWHERE

    def fill(self, numbers: Integers, facts: Floats, kinds: Kinds, keys: Integers) -> None:
        """Replace everything by these drivers, in one go."""
        self._make_numbers(int(numbers.max(initial=0)))
        self._slot_of[:] = NOWHERE
        self._lay_out(numbers, facts, kinds, keys)

    def put(self, number: int, facts: Floats, kind: int, key: int) -> None:
        """Add a driver, or replace what is known of them."""
        self._make_numbers(number)
        if self._slot_of[number] != NOWHERE:
            cell = self._cell_of[number]
            if self._keys[cell] == key:
                slot = self._slot_of[number]
                self.facts[slot] = facts
                self.kinds[slot] = kind
                return
            self.take_out(number)
        self._enter(number, self._cell(key), facts, kind)
        self.located += 1

    def take_out(self, number: int) -> None:
        """Forget where a driver is. The last of the cell takes the free slot, so cells have no holes."""
        if not self.holds(number):
            return
        self._leave(number)
        self._slot_of[number] = NOWHERE
        self.located -= 1

    def move(self, numbers: Integers, places: Floats, keys: Integers) -> None:
        """New places of drivers who are held already, each named once."""
        stay = self._keys[self._cell_of[numbers]] == keys
        self.facts[self._slot_of[numbers[stay]], :3] = places[stay]
        cross = np.flatnonzero(~stay)
        for number, key, place in zip(
            numbers[cross].tolist(), keys[cross].tolist(), places[cross], strict=True
        ):
            slot = self._slot_of[number]
            facts, kind = self.facts[slot].copy(), int(self.kinds[slot])
            facts[:3] = place
            self._leave(number)
            self._enter(number, self._cell(key), facts, kind)

    def slots(self, box: Box) -> Integers:
        """The occupied slots of a box's cells."""
        rows = np.arange(box.top, box.bottom + 1) * self.grid.columns
        runs = [
            self._sorted_keys.searchsorted(np.concatenate([rows + first, rows + end]))
            for first, end in _wrapped(box, self.grid.columns)
        ]
        begins = np.concatenate([run[: len(rows)] for run in runs])
        lengths = np.concatenate([run[len(rows) :] for run in runs]) - begins
        cells = self._sorted_cells.take(_ranges(begins, lengths))
        return _ranges(self._starts.take(cells), self._counts.take(cells))

    def all_numbers(self) -> list[int]:
        return np.flatnonzero(self._slot_of != NOWHERE).tolist()

    def _enter(self, number: int, cell: int, facts: Floats, kind: int) -> None:
        count = self._counts[cell]
        if count == self._rooms[cell]:
            cell = self._widen(cell)
        slot = self._starts[cell] + count
        self.facts[slot] = facts
        self.kinds[slot] = kind
        self.numbers[slot] = number
        self._counts[cell] = count + 1
        self._slot_of[number] = slot
        self._cell_of[number] = cell

    def _leave(self, number: int) -> None:
        slot, cell = self._slot_of[number], self._cell_of[number]
        self._counts[cell] -= 1
        last = self._starts[cell] + self._counts[cell]
        if last != slot:
            self.facts[slot] = self.facts[last]
            self.kinds[slot] = self.kinds[last]
            moved = self.numbers[slot] = self.numbers[last]
            self._slot_of[moved] = slot

    def _cell(self, key: int) -> int:
        cell = self._cell_at.get(key)
        if cell is None:
            cell = self._cell_at[key] = len(self._cell_at)
            if cell == len(self._keys):
                more = np.zeros(max(16, cell), np.int64)
                self._keys = np.concatenate([self._keys, more])
                self._starts = np.concatenate([self._starts, more])
                self._counts = np.concatenate([self._counts, more])
                self._rooms = np.concatenate([self._rooms, more])
            self._keys[cell] = key
            self._starts[cell], self._rooms[cell], self._counts[cell] = self._claim(FIRST_ROOM), FIRST_ROOM, 0
            place = self._sorted_keys.searchsorted(key)
            self._sorted_keys = np.insert(self._sorted_keys, place, key)
            self._sorted_cells = np.insert(self._sorted_cells, place, cell)
        return cell

    def _widen(self, cell: int) -> int:
        if self._used > SMALL_POOL + (1 + HOLES_A_DRIVER) * self.located:
            key = int(self._keys[cell])
            self._tidy()
            cell = self._cell(key)
            if self._counts[cell] < self._rooms[cell]:
                return cell
        start, count = int(self._starts[cell]), int(self._counts[cell])
        room = 2 * int(self._rooms[cell])
        fresh = self._claim(room)
        for column in (self.facts, self.kinds, self.numbers):
            column[fresh : fresh + count] = column[start : start + count]
        self._slot_of[self.numbers[fresh : fresh + count]] = np.arange(fresh, fresh + count)
        self._starts[cell], self._rooms[cell] = fresh, room
        return cell

    def _claim(self, room: int) -> int:
        start = self._used
        self._used += room
        if self._used > len(self.facts):
            more = max(room, len(self.facts) // 2)
            self.facts = np.concatenate([self.facts, np.zeros((more, FIELDS))])
            self.kinds = np.concatenate([self.kinds, np.zeros(more, np.int32)])
            self.numbers = np.concatenate([self.numbers, np.zeros(more, np.int64)])
        return start

    def _tidy(self) -> None:
        """Lay out again those who are in a cell; somebody between two cells is nowhere for now."""
        cells = np.arange(len(self._cell_at))
        slots = _ranges(self._starts.take(cells), self._counts.take(cells))
        keys = np.repeat(self._keys.take(cells), self._counts.take(cells))
        located = self.located
        self._lay_out(self.numbers[slots], self.facts[slots], self.kinds[slots], keys)
        self.located = located

    def _lay_out(self, numbers: Integers, facts: Floats, kinds: Kinds, keys: Integers) -> None:
        order = np.argsort(keys, kind="stable")
        found, begins, counts = np.unique(keys[order], return_index=True, return_counts=True)
        rooms = (counts * SLACK).astype(np.int64) + FIRST_ROOM
        starts = np.concatenate([[0], np.cumsum(rooms)]).astype(np.int64)
        self._used = int(starts[-1])
        self.facts = np.zeros((self._used, FIELDS))
        self.kinds = np.zeros(self._used, np.int32)
        self.numbers = np.zeros(self._used, np.int64)
        slots = np.repeat(starts[:-1] - begins, counts) + np.arange(len(order))
        self.facts[slots], self.kinds[slots], self.numbers[slots] = facts[order], kinds[order], numbers[order]
        self._slot_of[numbers[order]] = slots
        self._cell_of[numbers[order]] = np.repeat(np.arange(len(found)), counts)
        self._keys, self._starts, self._counts, self._rooms = found, starts[:-1].copy(), counts, rooms
        self._sorted_keys, self._sorted_cells = found.copy(), np.arange(len(found))
        self._cell_at = dict(zip(found.tolist(), range(len(found)), strict=True))
        self.located = len(order)

    def _make_numbers(self, highest: int) -> None:
        if highest >= len(self._slot_of):
            more = np.full(max(highest + 1 - len(self._slot_of), len(self._slot_of)), NOWHERE, np.int64)
            self._slot_of = np.concatenate([self._slot_of, more])
            self._cell_of = np.concatenate([self._cell_of, more])


def _ranges(begins: Integers, lengths: Integers) -> Integers:
    """All the whole numbers of ``begin .. begin + length - 1``, run after run."""
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(begins - (ends - lengths), lengths) + np.arange(total)


def _wrapped(box: Box, columns: int) -> list[tuple[int, int]]:
    """The box's columns as half-open runs between 0 and *columns*: two where it crosses the antimeridian."""
    width = box.right - box.left + 1
    if width >= columns:
        return [(0, columns)]
    first = box.left % columns
    end = first + width
    return [(first, end)] if end <= columns else [(first, columns), (0, end - columns)]
