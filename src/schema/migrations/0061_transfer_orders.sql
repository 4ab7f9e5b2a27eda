-- Since when the transfer to the retailer is in an order; empty again after the order has failed or came back.
ALTER TABLE transactions ADD COLUMN transfer_ordered_at timestamptz;

-- A transfer that the payee's bank sent back was none: its time may be taken away, and never changed.
DO $$
DECLARE
  known text := pg_get_functiondef('check_transaction_change'::regproc);
  changed text := replace(known, 'OLD.transfered_at IS NOT NULL AND NEW.transfered_at IS DISTINCT FROM OLD.transfered_at',
    'OLD.transfered_at IS NOT NULL AND NEW.transfered_at <> OLD.transfered_at');
BEGIN
  IF changed = known THEN RAISE EXCEPTION 'check_transaction_change does not guard transfered_at any more'; END IF;
  EXECUTE changed;
END $$;

-- People decide on payouts at the desk. The contract lists kinds and reasons; here only their form is checked.
ALTER TABLE desk_claims
  DROP CONSTRAINT desk_claims_subject_kind_check,
  ADD CONSTRAINT desk_claims_subject_kind_check CHECK (subject_kind ~ '^[a-z]+(-[a-z]+)*$') NOT VALID;
ALTER TABLE desk_decisions
  DROP CONSTRAINT desk_decisions_subject_kind_check,
  ADD CONSTRAINT desk_decisions_subject_kind_check CHECK (subject_kind ~ '^[a-z]+(-[a-z]+)*$') NOT VALID,
  DROP CONSTRAINT desk_decisions_four_eyes_reason_check,
  ADD CONSTRAINT desk_decisions_four_eyes_reason_check CHECK (four_eyes_reason ~ '^[A-Z]+(_[A-Z]+)*$') NOT VALID;

-- Money that was paid lately may come back: it is asked about.
CREATE INDEX payout_orders_by_settlement ON payout_orders (settled_at) WHERE state = 'paid';

-- Payouts that the sandbox bank was asked for, in homologation only.
CREATE TABLE psp_payouts (
  payout_key text PRIMARY KEY CHECK (payout_key ~ '^[A-Za-z0-9]{1,35}$'),
  -- SHA-256 of what was asked for: the same key with anything else is refused. Whom it names is not kept.
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  provider_id text NOT NULL UNIQUE,
  -- Whose behaviours apply; of a payout that names nobody none do.
  retailer_id text,
  state text NOT NULL CHECK (state IN ('ACCEPTED', 'PAID', 'FAILED', 'CANCELED', 'RETURNED')),
  failure_kind text,
  failure_code text,
  requested_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
) WITH (fillfactor = 80);
