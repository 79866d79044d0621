"""Use cases of the marketplace: each a frozen callable over ports."""
