"""Ports of what is stored: the unit of work, and the store of each capability in it."""
