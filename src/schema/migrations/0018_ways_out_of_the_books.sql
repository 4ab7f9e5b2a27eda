-- Who bears what a cancellation after the transfer costs: interest given back, and tax that the Treasury has already.
ALTER TABLE retailer_terms
  ADD COLUMN cancellation_costs text NOT NULL DEFAULT 'RETAILER' CHECK (cancellation_costs IN ('RETAILER', 'LENDER'));

-- Commissions are paid to retailers by orders of their own. Tax has no order any more: it is paid by DARF.
ALTER TABLE payout_orders
  DROP CONSTRAINT payout_orders_kind_check,
  ADD CONSTRAINT payout_orders_kind_check CHECK (kind IN ('RETAILER', 'REFUND', 'IOF', 'INSURER', 'COMMISSION'));

-- Fine and interest on tax that was paid late have an account of their own. The list of accounts is extended as it is.
DO $$
DECLARE
  listed text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT listed FROM pg_constraint WHERE conname = 'ledger_postings_account_check'
    AND conrelid = 'ledger_postings'::regclass;
  listed := replace(listed, '''memo-contra''::text', '''memo-contra''::text, ''tax-charges''::text');
  ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_account_check;
  EXECUTE 'ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_account_check ' || listed;
END $$;

-- Entries that a person makes and another one approves: manual entries, tax payments, money that came in or went out
-- otherwise than by the program. A row never changes. It is booked when the books have its reference.
CREATE TABLE proposed_entries (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  kind text NOT NULL CHECK (kind ~ '^[a-z]+(-[a-z]+)*$'),
  reference text NOT NULL CHECK (reference <> ''),
  retailer_id text CHECK (retailer_id ~ '^[0-9a-f]{24}$'),
  -- The day on which it happened.
  happened_on date NOT NULL,
  -- Text, not jsonb: the MAC covers it as it was written.
  memo json NOT NULL,
  postings json NOT NULL,
  -- The document: sealed in the file store, found by its name.
  file_name text,
  sha256 bytea CHECK (length(sha256) = 32),
  bytes integer CHECK (bytes > 0),
  proposed_by text NOT NULL,
  proposed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT proposed_entries_whole_file CHECK ((file_name IS NULL) = (sha256 IS NULL) AND (sha256 IS NULL) = (bytes IS NULL))
);
CREATE INDEX proposed_entries_by_reference ON proposed_entries (reference);
CREATE TRIGGER proposed_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON proposed_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON proposed_entries FROM CURRENT_USER;

-- The Selic rate of each month, as the Receita Federal publishes it: interest on tax that is paid late.
CREATE TABLE selic_rates (
  month date PRIMARY KEY CHECK (extract(day FROM month) = 1),
  -- Hundredths of a percent.
  basis_points integer NOT NULL CHECK (basis_points BETWEEN 0 AND 1000),
  source text NOT NULL CHECK (source <> ''),
  loaded_by text NOT NULL CHECK (loaded_by <> ''),
  loaded_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
