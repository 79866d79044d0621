"""Run a test on SQLite and on PostgreSQL."""

import pytest

ON_EACH_DATABASE = pytest.mark.usefixtures("database")
