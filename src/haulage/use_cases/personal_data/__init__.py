"""Personal data of one person: found, exported and erased."""
