"""Places from data that packages ship: addresses, cities, ZIP codes, New York's neighbourhoods.

``sources`` reads the packages, ``builder`` makes sorted ``columns`` of them for the two ``tiers``, ``store``
keeps these as files and ``opening`` opens the best. ``index`` gives the columns their meaning. ``query``
reads what was typed, ``regions`` its end, ``naming`` compares names, ``placing`` finds numbers, ``search``
weighs it all. Ours, because geocoders are services or servers with databases of gigabytes, and this one has
to answer in a process with neither.
"""

from haulage_adapters.embedded.gazetteer.engine import EmbeddedPlaces

__all__ = ["EmbeddedPlaces"]
