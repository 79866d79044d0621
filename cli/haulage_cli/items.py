"""``haulage items``: the usual things that are moved, without a database."""

from typing import Any

import click

from haulage.items import ItemPreset, load_of, preset_of, search_presets
from haulage.kernel.cargo import MAX_QUANTITY, Item
from haulage.kernel.errors import NotFound
from haulage.kernel.policy import Action
from haulage_cli.options import WORDS, examples, with_json
from haulage_cli.output import write_facts, write_json, write_table
from haulage_cli.permissions import does

COUNTED = "*"


class PresetItem(click.ParamType):  # type: ignore[type-arg]  # generic only in newer releases
    """``ID`` or ``ID*COUNT`` of a preset."""

    name = "item"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Item:
        preset_id, counted, count = WORDS.convert(value, param, ctx).partition(COUNTED)
        if counted and not (count.isascii() and count.isdigit() and 1 <= int(count) <= MAX_QUANTITY):
            self.fail(f"{count!r} is not a number from 1 to {MAX_QUANTITY}", param, ctx)
        try:
            return preset_of(preset_id).item(int(count) if counted else 1)
        except NotFound:
            self.fail(f"{preset_id!r} is not an id of 'haulage items list'", param, ctx)


@click.group()
def items() -> None:
    """Look up the usual things that are moved; needs no database."""


@items.command("list", epilog=examples("haulage items list", "haulage items list --search mattress --json"))
@click.option("--search", type=WORDS, default="", help="Words of its name, or their beginnings.")
@with_json
@does(Action.SEE_PUBLIC_PAGE)
def list_presets(search: str, as_json: bool) -> None:
    """Usual things with the weight in pounds and the size in inches of one piece."""
    found = search_presets(search)
    if as_json:
        from haulage_adapters.wire.items import ItemPresetOut

        write_json({"items": [ItemPresetOut.of(preset) for preset in found]})
        return
    rows = [
        (preset.id, preset.name, f"{preset.weight_pounds} lb", _size(preset), _notes(preset))
        for preset in found
    ]
    write_table(("id", "name", "weight", "size", "notes"), rows)


@items.command(
    epilog=examples("haulage items load sofa 'moving-box-medium*10'", "haulage items load fridge --json")
)
@click.argument("listed", type=PresetItem(), nargs=-1, required=True, metavar="ID[*COUNT]...")
@with_json
@does(Action.CALCULATE_FARE)
def load(listed: tuple[Item, ...], as_json: bool) -> None:
    """What things amount to: weight, volume, which vehicle, how many people."""
    found = load_of(listed)
    if as_json:
        from haulage_adapters.wire.items import LoadOut

        write_json(LoadOut.of(found, listed))
        return
    write_facts(
        [
            ("Pieces", found.pieces),
            ("Weight", f"{float(found.pounds):,.0f} lb"),
            ("Volume", f"{float(found.cubic_feet):,.1f} cu ft"),
            ("Largest", found.largest.description if found.largest else None),
            ("People", found.people),
            ("Fit", " ".join(found.sentences)),
        ]
    )


def _size(preset: ItemPreset) -> str:
    return f"{preset.length_inches} x {preset.width_inches} x {preset.height_inches} in"


def _notes(preset: ItemPreset) -> str:
    notes = {"two people": preset.two_people, "fragile": preset.fragile, "assembly": preset.assembly}
    return ", ".join(note for note, applies in notes.items() if applies)
