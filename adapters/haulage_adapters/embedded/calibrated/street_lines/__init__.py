"""The line that an approximate route is drawn along: over land and known crossings, by streets where known.

``network`` holds the streets, ``obstacles`` the coasts and fields, ``search`` finds the best
way between two addresses, ``lines`` joins the ways of a route. It gives
something to look at and to drive along in the demonstration; distance and time come from the estimate.
"""

from haulage_adapters.embedded.calibrated.street_lines.lines import draw

__all__ = ["draw"]
