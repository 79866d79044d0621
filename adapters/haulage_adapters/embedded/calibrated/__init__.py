"""Routes by a calibrated estimate, without a street graph.

``geography`` is hand-written: shores, crossings, areas. ``shore_route`` finds a trip's legs and crossings,
``calibration`` turns them into miles and minutes by the figures of ``table``, which ``fit`` writes from
trips. The straight line is bent by Manhattan's grid and by the rivers; everything else is a factor.
``street_lines`` draws the route, which changes nothing about either.
"""

from haulage_adapters.embedded.calibrated.routes import CalibratedRoutes

__all__ = ["CalibratedRoutes"]
