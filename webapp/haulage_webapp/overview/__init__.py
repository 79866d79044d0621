"""The administrators' overview."""
