"""Quotes: requested, seen and matched with drivers."""
