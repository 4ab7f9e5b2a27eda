-- Orders by which the lender's money leaves. An order pays one debt, to one payee, once. What is to be paid, and to whom, never changes:
-- a correction is another order that replaces this one.
CREATE TABLE payout_orders (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  -- The order's name at every bank: it derives from the id, and fits the fields of all rails.
  payout_key text NOT NULL UNIQUE CHECK (payout_key ~ '^[A-Za-z0-9]{20}$'),
  kind text NOT NULL CHECK (kind IN ('RETAILER', 'REFUND', 'IOF', 'INSURER')),
  -- Whom the debt is owed to: the retailer, the transaction, the period of the tax, the insurer.
  subject text NOT NULL CHECK (subject <> ''),
  -- The debt. Successors have the obligation of what they replace.
  obligation text NOT NULL CHECK (obligation <> ''),
  retailer_id text,
  transaction_id text,
  lender_account_id text NOT NULL REFERENCES lender_accounts (id),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- What the retailer owed back and that was kept: the lines add up to both amounts.
  netted_centavos bigint NOT NULL DEFAULT 0 CHECK (netted_centavos >= 0),
  payee_box bytea NOT NULL,
  due_on date NOT NULL,
  replaces text REFERENCES payout_orders (id),
  needs_approval boolean NOT NULL,
  -- An operator, or the program.
  created_by text NOT NULL,
  created_at timestamptz NOT NULL,
  -- SHA-256 of the lines, so that the MAC covers them.
  lines_hash bytea NOT NULL CHECK (length(lines_hash) = 32),
  state text NOT NULL CHECK (state IN
    ('created', 'approved', 'sending', 'accepted', 'unknown', 'paid', 'failed', 'canceled', 'returned')),
  approved_by text,
  -- How it was sent; null before.
  rail text,
  provider_id text,
  settled_at timestamptz,
  failure_kind text,
  failure_code text,
  -- Moves so far, which is the position of the last event.
  version integer NOT NULL CHECK (version > 0),
  -- Whoever could change amount, state or approval could move money.
  mac bytea NOT NULL,
  -- From here on nothing that gives a right. By the deployment's clock: when a job looks at it again.
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  problem text,
  CONSTRAINT payout_orders_approved_by_somebody CHECK (approved_by IS NOT NULL OR state IN ('created', 'canceled')),
  CONSTRAINT payout_orders_settled CHECK ((settled_at IS NULL) = (state IN ('created', 'approved', 'sending', 'accepted', 'unknown')))
) WITH (fillfactor = 85);
-- A debt is paid once: another order only after the one before has failed, was canceled or came back.
CREATE UNIQUE INDEX payout_orders_one_per_obligation ON payout_orders (obligation) WHERE state NOT IN ('failed', 'canceled', 'returned');
CREATE UNIQUE INDEX payout_orders_one_successor ON payout_orders (replaces);
CREATE INDEX payout_orders_due ON payout_orders (due_at) WHERE state IN ('created', 'approved', 'sending', 'accepted', 'unknown');
CREATE INDEX payout_orders_by_state ON payout_orders (state, id);
CREATE INDEX payout_orders_by_subject ON payout_orders (kind, subject, id);
-- Money that was paid lately may come back: it is asked about.
CREATE INDEX payout_orders_by_settlement ON payout_orders (settled_at) WHERE state = 'paid';

-- The life of each order, kept for ever. An order that was ever sent shows it here, whatever its row says.
CREATE TABLE payout_events (
  -- No foreign key: checking one would lock the order's row against its own update.
  order_id text NOT NULL,
  position integer NOT NULL CHECK (position > 0),
  event text NOT NULL CHECK (event ~ '^[a-z]+(-[a-z]+)*$'),
  state text NOT NULL,
  -- An operator, the program, or the rail that answered.
  actor text NOT NULL,
  -- Codes only: free text of a bank may name the payee.
  code text,
  at timestamptz NOT NULL,
  PRIMARY KEY (order_id, position)
);
CREATE TRIGGER payout_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON payout_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON payout_events FROM CURRENT_USER;

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

-- A file is written once.
CREATE FUNCTION check_written_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.written_at IS NOT NULL AND NEW.written_at IS DISTINCT FROM OLD.written_at THEN
    RAISE EXCEPTION 'file % was written', OLD.file_sequence USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER payout_files_written_once BEFORE UPDATE ON payout_files
  FOR EACH ROW EXECUTE FUNCTION check_written_once();

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

-- What a retailer's order pays, by purchase.
CREATE TABLE payout_lines (
  order_id text NOT NULL REFERENCES payout_orders (id),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- False once the order has failed, was canceled or came back.
  is_live boolean NOT NULL DEFAULT true,
  PRIMARY KEY (order_id, transaction_id)
);
-- A purchase is transferred once.
CREATE UNIQUE INDEX payout_lines_once ON payout_lines (transaction_id) WHERE is_live;

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
