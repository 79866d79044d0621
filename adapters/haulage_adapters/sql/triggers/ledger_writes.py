"""On PostgreSQL transactions are entered in the ledger by one statement, however many there are, as several
would take the time of several answers. What it does is what ``haulage_adapters.sql.money.ledger_writes`` does
by statements of its own on SQLite, where an answer takes no time, and in the same order."""

ENTER = """CREATE FUNCTION ledger_enter(
      new_transactions json, new_entries json, head_changes json, takings json, to_lock json
    ) RETURNS json LANGUAGE plpgsql
    SET enable_seqscan TO off SET enable_hashjoin TO off SET enable_mergejoin TO off AS
    $$ DECLARE
      given ledger_transactions[] := ARRAY(
        SELECT each FROM json_populate_recordset(NULL::ledger_transactions, new_transactions) AS each);
      taken text[];
      wanting text[];
    BEGIN
      PERFORM code FROM ledger_accounts
        WHERE code = ANY (ARRAY(SELECT json_array_elements_text(to_lock))) ORDER BY code FOR UPDATE;
      taken := ARRAY(
        SELECT each.id FROM unnest(given) AS each, LATERAL (
          SELECT FROM ledger_transactions AS other WHERE other.id = each.id
          UNION ALL SELECT FROM ledger_transactions AS other WHERE other.reference = each.reference
          UNION ALL SELECT FROM ledger_transactions AS other WHERE other.reverses = each.reverses
          LIMIT 1
        ) AS found);
      WITH taking AS MATERIALIZED (
        SELECT * FROM json_to_recordset(takings)
          AS asked (transaction_id text, account text, taken_cents bigint, needed_cents bigint)
          WHERE transaction_id <> ALL (taken)
      ), done AS (
        UPDATE ledger_accounts AS head
          SET reserved_debit_cents = reserved_debit_cents + taking.taken_cents, version = version + 1
          FROM taking
          WHERE head.code = taking.account
            AND taking.needed_cents <= -(head.posted_cents + head.reserved_debit_cents)
          RETURNING taking.transaction_id
      )
      SELECT coalesce(array_agg(transaction_id), '{}') INTO wanting FROM taking
        WHERE transaction_id NOT IN (SELECT transaction_id FROM done);
      INSERT INTO ledger_accounts AS head
          (code, posted_cents, reserved_debit_cents, reserved_credit_cents, version)
        SELECT code, sum(posted_cents), sum(reserved_debit_cents), sum(reserved_credit_cents), count(*)
          FROM json_to_recordset(head_changes) AS change (transaction_id text, code text,
            posted_cents bigint, reserved_debit_cents bigint, reserved_credit_cents bigint)
          WHERE transaction_id <> ALL (taken || wanting)
          GROUP BY code ORDER BY code
        ON CONFLICT (code) DO UPDATE SET
          posted_cents = head.posted_cents + EXCLUDED.posted_cents,
          reserved_debit_cents = head.reserved_debit_cents + EXCLUDED.reserved_debit_cents,
          reserved_credit_cents = head.reserved_credit_cents + EXCLUDED.reserved_credit_cents,
          version = head.version + EXCLUDED.version;
      INSERT INTO ledger_entries
        SELECT * FROM json_populate_recordset(NULL::ledger_entries, new_entries)
          WHERE transaction_id <> ALL (taken || wanting);
      INSERT INTO ledger_transactions
        SELECT * FROM unnest(given) WHERE id <> ALL (taken || wanting);
      RETURN json_build_object('taken', taken, 'wanting', wanting);
    END $$"""
"""Returns the ids of those that it did not enter: whose names are taken, and who want more than there is.

It is planned when the tables are empty, and may serve a connection until they are large: so it is told to
go by the indexes. Without that, a database that was never analyzed reads the heads of everybody for each."""
