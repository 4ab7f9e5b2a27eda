-- Double-entry books. Rows are only ever added: a mistake is corrected by an entry that reverses it.
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
  -- Shows that the program wrote an entry: nobody who can write to the database and has no key can invent one.
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT ledger_entries_reference_unique UNIQUE (reference)
);
CREATE INDEX ledger_entries_by_transaction ON ledger_entries (transaction_id, id);

-- Every entry waits for its seal until it has one: none can be hidden from the check before sealing.
CREATE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference numeric;
BEGIN
  SELECT sum(amount_centavos) INTO difference FROM ledger_postings WHERE entry_id = NEW.id;
  IF difference IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger entry % does not balance: %', NEW.id, coalesce(difference::text, 'no postings')
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM ledger_unsealed u WHERE u.entry_id = NEW.id) THEN
    RAISE EXCEPTION 'ledger entry % does not wait for a seal', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER ledger_entries_balance AFTER INSERT ON ledger_entries
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION check_ledger_entry();
CREATE TRIGGER ledger_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_entries FROM CURRENT_USER;

-- Debits are positive, credits negative. No foreign key: checking one takes the right to update ledger_entries, which nobody has.
CREATE TABLE ledger_postings (
  entry_id text NOT NULL,
  line smallint NOT NULL CHECK (line > 0),
  account text NOT NULL CHECK (
    account ~ '^(bank|clearing|customer|retailer|clawback|in-transit|commission-payable|unearned-interest|deferred-fee|deferred-retention|deferred-cost|deferred-late-charges|restructuring|allowance|memo-written-off):[0-9a-f]{24}$'
    OR account ~ '^(premium-payable|insurer-receivable):[a-z0-9-]{1,40}$'
    OR account ~ '^unidentified-bank:[0-9]{3}$'
    OR account IN (
      'iof-payable', 'iof-recoverable', 'suspense', 'refunds-due',
      'interest-income', 'fee-income', 'retention-income', 'late-fine', 'late-interest', 'recovery-income',
      'bank-tariff', 'iof-borne', 'provision-expense', 'waived', 'restructuring-loss', 'memo-contra'
    )
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
CREATE TRIGGER ledger_postings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_postings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_postings FROM CURRENT_USER;

-- Committed entries that no seal covers yet.
CREATE TABLE ledger_unsealed (
  entry_id text PRIMARY KEY
);

-- An entry leaves only with its seal.
CREATE FUNCTION check_sealed_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r WHERE NOT EXISTS (SELECT FROM ledger_seals s WHERE s.entry_id = r.entry_id)) THEN
    RAISE EXCEPTION 'a ledger entry without a seal has to wait for it' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_unsealed_until_sealed AFTER DELETE ON ledger_unsealed
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION check_sealed_entry();

-- hash = SHA-256 of the seal before and of everything that the entry says, so that a change of any entry breaks all seals after it.
CREATE TABLE ledger_seals (
  position bigint PRIMARY KEY CHECK (position > 0),
  entry_id text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  CONSTRAINT ledger_seals_entry_unique UNIQUE (entry_id)
);
CREATE TRIGGER ledger_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_seals FROM CURRENT_USER;

-- Heads of the chain of ledger seals, each signed together with the signature before it, with a key that is not in the database:
-- whoever changes an entry and recomputes the seals cannot sign them.
CREATE TABLE ledger_heads (
  position bigint PRIMARY KEY CHECK (position > 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 32),
  signed_at timestamptz NOT NULL
);
CREATE TRIGGER ledger_heads_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_heads
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON ledger_heads FROM CURRENT_USER;

-- By how many centavos sealed entries miss zero, added up when they are sealed. No row as long as none does, which is always.
CREATE TABLE ledger_sealed_imbalance (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  centavos bigint NOT NULL CHECK (centavos > 0)
);

-- While books or audit log are known to be rewritten no money leaves. That is noted in the audit log (money.held); only a row
-- here with a MAC, one for each note, lets it leave again.
CREATE TABLE money_releases (
  hold_id text PRIMARY KEY CHECK (hold_id ~ '^[0-9a-f]{24}$'),
  released_at timestamptz NOT NULL,
  released_by text NOT NULL CHECK (released_by <> ''),
  approved_by text CHECK (approved_by <> released_by),
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE TRIGGER money_releases_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON money_releases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON money_releases FROM CURRENT_USER;

-- Due date of the first installment that is not paid, on the day of the month of the first; null when all are paid.
CREATE FUNCTION oldest_open_due(first_due_date date, open_centavos bigint[]) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (first_due_date + make_interval(months => min(place)::integer - 1))::date
  FROM unnest(open_centavos) WITH ORDINALITY AS installment (face, place) WHERE face > 0
$$;

-- What the books need to know of a running contract to earn its interest by the day, without sealed data.
CREATE TABLE loans (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL CHECK (retailer_id ~ '^[0-9a-f]{24}$'),
  started_on date NOT NULL,
  first_due_date date NOT NULL,
  interest_rate_pm double precision NOT NULL CHECK (interest_rate_pm >= 0),
  -- Earned over the contract's life.
  interest_centavos bigint NOT NULL,
  fee_centavos bigint NOT NULL,
  retention_centavos bigint NOT NULL,
  -- By installment: face value that is not paid.
  open_centavos bigint[] NOT NULL CHECK (cardinality(open_centavos) BETWEEN 1 AND 60 AND 0 <= ALL (open_centavos)),
  -- On the contra accounts of the contract.
  unearned_centavos bigint NOT NULL,
  deferred_fee_centavos bigint NOT NULL,
  deferred_retention_centavos bigint NOT NULL,
  -- Null until something was earned.
  accrued_through date,
  -- The month end that is booked next. Null when the loan has ended, or stands still because of its delay.
  next_accrual date,
  ended_on date,
  -- The agreement that lives on the debt of a contract; while it does, the contract's own books stand still.
  suspended_by text CHECK (suspended_by ~ '^[0-9a-f]{24}$'),
  -- The whole contract is due from this day on; null: installments fall due one by one.
  accelerated_on date,
  -- Out of the assets since this day. The claim stays.
  written_off_on date,
  -- The last month end that the allowance was computed for.
  provided_through date,
  -- On the contract's allowance account, as a positive amount.
  allowance_centavos bigint NOT NULL DEFAULT 0 CHECK (allowance_centavos >= 0),
  CHECK (ended_on IS NULL OR next_accrual IS NULL)
);
CREATE INDEX loans_next_accrual ON loans (next_accrual, transaction_id) WHERE next_accrual IS NOT NULL;
CREATE INDEX loans_running ON loans (transaction_id) WHERE ended_on IS NULL;
CREATE INDEX loans_provided_through ON loans (provided_through, transaction_id) WHERE ended_on IS NULL AND written_off_on IS NULL;
CREATE INDEX loans_ended_with_allowance ON loans (transaction_id) WHERE ended_on IS NOT NULL AND allowance_centavos <> 0;
-- Contracts by the due date of their oldest open installment.
CREATE INDEX loans_by_oldest_open_due ON loans (oldest_open_due(first_due_date, open_centavos), transaction_id)
  WHERE ended_on IS NULL;

-- How the allowance of each contract was computed at each month end.
CREATE TABLE provisions (
  month_end date NOT NULL,
  transaction_id text NOT NULL REFERENCES loans (transaction_id),
  stage smallint NOT NULL CHECK (stage BETWEEN 1 AND 3),
  days_late integer NOT NULL CHECK (days_late >= 0),
  carrying_centavos bigint NOT NULL,
  provision_centavos bigint NOT NULL CHECK (provision_centavos >= 0),
  PRIMARY KEY (month_end, transaction_id)
);
CREATE TRIGGER provisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON provisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON provisions FROM CURRENT_USER;
