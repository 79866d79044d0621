"""The marketplace's storage port on SQLAlchemy: SQLite in one file, or PostgreSQL for many machines."""
