"""Promises, each proved at length; the test suite runs about one per cent of every one."""
