"""The data folder: who may read it, the mark of its database, and the records of operation in it."""
