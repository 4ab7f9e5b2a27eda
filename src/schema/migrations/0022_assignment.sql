-- Contracts sold to funds that buy receivables, and bought back.

-- A buyer, whom it is paid to, and which contracts it takes at what price.
CREATE TABLE funds (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  name text NOT NULL CHECK (name <> ''),
  -- CNPJ and Pix key or account.
  payee_box bytea NOT NULL,
  rules json NOT NULL,
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE TRIGGER funds_append_only BEFORE DELETE OR TRUNCATE ON funds FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON funds FROM CURRENT_USER;

-- Contracts that change their owner together. `version` counts its states: 1 proposed, 2 done, 3 paid by the fund.
CREATE TABLE assignments (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  fund_id text NOT NULL REFERENCES funds (id),
  kind text NOT NULL CHECK (kind IN ('SALE', 'BUY_BACK')),
  day date NOT NULL,
  contract_count integer NOT NULL CHECK (contract_count > 0),
  face_centavos bigint NOT NULL CHECK (face_centavos > 0),
  carrying_centavos bigint NOT NULL,
  price_centavos bigint NOT NULL CHECK (price_centavos >= 0),
  -- Of the export, which is in the box: a CSV with the evidence of each contract.
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  box bytea NOT NULL,
  proposed_at timestamptz NOT NULL,
  done_at timestamptz,
  paid_on date,
  version integer NOT NULL CHECK (version BETWEEN 1 AND 3),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT assignments_done CHECK ((version = 1) = (done_at IS NULL)),
  CONSTRAINT assignments_paid CHECK ((version = 3) = (paid_on IS NOT NULL) AND (kind = 'SALE' OR paid_on IS NULL))
);
CREATE INDEX assignments_by_fund ON assignments (fund_id, id);
CREATE TRIGGER assignments_never_removed BEFORE DELETE OR TRUNCATE ON assignments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON assignments FROM CURRENT_USER;

-- All that is open of each contract changes its owner. The export's hash covers the lines.
CREATE TABLE assignment_lines (
  assignment_id text NOT NULL REFERENCES assignments (id),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  face_centavos bigint NOT NULL CHECK (face_centavos > 0),
  carrying_centavos bigint NOT NULL,
  price_centavos bigint NOT NULL CHECK (price_centavos >= 0),
  PRIMARY KEY (assignment_id, transaction_id)
);
CREATE INDEX assignment_lines_by_transaction ON assignment_lines (transaction_id);
CREATE TRIGGER assignment_lines_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON assignment_lines
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON assignment_lines FROM CURRENT_USER;

-- Who owns the contract, if not the lender. It is out of the assets since that day.
ALTER TABLE loans
  ADD COLUMN assigned_to text CHECK (assigned_to ~ '^[0-9a-f]{24}$'),
  ADD COLUMN assigned_on date,
  ADD CONSTRAINT loans_assigned CHECK ((assigned_to IS NULL) = (assigned_on IS NULL));

-- What customers pay for sold contracts is passed on by orders; the lists of kinds and accounts are extended as they are.
DO $$
DECLARE
  listed text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT listed FROM pg_constraint WHERE conname = 'payout_orders_kind_check'
    AND conrelid = 'payout_orders'::regclass;
  ALTER TABLE payout_orders DROP CONSTRAINT payout_orders_kind_check;
  EXECUTE 'ALTER TABLE payout_orders ADD CONSTRAINT payout_orders_kind_check '
    || replace(listed, '''INSURER''::text', '''INSURER''::text, ''FUND''::text');
  SELECT pg_get_constraintdef(oid) INTO STRICT listed FROM pg_constraint WHERE conname = 'ledger_postings_account_check'
    AND conrelid = 'ledger_postings'::regclass;
  ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_account_check;
  EXECUTE 'ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_account_check '
    || replace(replace(listed, '|memo-written-off)', '|memo-written-off|memo-assigned|fund-payable|fund-receivable)'),
      '''memo-contra''::text', '''memo-contra''::text, ''assignment-result''::text');
  EXECUTE replace(pg_get_functiondef('reseal_box'::regproc), '''webhook_endpoints.secret''',
    '''webhook_endpoints.secret'', ''funds.payee_box'', ''assignments.box'', ''special_cases.note'', ''special_cases.contact''');
END $$;
