"""Steps inside one transaction that several use cases share: functions that take the unit of work."""
