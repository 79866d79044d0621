"""What the core needs of the outside world, in the core's own words: small Protocols."""
