"""Personal data of one person: export it and erase it."""
