-- concurrent
-- Brief statements first: each waits for its table no longer than any other migration.
SET lock_timeout = '5s';
-- The billet in whose place it was issued, because the bank did not register that one. No foreign key: a billet is never removed.
ALTER TABLE billets ADD COLUMN IF NOT EXISTS replaces text;
-- canceled: the order and its opposite had both not been sent, or the bank never had the title. tries: refusals so far.
ALTER TABLE bank_orders
  ADD COLUMN IF NOT EXISTS tries smallint NOT NULL DEFAULT 0,
  DROP CONSTRAINT IF EXISTS bank_orders_state_check,
  ADD CONSTRAINT bank_orders_state_check CHECK (state IN ('pending', 'sent', 'confirmed', 'rejected', 'canceled')) NOT VALID;
-- refused: an order about a registered title was refused, which leaves the title as it was. What the bank credits for a payment, and
-- what it keeps of it, is told with the payment.
ALTER TABLE bank_notices
  ADD COLUMN IF NOT EXISTS credited_centavos bigint,
  ADD COLUMN IF NOT EXISTS tariff_centavos bigint,
  DROP CONSTRAINT IF EXISTS bank_notices_kind_check,
  ADD CONSTRAINT bank_notices_kind_check
    CHECK (kind IN ('registered', 'rejected', 'refused', 'paid', 'written-off', 'other')) NOT VALID;
-- Titles that a person has to look at: the bank did not register one, or keeps refusing to write one off.
CREATE TABLE IF NOT EXISTS registration_cases (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  billet_id text NOT NULL REFERENCES billets (id),
  kind text NOT NULL CHECK (kind IN ('REJECTED', 'WRITE_OFF_REFUSED')),
  -- In words, as the bank's table explains its codes.
  reasons text[] NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  CONSTRAINT registration_cases_closed_by_somebody CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE UNIQUE INDEX IF NOT EXISTS registration_cases_one_open ON registration_cases (billet_id, kind) WHERE closed_at IS NULL;
CREATE INDEX IF NOT EXISTS registration_cases_waiting ON registration_cases (id) WHERE closed_at IS NULL;
SET lock_timeout = '600s';
ALTER TABLE bank_orders VALIDATE CONSTRAINT bank_orders_state_check;
ALTER TABLE bank_notices VALIDATE CONSTRAINT bank_notices_kind_check;
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_orders_unregistered ON bank_orders (requested_at)
  WHERE movement = 'register' AND state IN ('pending', 'sent');
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS billets_replacing ON billets (replaces) WHERE replaces IS NOT NULL;
