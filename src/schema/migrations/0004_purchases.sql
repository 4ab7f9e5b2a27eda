-- The purchase and its life, and the invoices that retailers send for it.

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
  -- Since when the transfer to the retailer is in an order; empty again after the order has failed or came back.
  transfer_ordered_at timestamptz,
  -- The day from which the figures of the contract count: the day of the signature, then the day of the release. Null before.
  contract_date date,
  -- Of the wording that was signed.
  contract_version smallint CHECK (contract_version >= 2),
  -- When nothing was owed any more.
  settled_at timestamptz,
  -- An agreement puts the debt of an earlier transaction into new installments. It is a transaction of its own.
  renegotiates text CHECK (renegotiates ~ '^[0-9a-f]{24}$' AND renegotiates <> id),
  -- The day on which the customer received the goods, told by the retailer once: the days of a withdrawal count from it.
  delivered_on date,
  -- Amounts and states of a purchase decide what leaves the bank: a row that the program did not write is refused.
  mac bytea NOT NULL CHECK (length(mac) = 32),
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
ALTER TABLE transactions ALTER COLUMN details SET STORAGE EXTERNAL;
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
-- The desk's queue. Few purchases are there at any time, and only moves into and out of it touch the index.
CREATE INDEX transactions_at_desk ON transactions (changed_at, id) WHERE status = 'PENDING' AND step = 'DESK';
-- Finds the purchases of an order that ended; the others have an index of their own. Authorizing a purchase does not touch it.
CREATE INDEX transactions_ended_by_order ON transactions (retailer_id, order_id)
  WHERE status IN ('CANCELED', 'ABANDONED');
-- A debt is in one agreement at a time, and an agreement that was paid ends it.
CREATE UNIQUE INDEX transactions_one_living_agreement ON transactions (renegotiates)
  WHERE renegotiates IS NOT NULL AND status NOT IN ('CANCELED', 'ABANDONED');
-- The decision of a purchase stays, whatever credit_contracts says: it names the policy that may ask for an invoice.
CREATE INDEX transactions_by_decision ON transactions (decision_id);

-- What was agreed never changes, and every change is a move. Forgetting a person puts a salt and details of nobody in the place of
-- theirs; sealing again replaces boxes; a purchase that has ended knows nothing else but the numbers of its events. The release of
-- the credit may change a signed contract once, and never raises the installment.
CREATE FUNCTION check_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.move_count = OLD.move_count
    AND (NEW.details = OLD.details OR is_resealed(OLD.details, NEW.details))
    AND (NEW.refund_account IS NOT DISTINCT FROM OLD.refund_account OR is_resealed(OLD.refund_account, NEW.refund_account))
    AND (NEW.token_box = OLD.token_box OR is_resealed(OLD.token_box, NEW.token_box))
    AND to_jsonb(NEW) - '{details,refund_account,token_box}'::text[] = to_jsonb(OLD) - '{details,refund_account,token_box}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED', 'CLOSED') AND NEW.key_salt <> OLD.key_salt AND NEW.refund_account IS NULL
    AND to_jsonb(NEW) - '{key_salt,details,refund_account}'::text[] = to_jsonb(OLD) - '{key_salt,details,refund_account}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED') AND NEW.move_count = OLD.move_count + 1 AND NEW.last_sequence >= OLD.last_sequence
    AND to_jsonb(NEW) - '{move_count,last_sequence,changed_at,mac}'::text[] = to_jsonb(OLD) - '{move_count,last_sequence,changed_at,mac}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED') OR (OLD.status = 'CLOSED' AND NEW.status <> 'CLOSED') THEN
    RAISE EXCEPTION 'transaction % has ended as %', OLD.id, OLD.status USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.id, NEW.renegotiates, NEW.retailer_id, NEW.order_id, NEW.option_id, NEW.cpf_index, NEW.purchase_centavos, NEW.down_payment_centavos)
    IS DISTINCT FROM
    (OLD.id, OLD.renegotiates, OLD.retailer_id, OLD.order_id, OLD.option_id, OLD.cpf_index, OLD.purchase_centavos, OLD.down_payment_centavos)
    OR (OLD.signed_at IS NOT NULL AND (NEW.signed_at, NEW.contract_version) IS DISTINCT FROM (OLD.signed_at, OLD.contract_version))
    OR (OLD.signed_at IS NOT NULL
      AND (NEW.contract::text, NEW.contract_date) IS DISTINCT FROM (OLD.contract::text, OLD.contract_date)
      AND NOT coalesce(OLD.contract_version >= 2 AND OLD.status = 'PENDING' AND NEW.status = 'OPEN'
        AND (NEW.contract ->> 'installmentCentavos')::bigint <= (OLD.contract ->> 'installmentCentavos')::bigint
        AND (NEW.contract ->> 'numberOfInstallments')::int = (OLD.contract ->> 'numberOfInstallments')::int, false))
    OR (OLD.transfered_at IS NOT NULL AND NEW.transfered_at <> OLD.transfered_at)
    OR (OLD.delivered_on IS NOT NULL AND NEW.delivered_on IS DISTINCT FROM OLD.delivered_on) THEN
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
REVOKE DELETE, TRUNCATE ON transactions FROM CURRENT_USER;

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
REVOKE UPDATE, DELETE, TRUNCATE ON transaction_moves FROM CURRENT_USER;

-- Every file that a retailer sent as the invoice of a purchase, in the order of arrival. The one that was not replaced counts.
CREATE TABLE invoices (
  id text PRIMARY KEY CHECK (length(id) = 24),
  transaction_id text NOT NULL CHECK (length(transaction_id) = 24),
  retailer_id text NOT NULL CHECK (length(retailer_id) = 24),
  version smallint NOT NULL CHECK (version BETWEEN 1 AND 5),
  file_name text NOT NULL CHECK (length(file_name) = 64),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 10485760),
  -- WITHDRAWN: the purchase ended before anybody had decided.
  state text NOT NULL CHECK (state IN ('RECEIVED', 'DESK', 'VALIDATED', 'REFUSED', 'WITHDRAWN')),
  -- What the automatic check found, as {"order": true, "customer": false, …}; nothing of the text itself.
  findings json,
  code text,
  message text CHECK (length(message) <= 500),
  decided_by text,
  received_at timestamptz NOT NULL,
  checked_at timestamptz,
  decided_at timestamptz,
  replaced_at timestamptz,
  -- NULL once the invoice was replaced or withdrawn: it releases nothing any more.
  mac bytea,
  CONSTRAINT invoices_version_unique UNIQUE (transaction_id, version),
  CONSTRAINT invoices_decided_with_author CHECK (
    (state IN ('VALIDATED', 'REFUSED')) = (decided_at IS NOT NULL)
    AND (decided_at IS NULL) = (decided_by IS NULL)
    AND (decided_at IS NULL OR code IS NOT NULL)
    AND (state <> 'REFUSED' OR message IS NOT NULL))
);
CREATE UNIQUE INDEX invoices_one_current ON invoices (transaction_id) WHERE replaced_at IS NULL;
CREATE INDEX invoices_by_file ON invoices (file_name);
CREATE INDEX invoices_at_desk ON invoices (id) WHERE state = 'DESK' AND replaced_at IS NULL;

-- Versions are only added: what was sent and when stays as it was.
CREATE FUNCTION check_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.transaction_id, NEW.retailer_id, NEW.version, NEW.file_name, NEW.sha256, NEW.bytes, NEW.received_at)
    IS DISTINCT FROM
    (OLD.id, OLD.transaction_id, OLD.retailer_id, OLD.version, OLD.file_name, OLD.sha256, OLD.bytes, OLD.received_at)
    OR (OLD.replaced_at IS NOT NULL) THEN
    RAISE EXCEPTION 'invoice % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_guarded BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION check_invoice_change();
CREATE TRIGGER invoices_never_removed BEFORE DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON invoices FROM CURRENT_USER;

-- How many bytes each retailer sent on a day.
CREATE TABLE invoice_quotas (
  retailer_id text NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  PRIMARY KEY (retailer_id, day)
);
