-- One row is one purchase, for all its life. Whoever changes a purchase takes this row's lock first, before its billets and its
-- ledger entries, so that everything that can happen to it takes turns in one order.
CREATE TABLE transactions (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL,
  order_id text NOT NULL CHECK (length(order_id) BETWEEN 1 AND 64),
  option_id text NOT NULL CHECK (option_id ~ '^[0-9a-f]{24}$'),
  checkout_id text NOT NULL,
  decision_id text NOT NULL,
  cpf_index bytea NOT NULL,
  -- The purchase whose place this one took when products were removed.
  replaces_id text,
  status text NOT NULL CHECK (status IN ('ABANDONED', 'CANCELED', 'CLOSED', 'PENDING', 'PROCESSING_CANCEL', 'OPEN')),
  step text NOT NULL CHECK (step IN ('WAITING', 'CONFIRMATION', 'FRONTDOC', 'BACKDOC', 'SELFIE', 'ASYNC_ANALYSE', 'INSURANCE',
    'SIGNATURE', 'DESK', 'ENTRY', 'COMPLETE')),
  cancel_reason text NOT NULL,
  -- Who asked for the cancellation under way: what finishes it after a crash must know.
  canceled_by text CHECK (canceled_by IN ('retailer', 'customer')),
  has_insurance boolean NOT NULL,
  -- Figures as they were agreed, and as they would be with the insurance that is still to be asked about.
  contract json NOT NULL,
  insured_contract json,
  -- What was authorized, once accepted insurance has changed the contract: /authorize repeats its answer for ever.
  authorized_contract json,
  purchase_date date NOT NULL,
  purchase_centavos bigint NOT NULL CHECK (purchase_centavos > 0),
  down_payment_centavos bigint NOT NULL CHECK (down_payment_centavos >= 0),
  net_loan_centavos bigint NOT NULL,
  approved_limit_centavos bigint NOT NULL,
  -- Who buys, where it goes and what is bought, sealed under a key made from the salt; so is the account for a refund.
  key_salt bytea NOT NULL,
  details bytea NOT NULL,
  refund_account bytea,
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  token_box bytea NOT NULL,
  -- Number of the last event about this purchase: counted under the row's lock, so that no number is left out.
  last_sequence integer NOT NULL CHECK (last_sequence > 0),
  move_count integer NOT NULL CHECK (move_count > 0),
  deadline_at timestamptz,
  down_payment_paid_at timestamptz,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  signed_at timestamptz,
  completed_at timestamptz,
  canceled_at timestamptz,
  refund_centavos bigint CHECK (refund_centavos >= 0),
  max_refund_date date,
  transfer_centavos bigint CHECK (transfer_centavos >= 0),
  transfer_due_at timestamptz,
  transfered_at timestamptz,
  CONSTRAINT transactions_token_unique UNIQUE (token_hash),
  CONSTRAINT transactions_within_limit CHECK (net_loan_centavos > 0 AND net_loan_centavos <= approved_limit_centavos),
  CONSTRAINT transactions_net_loan CHECK (net_loan_centavos = purchase_centavos - down_payment_centavos),
  CONSTRAINT transactions_places CHECK (CASE status
    WHEN 'PENDING' THEN step <> 'COMPLETE' WHEN 'ABANDONED' THEN step <> 'COMPLETE'
    WHEN 'OPEN' THEN step = 'COMPLETE' WHEN 'CLOSED' THEN step = 'COMPLETE' ELSE true END),
  CONSTRAINT transactions_canceled_with_date CHECK ((status = 'CANCELED') = (canceled_at IS NOT NULL)),
  CONSTRAINT transactions_reason_when_ended CHECK (
    (status IN ('CANCELED', 'ABANDONED')) = (cancel_reason <> 'UNSPECIFIED_CANCEL_REASON')),
  CONSTRAINT transactions_refund_when_ended CHECK (
    (status IN ('CANCELED', 'ABANDONED')) = (refund_centavos IS NOT NULL)
    AND (refund_centavos IS NULL) = (max_refund_date IS NULL)),
  CONSTRAINT transactions_cancel_has_author CHECK (status <> 'PROCESSING_CANCEL' OR canceled_by IS NOT NULL),
  CONSTRAINT transactions_complete_when_signed CHECK (
    (step = 'COMPLETE') = (completed_at IS NOT NULL)
    AND (completed_at IS NULL OR (signed_at IS NOT NULL AND transfer_centavos IS NOT NULL
      AND (down_payment_centavos = 0 OR down_payment_paid_at IS NOT NULL)))),
  CONSTRAINT transactions_transfered_when_complete CHECK (transfered_at IS NULL OR completed_at IS NOT NULL)
) WITH (fillfactor = 70);
-- An option is used once, for ever; what takes a purchase's place goes on with its option.
CREATE UNIQUE INDEX transactions_option_once ON transactions (option_id) WHERE replaces_id IS NULL;
CREATE UNIQUE INDEX transactions_one_per_order ON transactions (retailer_id, order_id)
  WHERE status NOT IN ('CANCELED', 'ABANDONED');
CREATE UNIQUE INDEX transactions_replaced_once ON transactions (replaces_id) WHERE replaces_id IS NOT NULL;
CREATE INDEX transactions_by_retailer ON transactions (retailer_id, id);
CREATE INDEX transactions_deadlines ON transactions (deadline_at) WHERE status = 'PENDING' AND deadline_at IS NOT NULL;
CREATE INDEX transactions_canceling ON transactions (changed_at) WHERE status = 'PROCESSING_CANCEL';
CREATE INDEX transactions_transfers_due ON transactions (transfer_due_at)
  WHERE transfered_at IS NULL AND transfer_due_at IS NOT NULL AND status IN ('OPEN', 'CLOSED');
ALTER TABLE transactions ALTER COLUMN details SET STORAGE EXTERNAL;

-- The last belt: whatever the program thinks, an end is an end, and what was agreed with the customer stays as agreed.
CREATE FUNCTION check_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('CANCELED', 'ABANDONED') OR (OLD.status = 'CLOSED' AND NEW.status <> 'CLOSED') THEN
    RAISE EXCEPTION 'transaction % has ended as %', OLD.id, OLD.status USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.id, NEW.retailer_id, NEW.order_id, NEW.option_id, NEW.cpf_index, NEW.purchase_centavos, NEW.down_payment_centavos)
    IS DISTINCT FROM
    (OLD.id, OLD.retailer_id, OLD.order_id, OLD.option_id, OLD.cpf_index, OLD.purchase_centavos, OLD.down_payment_centavos)
    OR (OLD.signed_at IS NOT NULL AND (NEW.contract::text, NEW.signed_at) IS DISTINCT FROM (OLD.contract::text, OLD.signed_at))
    OR (OLD.transfered_at IS NOT NULL AND NEW.transfered_at IS DISTINCT FROM OLD.transfered_at) THEN
    RAISE EXCEPTION 'transaction % cannot change what was agreed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.last_sequence < OLD.last_sequence OR NEW.move_count <> OLD.move_count + 1 THEN
    RAISE EXCEPTION 'transaction % changed without a move', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER transactions_guarded BEFORE UPDATE ON transactions FOR EACH ROW EXECUTE FUNCTION check_transaction_change();
CREATE TRIGGER transactions_never_removed BEFORE DELETE OR TRUNCATE ON transactions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What happened to a purchase, one row for each move, with who moved it.
CREATE TABLE transaction_moves (
  transaction_id text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  event text NOT NULL,
  actor text NOT NULL,
  status text NOT NULL,
  step text NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, number)
);
CREATE TRIGGER transaction_moves_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON transaction_moves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What retailers are told, written with the change that it tells of. `body` is what is sent, to the byte.
CREATE TABLE events (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL,
  transaction_id text NOT NULL,
  sequence integer NOT NULL CHECK (sequence > 0),
  type text NOT NULL CHECK (type ~ '^[a-z]+\.[a-z]+$'),
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT events_sequence_unique UNIQUE (transaction_id, sequence)
);
CREATE INDEX events_by_retailer ON events (retailer_id, id);
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON transactions FROM CURRENT_USER;
REVOKE UPDATE, DELETE, TRUNCATE ON transaction_moves, events FROM CURRENT_USER;
