"""What is held about a person in every table, and how it is erased."""

from haulage_adapters.sql.personal_data.store import SqlPersonalDataStore

__all__ = ["SqlPersonalDataStore"]
