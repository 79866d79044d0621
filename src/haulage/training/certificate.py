"""What a completed module is certified by, and what anybody with its code may learn."""

from datetime import datetime

import attrs


@attrs.frozen
class Certificate:
    """*holder* is the whole name on the printed certificate, and its short form in public. *score* is None
    for modules without questions."""

    code: str
    holder: str
    module_id: str
    module_title: str
    completed_at: datetime
    score: int | None = None

    @property
    def file_name(self) -> str:
        return f"certificate-{self.module_id}.pdf"
