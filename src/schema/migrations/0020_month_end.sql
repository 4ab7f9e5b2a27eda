-- Months that are closed in the books. The books of a closed month never change: what is told later is booked on the first open day.
CREATE TABLE ledger_closed_months (
  month_end date PRIMARY KEY CHECK (month_end = (date_trunc('month', month_end) + interval '1 month - 1 day')::date),
  closed_at timestamptz NOT NULL
);
CREATE TRIGGER ledger_closed_months_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_closed_months
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_closed_months FROM CURRENT_USER;

-- The day on which an entry counts in the books; occurred_at stays the day on which it happened. Null in entries from before.
ALTER TABLE ledger_entries ADD COLUMN booked_on date;

-- Whoever closes a month takes the same lock alone, so no entry is on its way into the month while it closes.
CREATE FUNCTION choose_booked_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  closed_through date;
BEGIN
  PERFORM pg_advisory_xact_lock_shared(4072041);
  SELECT max(month_end) INTO closed_through FROM ledger_closed_months;
  NEW.booked_on := (NEW.occurred_at AT TIME ZONE 'America/Sao_Paulo')::date;
  IF NEW.booked_on <= closed_through THEN
    NEW.booked_on := closed_through + 1;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_entries_booked_day BEFORE INSERT ON ledger_entries
  FOR EACH ROW EXECUTE FUNCTION choose_booked_day();

-- One month end: its snapshot, what was compared, and who closed it.
CREATE TABLE closings (
  month_end date PRIMARY KEY,
  id text NOT NULL UNIQUE CHECK (id ~ '^[0-9a-f]{24}$'),
  state text NOT NULL CHECK (state IN ('RUNNING', 'READY', 'CLOSED')),
  -- Counts the snapshots of the month: a later one replaces the one before until the month is closed.
  version integer NOT NULL CHECK (version > 0),
  -- Every entry with a smaller id counts in this month or an earlier one.
  first_later_id text NOT NULL,
  -- Of the month's entries when the snapshot was begun: entries are only added, so the same number are the same entries.
  entry_count bigint NOT NULL,
  started_at timestamptz NOT NULL,
  -- Figures, comparison and differences, as text: the MAC covers it as it was written. Null while the snapshot is made.
  result json,
  -- Chains the batches of the snapshot to the month before.
  hash bytea CHECK (length(hash) = 32),
  proposed_by text REFERENCES operators (id),
  closed_by text REFERENCES operators (id),
  closed_at timestamptz,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CHECK ((state = 'RUNNING') = (result IS NULL) AND (result IS NULL) = (hash IS NULL)),
  CHECK ((state = 'CLOSED') = (closed_at IS NOT NULL) AND (state = 'CLOSED') = (closed_by IS NOT NULL)),
  CHECK ((closed_by IS NULL) = (proposed_by IS NULL) AND closed_by <> proposed_by)
);

-- Contracts of a snapshot are taken in batches, each in a transaction of its own: ids from first_id up to before_id.
CREATE TABLE closing_batches (
  month_end date NOT NULL REFERENCES closings (month_end),
  number integer NOT NULL CHECK (number > 0),
  first_id text NOT NULL,
  before_id text NOT NULL,
  contract_count integer,
  -- By kind of account, as text.
  totals json,
  -- Keyed hash of the rows.
  hash bytea CHECK (length(hash) = 32),
  PRIMARY KEY (month_end, number),
  CHECK ((hash IS NULL) = (totals IS NULL) AND (hash IS NULL) = (contract_count IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX closing_batches_left ON closing_batches (month_end, number) WHERE hash IS NULL;

-- A contract at a month end. No personal data.
CREATE TABLE closing_contracts (
  month_end date NOT NULL,
  transaction_id text NOT NULL,
  -- What the books hold of it.
  customer_centavos bigint NOT NULL,
  unearned_centavos bigint NOT NULL,
  deferred_fee_centavos bigint NOT NULL,
  deferred_retention_centavos bigint NOT NULL,
  deferred_cost_centavos bigint NOT NULL,
  deferred_charges_centavos bigint NOT NULL,
  restructuring_centavos bigint NOT NULL,
  allowance_centavos bigint NOT NULL,
  written_off_centavos bigint NOT NULL,
  -- Null where only money before the contract's first day is held.
  retailer_id text,
  seller_index bytea,
  started_on date,
  first_due_date date,
  interest_rate_pm double precision,
  -- By installment: face value that is not paid.
  open_centavos bigint[],
  accrued_through date,
  accelerated_on date,
  written_off_on date,
  days_past_due integer CHECK (days_past_due >= 0),
  stage smallint CHECK (stage BETWEEN 1 AND 3),
  is_agreement boolean NOT NULL,
  PRIMARY KEY (month_end, transaction_id)
);

-- What is closed stays as it is, whoever writes.
CREATE FUNCTION refuse_in_closed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed c JOIN ledger_closed_months m USING (month_end)) THEN
    RAISE EXCEPTION 'the month is closed' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER closing_contracts_added AFTER INSERT ON closing_contracts
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closing_contracts_removed AFTER DELETE ON closing_contracts
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closing_contracts_never_changed BEFORE UPDATE OR TRUNCATE ON closing_contracts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closing_batches_added AFTER INSERT ON closing_batches
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closing_batches_changed AFTER UPDATE ON closing_batches
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closing_batches_removed AFTER DELETE ON closing_batches
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
-- The row that closes a month is the last change of its closing: it is written before ledger_closed_months.
CREATE TRIGGER closings_changed AFTER UPDATE ON closings
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION refuse_in_closed_month();
CREATE TRIGGER closings_never_removed BEFORE DELETE OR TRUNCATE ON closings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The lender's own accounts of the Central Bank's chart, where they differ from the committed ones. The newest row of an account counts.
CREATE TABLE cosif_accounts (
  account_kind text NOT NULL CHECK (account_kind ~ '^[a-z]+(-[a-z]+)*$'),
  version integer NOT NULL CHECK (version > 0),
  code text NOT NULL CHECK (code ~ '^[0-9]+(\.[0-9]+)*$'),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  loaded_by text NOT NULL CHECK (loaded_by <> ''),
  loaded_at timestamptz NOT NULL,
  PRIMARY KEY (account_kind, version)
);
CREATE TRIGGER cosif_accounts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON cosif_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
