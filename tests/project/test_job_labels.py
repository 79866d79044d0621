"""Every kind of job has its own words on the administrators' screen."""

import re
from pathlib import Path

from haulage.jobs import JobKind

LABELS = Path(__file__).parents[2] / "ui/src/features/jobs/labels.ts"


def test_every_kind_of_job_has_a_label() -> None:
    table = LABELS.read_text(encoding="utf-8").partition("KINDS")[2].partition("}")[0]
    assert set(re.findall(r"^  (\w+): '\S", table, re.MULTILINE)) == {kind.value for kind in JobKind}
