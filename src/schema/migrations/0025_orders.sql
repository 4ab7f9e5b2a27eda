-- concurrent
-- The words of a customer's name, each as a keyed hash of the shop and the word: found by, never read back.
CREATE TABLE IF NOT EXISTS purchase_names (
  retailer_id text NOT NULL REFERENCES retailers (id),
  word bytea NOT NULL CHECK (length(word) = 16),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  PRIMARY KEY (retailer_id, word, transaction_id)
);
CREATE INDEX IF NOT EXISTS purchase_names_by_purchase ON purchase_names (transaction_id);
-- Purchases of the release before have no words yet: a job adds those between the two ids. The program before may go on
-- selling for a day.
CREATE TABLE IF NOT EXISTS purchase_names_progress (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  after_id text NOT NULL,
  until_id text NOT NULL
);
INSERT INTO purchase_names_progress (after_id, until_id)
  VALUES ('', lpad(to_hex((extract(epoch FROM now() + interval '1 day') * 1000)::bigint), 12, '0'))
  ON CONFLICT DO NOTHING;
-- Up to what amount a shop's salespeople may cancel a purchase; without a row they may not.
CREATE TABLE IF NOT EXISTS sales_limits (
  retailer_id text NOT NULL REFERENCES retailers (id),
  version integer NOT NULL CHECK (version > 0),
  cancel_up_to_centavos bigint CHECK (cancel_up_to_centavos > 0),
  changed_by text NOT NULL,
  changed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (retailer_id, version)
);
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_customer ON transactions (retailer_id, cpf_index, id);
-- The groups of `ORDER_GROUPS`, with what they are computed from, so that they are counted without reading the rows.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_by_group ON transactions (retailer_id, (CASE
    WHEN status IN ('CANCELED', 'PROCESSING_CANCEL') THEN 'CANCELED'
    WHEN status = 'ABANDONED' THEN 'ABANDONED'
    WHEN status = 'PENDING' AND step IN ('ASYNC_ANALYSE', 'DESK') THEN 'ANALYSIS'
    WHEN status = 'PENDING' AND step = 'ENTRY' THEN 'DOWN_PAYMENT'
    WHEN status = 'PENDING' THEN 'ONBOARDING'
    WHEN renegotiates IS NOT NULL THEN 'AGREEMENT'
    WHEN transfered_at IS NOT NULL THEN 'TRANSFERED'
    WHEN transfer_due_at IS NOT NULL THEN 'SCHEDULED'
    ELSE 'UNSCHEDULED' END), id) INCLUDE (status, step, renegotiates, transfered_at, transfer_due_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS payout_lines_by_purchase ON payout_lines (transaction_id);
