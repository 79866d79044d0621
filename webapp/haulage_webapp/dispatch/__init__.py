"""Offers to drivers over HTTP, and what administrators change about them."""
