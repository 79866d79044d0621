"""What the process may take that opens a stranger's file."""

import resource

MEMORY_OCTETS = 1024 * 1024 * 1024
"""Ours, of address space: Pillow and PDFium take a quarter of it before they open anything, and the largest
picture 170 MB more."""

CPU_SECONDS = 10
"""Ours: a page takes a tenth of a second."""

LONGEST_SECONDS = 30
"""Ours, by the clock: what has not answered by then is ended."""


def limit_this_process() -> None:
    """No file can be written, and no other process or thread begun where the user is not the superuser."""
    for kind, most in (
        (resource.RLIMIT_AS, MEMORY_OCTETS),
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, 0),
    ):
        _, hard = resource.getrlimit(kind)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (allowed, allowed))
