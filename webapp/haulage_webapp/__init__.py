"""The web shell: routes decode, call one use case and encode."""
