"""Jobs done by DBOS, by any number of processes over one database.

Our own row of a job is what is true of it: state, attempts, last error. DBOS has one workflow for each
attempt that is to be made, put into its queue in the transaction that writes the row; it knows when an
attempt is due, gives it to one process, and keeps it when that process dies. What is not handed over in
a transaction, because a command without DBOS wrote it, is found by looking.
"""
