"""The process that opens one stranger's file: the file on standard input, what it found on standard output.

The answer is one line of JSON and then the bytes of its parts, one after the other: the content, where it was
made anew, and the previews.
"""

import json
import sys
import warnings
from typing import Any

from haulage.driver_documents import JPEG, PDF, DocumentRefused, refused
from haulage.ports.files.inspection import MOST_PREVIEWS, WRONG_TYPE
from haulage_adapters.upload_inspection.limits import limit_this_process
from haulage_adapters.upload_inspection.other_kinds import require_only_picture

BEGINNINGS = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")


def main() -> None:
    """Refusals are answers; anything else ends the process and is an answer too."""
    limit_this_process()
    warnings.simplefilter("ignore")  # what is odd in a file is for the file's owner
    try:
        facts, parts = inspected(sys.stdin.buffer.read())
    except DocumentRefused as refusal:
        facts, parts = {"refused": refusal.reason}, []
    facts["parts"] = [len(each) for each in parts]
    sys.stdout.buffer.write(json.dumps(facts).encode() + b"\n")
    for each in parts:
        sys.stdout.buffer.write(each)


def inspected(sent: bytes) -> tuple[dict[str, Any], list[bytes]]:
    """What is found, and the parts of the answer. Raises ``DocumentRefused``."""
    if sent.startswith(b"%PDF-"):
        from haulage_adapters.upload_inspection.pdf_checks import checked_pages
        from haulage_adapters.upload_inspection.pdf_preview import previews

        pages = checked_pages(sent)
        return {"media_type": PDF, "pages": pages}, previews(sent, MOST_PREVIEWS)
    if not sent.startswith(BEGINNINGS):
        raise refused(WRONG_TYPE)
    require_only_picture(sent)
    return {"media_type": JPEG, "pages": 1}, [_made_anew(sent)]


def _made_anew(sent: bytes) -> bytes:
    from haulage.ports.files.pictures import PictureRefused
    from haulage_adapters.images_pillow import made_safe_here

    try:
        return made_safe_here(sent).content
    except PictureRefused as refusal:
        raise refused(f"This picture {refusal.reason}") from None


if __name__ == "__main__":
    main()
