"""Building the gazetteer: the rows of the packages become sorted columns.

Names (of streets), areas (a city, or one borough of New York), streets (a name in an area) and points (a
number on a street) are numbered in sorted order, so that a range of one column answers what belongs to
what, and the same data always makes the same file. ``gathering`` reads the rows, ``streets`` sorts and
packs them, ``regions`` adds cities, ZIP codes and neighbourhoods.
"""

from haulage_adapters.embedded.gazetteer import columns, sources
from haulage_adapters.embedded.gazetteer.builder.gathering import Gathered
from haulage_adapters.embedded.gazetteer.builder.regions import RegionPacking
from haulage_adapters.embedded.gazetteer.builder.streets import pack_streets
from haulage_adapters.embedded.gazetteer.tiers import COVERED, Tier

__all__ = ["build"]


def build(tier: Tier = Tier.COUNTRY) -> bytes:
    """The packed columns of everything that the packages know, or know around New York."""
    gathered = Gathered(sources.zips(), sources.neighborhoods())
    gathered.read(sources.addresses(COVERED if tier is Tier.AREA else None))
    made = pack_streets(gathered)
    RegionPacking(gathered, made).pack()
    return columns.pack(made)
