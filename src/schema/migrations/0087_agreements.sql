-- An agreement puts the debt of an earlier transaction into new installments. It is a transaction of its own.
ALTER TABLE transactions ADD COLUMN renegotiates text CHECK (renegotiates ~ '^[0-9a-f]{24}$' AND renegotiates <> id);
-- The agreement that lives on the debt of a contract; while it does, the contract's own books stand still.
ALTER TABLE loans ADD COLUMN suspended_by text CHECK (suspended_by ~ '^[0-9a-f]{24}$');

-- What an agreement is about belongs to what was agreed.
DO $do$
DECLARE
  known text := pg_get_functiondef('check_transaction_change'::regproc);
BEGIN
  IF position('(NEW.id, NEW.retailer_id,' IN known) = 0 OR position('(OLD.id, OLD.retailer_id,' IN known) = 0 THEN
    RAISE EXCEPTION 'check_transaction_change does not guard what was agreed any more';
  END IF;
  known := replace(known, '(NEW.id, NEW.retailer_id,', '(NEW.id, NEW.renegotiates, NEW.retailer_id,');
  EXECUTE replace(known, '(OLD.id, OLD.retailer_id,', '(OLD.id, OLD.renegotiates, OLD.retailer_id,');
END $do$;

-- A broken agreement gives a contract its installments back: their billets are open again for as long as it takes to put others in
-- their place. Nothing else reopens a canceled billet.
DO $do$
DECLARE
  known text := pg_get_functiondef('check_billet_change'::regproc);
  canceled text := $$  IF OLD.canceled_at IS NULL THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;$$;
  revived text := $$
  IF OLD.canceled_at IS NOT NULL AND NEW.canceled_at IS NULL AND OLD.kind = 'installment' AND EXISTS (
      SELECT FROM loans l WHERE l.transaction_id = OLD.transaction_id AND l.suspended_by IS NOT NULL) THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;$$;
BEGIN
  IF position(canceled IN known) = 0 THEN RAISE EXCEPTION 'check_billet_change does not guard cancellations any more'; END IF;
  EXECUTE replace(known, canceled, canceled || revived);
END $do$;

-- What a debtor was offered on a day. An offer that was accepted has a transaction with its id as option_id.
CREATE TABLE agreement_offers (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  quoted_on date NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Figures of the debt and of the new installments; nothing about the person.
  terms json NOT NULL
);
CREATE INDEX agreement_offers_by_expiry ON agreement_offers (expires_at);
