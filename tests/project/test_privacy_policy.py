"""The privacy page names everything that is stored of people, each in a paragraph of its own name."""

import re
from pathlib import Path

from haulage.use_cases.retention import SCHEDULE
from haulage.use_cases.retention.privacy_paragraphs import PARAGRAPHS
from haulage_adapters.sql.personal_data.tables import SECTIONS

PAGE = Path(__file__).parents[2] / "ui" / "src" / "features" / "legal" / "StoredData.tsx"
PERSONAL_TABLES = {section.table.name for section in SECTIONS}


def test_every_line_of_the_schedule_that_people_are_told_of_belongs_to_one_paragraph() -> None:
    named = [rule.key for rule in SCHEDULE if rule.what]
    assert sorted(key for keys in PARAGRAPHS.values() for key in keys) == sorted(named)


def test_people_are_told_of_every_line_that_stores_something_of_theirs() -> None:
    silent = {rule.key for rule in SCHEDULE if not rule.what and PERSONAL_TABLES & set(rule.stored_in)}
    assert silent == set()


def test_every_table_of_peoples_has_a_line_that_they_are_told_of() -> None:
    named = {place for rule in SCHEDULE if rule.what for place in rule.stored_in}
    assert named >= PERSONAL_TABLES


def test_the_page_has_exactly_these_paragraphs() -> None:
    shown = re.findall(r'id="(kept-[a-z-]+)"', PAGE.read_text(encoding="utf-8"))
    assert sorted(shown) == sorted(PARAGRAPHS)
