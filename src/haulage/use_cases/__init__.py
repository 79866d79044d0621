"""What people do with the marketplace: each a frozen callable over ports."""
