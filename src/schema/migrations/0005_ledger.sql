-- Double-entry books. Rows are only ever added: a mistake is mended by an entry that reverses it. The program's own role gives up
-- the rights to change them, and triggers refuse whoever still has such rights by accident.

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE TABLE ledger_entries (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  kind text NOT NULL CHECK (kind ~ '^[a-z]+(-[a-z]+)*$'),
  retailer_id text CHECK (retailer_id ~ '^[0-9a-f]{24}$'),
  transaction_id text CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  -- What happened in the world, named once: the same event cannot be booked again.
  reference text NOT NULL CHECK (reference <> ''),
  occurred_at timestamptz NOT NULL,
  -- Text, not jsonb: the seal covers it as it was written.
  memo json NOT NULL,
  CONSTRAINT ledger_entries_reference_unique UNIQUE (reference)
);
CREATE INDEX ledger_entries_by_transaction ON ledger_entries (transaction_id, id);

-- Debits are positive, credits negative. No foreign key: checking one takes the right to update ledger_entries, which nobody has.
CREATE TABLE ledger_postings (
  entry_id text NOT NULL,
  line smallint NOT NULL CHECK (line > 0),
  account text NOT NULL CHECK (
    account ~ '^(bank|customer|retailer|commission|retention):[0-9a-f]{24}$'
    OR account ~ '^unidentified-bank:[0-9]{3}$'
    OR account IN ('iof', 'interest', 'fee', 'premium', 'late-fine', 'late-interest', 'suspense', 'refunds-due')
  ),
  amount_centavos bigint NOT NULL CHECK (amount_centavos <> 0),
  PRIMARY KEY (entry_id, line)
);
CREATE INDEX ledger_postings_by_account ON ledger_postings (account, entry_id) INCLUDE (amount_centavos);

-- An entry is complete within its transaction: nobody adds a line to it later, not even a pair that balances.
CREATE FUNCTION check_ledger_postings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM added a WHERE NOT EXISTS (
      SELECT FROM ledger_entries e WHERE e.id = a.entry_id AND e.xmin = pg_current_xact_id()::xid)
  ) THEN
    RAISE EXCEPTION 'a posting belongs to an entry of its own transaction' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_postings_with_their_entry AFTER INSERT ON ledger_postings
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION check_ledger_postings();

CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference numeric;
BEGIN
  SELECT sum(amount_centavos) INTO difference FROM ledger_postings WHERE entry_id = NEW.id;
  IF difference IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger entry % does not balance: %', NEW.id, coalesce(difference::text, 'no postings')
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();

-- Committed entries that no seal covers yet.
CREATE TABLE ledger_unsealed (entry_id text PRIMARY KEY);

-- hash = SHA-256 of the seal before and of everything that the entry says, so that a change of any entry breaks all seals after it.
CREATE TABLE ledger_seals (
  position bigint PRIMARY KEY CHECK (position > 0),
  entry_id text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  CONSTRAINT ledger_seals_entry_unique UNIQUE (entry_id)
);

CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entries, ledger_postings, ledger_seals FROM CURRENT_USER;
