"""Ports of maps: routes, places, roads, weather and time zones."""
