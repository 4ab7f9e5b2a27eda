-- Accounts that pay by files (CNAB 240), with what the bank wants to read in them. Orders of other accounts take another rail.
CREATE TABLE payout_agreements (
  account_id text PRIMARY KEY REFERENCES lender_accounts (id),
  -- Convênio of payments, not of collection; empty where the bank gives none.
  agreement text NOT NULL CHECK (agreement ~ '^[0-9]{0,20}$'),
  -- How payees with a bank account are paid where both are possible.
  accounts_by text NOT NULL CHECK (accounts_by IN ('PIX', 'TED')),
  street text NOT NULL,
  house_number text NOT NULL,
  complement text NOT NULL,
  city text NOT NULL,
  zip_code text NOT NULL CHECK (zip_code ~ '^[0-9]{8}$'),
  state text NOT NULL CHECK (state ~ '^[A-Z]{2}$'),
  last_file_sequence integer NOT NULL DEFAULT 0 CHECK (last_file_sequence BETWEEN 0 AND 999999),
  -- Bradesco takes files made in the same second for one file.
  last_file_at timestamptz,
  set_at timestamptz NOT NULL
);

-- Files as they are written: their bytes are fixed with their number, so that after a crash the same file is written again.
CREATE TABLE payout_files (
  account_id text NOT NULL REFERENCES lender_accounts (id),
  file_sequence integer NOT NULL CHECK (file_sequence > 0),
  method text NOT NULL CHECK (method IN ('PIX', 'TRANSFER')),
  created_at timestamptz NOT NULL,
  order_count integer NOT NULL CHECK (order_count > 0),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  -- Names, documents and accounts of payees; null once every order of the file is decided.
  box bytea,
  written_at timestamptz,
  PRIMARY KEY (account_id, file_sequence)
);
CREATE INDEX payout_files_unwritten ON payout_files (account_id, file_sequence) WHERE written_at IS NULL;
CREATE INDEX payout_files_kept ON payout_files (account_id, file_sequence) WHERE box IS NOT NULL;

-- An order is in one file, once.
CREATE TABLE payout_file_orders (
  order_id text PRIMARY KEY REFERENCES payout_orders (id),
  account_id text NOT NULL,
  file_sequence integer NOT NULL,
  FOREIGN KEY (account_id, file_sequence) REFERENCES payout_files (account_id, file_sequence)
);
CREATE INDEX payout_file_orders_of_file ON payout_file_orders (account_id, file_sequence);
CREATE TRIGGER payout_file_orders_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_file_orders
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON payout_file_orders FROM CURRENT_USER;

-- Returns that were taken, by what they say: number and time of the file are no part of the digest.
CREATE TABLE payout_returns (
  account_id text NOT NULL REFERENCES lender_accounts (id),
  digest text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  file_sequence integer NOT NULL,
  created_on date,
  line_count integer NOT NULL,
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, digest)
);

-- Lines of returns that fit no order, or that nobody can read: for a person to look at. They moved no money.
CREATE TABLE payout_cases (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES lender_accounts (id),
  digest text NOT NULL,
  line_number integer NOT NULL,
  -- As the bank wrote it.
  payout_key text NOT NULL,
  order_id text REFERENCES payout_orders (id),
  reason text NOT NULL,
  codes text NOT NULL,
  amount_centavos bigint NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  explanation text,
  UNIQUE (account_id, digest, line_number)
);
CREATE INDEX payout_cases_open ON payout_cases (opened_at, id) WHERE closed_at IS NULL;

-- The box joins the places that may be sealed again, whatever other places earlier migrations have added.
DO $$
DECLARE
  known text := pg_get_functiondef('reseal_box'::regproc);
  extended text := replace(known, '''payout_orders.payee_box''', '''payout_files.box'', ''payout_orders.payee_box''');
BEGIN
  IF extended = known THEN RAISE EXCEPTION 'reseal_box has no list of places any more'; END IF;
  EXECUTE extended;
END $$;
