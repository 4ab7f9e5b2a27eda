-- Rows from which the program computes what customers owe and get back hold a MAC: see docs/decisions/protected-rows.md.

ALTER TABLE billets ADD COLUMN mac bytea NOT NULL;
ALTER TABLE billet_payments ADD COLUMN mac bytea NOT NULL;
ALTER TABLE suspense_cases ADD COLUMN mac bytea NOT NULL;
ALTER TABLE settlements ADD COLUMN mac bytea NOT NULL;
-- NULL once the invoice was replaced or withdrawn: it releases nothing any more.
ALTER TABLE invoices ADD COLUMN mac bytea;

CREATE OR REPLACE FUNCTION check_billet_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen billets := NEW;
BEGIN
  frozen.registration := OLD.registration;
  frozen.mac := OLD.mac;
  IF OLD.payment_status = 'PENDING' THEN
    frozen.payment_status := OLD.payment_status;
    frozen.paid_at := OLD.paid_at;
    frozen.paid_by := OLD.paid_by;
    -- What was paid in parts only grows, and ends with a cancellation.
    IF OLD.canceled_at IS NULL AND NEW.part_paid_centavos >= OLD.part_paid_centavos THEN
      frozen.part_paid_centavos := OLD.part_paid_centavos;
      frozen.open_fine_centavos := OLD.open_fine_centavos;
      frozen.open_interest_centavos := OLD.open_interest_centavos;
      frozen.interest_from := OLD.interest_from;
      IF OLD.claimed_from IS NULL THEN
        frozen.claimed_from := NULL;
        frozen.excluded_centavos := OLD.excluded_centavos;
      END IF;
    END IF;
  END IF;
  IF OLD.canceled_at IS NULL THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;
  IF OLD.canceled_at IS NOT NULL AND NEW.canceled_at IS NULL AND OLD.kind = 'installment' AND EXISTS (
      SELECT FROM loans l WHERE l.transaction_id = OLD.transaction_id AND l.suspended_by IS NOT NULL) THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;
  IF NEW.token_box <> OLD.token_box AND is_resealed(OLD.token_box, NEW.token_box) THEN
    frozen.token_box := OLD.token_box;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'billet % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
