"""The command line: operators' work over the same use cases as the server."""
