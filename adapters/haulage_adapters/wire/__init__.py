"""What programs send and read: the JSON of the HTTP API and of ``--json``, as msgspec structs.

The web shell answers with these structs and the command line prints the same ones, so that an order looks
the same to a program whichever way it asks. ``...In`` is what a caller sends and ``to_core`` turns it into a
value of the core; ``...Out`` is what a caller reads and ``of`` makes it from one.
"""
