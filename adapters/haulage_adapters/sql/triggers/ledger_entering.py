"""On PostgreSQL a transaction is entered in the books by one statement, as several would take the time of
several answers. What it does is what ``haulage_adapters.sql.money.ledger`` does by statements of its own on
SQLite, where an answer takes no time, and in the same order."""

ENTER = """CREATE FUNCTION ledger_enter(
      new_id text, new_kind text, new_reference text, new_at timestamptz, new_order_id text, new_state text,
      new_reverses text, new_settled_at timestamptz, new_subject_kind text, new_subject_id text,
      entry_accounts text[], entry_cents bigint[], entries_at timestamptz, to_lock text[],
      head_codes text[], head_posted bigint[], head_debits bigint[], head_credits bigint[],
      taken_from text, taken_cents bigint, needed_cents bigint
    ) RETURNS text LANGUAGE plpgsql AS
    $$ BEGIN
      IF EXISTS (SELECT 1 FROM ledger_transactions WHERE id = new_id)
        OR EXISTS (SELECT 1 FROM ledger_transactions WHERE reference = new_reference)
        OR EXISTS (SELECT 1 FROM ledger_transactions WHERE reverses = new_reverses)
      THEN RETURN 'taken'; END IF;
      PERFORM code FROM ledger_accounts WHERE code = ANY (to_lock) ORDER BY code FOR UPDATE;
      IF taken_from IS NOT NULL THEN
        UPDATE ledger_accounts
          SET reserved_debit_cents = reserved_debit_cents + taken_cents, version = version + 1
          WHERE code = taken_from AND needed_cents <= -(posted_cents + reserved_debit_cents);
        IF NOT FOUND THEN RETURN 'not enough'; END IF;
      END IF;
      INSERT INTO ledger_accounts AS head
          (code, posted_cents, reserved_debit_cents, reserved_credit_cents, version)
        SELECT code, posted, debits, credits, 1
          FROM unnest(head_codes, head_posted, head_debits, head_credits)
            AS more (code, posted, debits, credits)
          ORDER BY code
        ON CONFLICT (code) DO UPDATE SET
          posted_cents = head.posted_cents + EXCLUDED.posted_cents,
          reserved_debit_cents = head.reserved_debit_cents + EXCLUDED.reserved_debit_cents,
          reserved_credit_cents = head.reserved_credit_cents + EXCLUDED.reserved_credit_cents,
          version = head.version + 1;
      INSERT INTO ledger_entries (transaction_id, account, amount_cents, at)
        SELECT new_id, account, cents, entries_at
          FROM unnest(entry_accounts, entry_cents) AS entry (account, cents);
      INSERT INTO ledger_transactions
          (id, kind, reference, at, order_id, state, reverses, settled_at, subject_kind, subject_id)
        VALUES (new_id, new_kind, new_reference, new_at, new_order_id, new_state, new_reverses,
          new_settled_at, new_subject_kind, new_subject_id);
      RETURN NULL;
    END $$"""
"""Nothing is changed where it returns a word."""
