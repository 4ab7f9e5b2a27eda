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

-- The box joins the places that may be sealed again, whatever other places earlier migrations have added.
DO $$
DECLARE
  known text := pg_get_functiondef('reseal_box'::regproc);
  extended text := replace(known, '''picture_requests.reason_box''', '''payout_orders.payee_box'', ''picture_requests.reason_box''');
BEGIN
  IF extended = known THEN RAISE EXCEPTION 'reseal_box has no list of places any more'; END IF;
  EXECUTE extended;
END $$;
