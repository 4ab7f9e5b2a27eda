-- What is owed back to customers, written with the ledger entry that credits refunds-due. One row is paid by one order; money that goes
-- back by several ways is several parts of the same entry. No foreign keys: entries and transactions are never removed.
CREATE TABLE refunds (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  -- Of the ledger entry.
  reference text NOT NULL CHECK (reference <> ''),
  part smallint NOT NULL DEFAULT 1 CHECK (part > 0),
  retailer_id text,
  -- None when the payer is unknown: the money came for no billet of ours.
  transaction_id text,
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  due_since timestamptz NOT NULL,
  max_refund_date date NOT NULL,
  state text NOT NULL DEFAULT 'DUE' CHECK (state IN ('DUE', 'SENT', 'PAID', 'FAILED')),
  order_id text,
  -- The Pix payment that is given back; none when the money goes to an account or a key.
  end_to_end_id text,
  -- Where to, by whose word: given back, the account of the cancellation, the key that is the customer's CPF, a person at the desk.
  way text CHECK (way IN ('PIX_RETURN', 'ACCOUNT', 'CPF_KEY', 'DESK')),
  -- Why a person has to name the account.
  waits_for text CHECK (waits_for IN ('PAYER_UNKNOWN', 'BOOKS_DIFFER', 'REFUSED_BY_BANK', 'DECLINED')),
  paid_at timestamptz,
  CONSTRAINT refunds_once_per_entry UNIQUE (reference, part),
  CONSTRAINT refunds_of_one_pix CHECK ((coalesce(way, '') = 'PIX_RETURN') = (end_to_end_id IS NOT NULL)),
  CONSTRAINT refunds_sent_by_order CHECK (state = 'DUE' OR order_id IS NOT NULL),
  CONSTRAINT refunds_paid_with_date CHECK ((state = 'PAID') = (paid_at IS NOT NULL))
);
CREATE INDEX refunds_by_transaction ON refunds (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX refunds_to_order ON refunds (id) WHERE state = 'DUE' AND order_id IS NULL AND waits_for IS NULL;
CREATE INDEX refunds_open ON refunds (max_refund_date, id) WHERE state <> 'PAID';
CREATE UNIQUE INDEX refunds_by_order ON refunds (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX refunds_by_pix ON refunds (end_to_end_id) WHERE end_to_end_id IS NOT NULL;
