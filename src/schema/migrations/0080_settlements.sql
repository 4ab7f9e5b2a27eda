DROP INDEX billets_one_living_per_installment;

-- A settlement asks for an amount on one day. It has no number, as a down payment, and its Pix code is that of a charge.
ALTER TABLE billets DROP CONSTRAINT billets_kind_check;
ALTER TABLE billets ADD CONSTRAINT billets_kind_check CHECK (kind IN ('down-payment', 'installment', 'settlement')) NOT VALID;
ALTER TABLE billets DROP CONSTRAINT billets_down_payment;
ALTER TABLE billets ADD CONSTRAINT billets_down_payment
  CHECK ((kind = 'installment') = (installment_number > 0) AND (kind = 'down-payment') = (pix_code IS NOT NULL)) NOT VALID;
ALTER TABLE pix_charges DROP CONSTRAINT pix_charges_txid_check;
ALTER TABLE pix_charges ADD CONSTRAINT pix_charges_txid_check CHECK (txid ~ '^(ENTR|PARC|QUIT)[0-9a-f]{24}$') NOT VALID;

-- As before, with the charges of settlements.
DO $$
DECLARE
  definition text := pg_get_functiondef('end_pix_charge()'::regprocedure);
  marker constant text := 'WHEN ''down-payment'' THEN ''ENTR''';
BEGIN
  IF position(marker IN definition) = 0 THEN
    RAISE EXCEPTION 'end_pix_charge does not name charges';
  END IF;
  EXECUTE replace(definition, marker, marker || ' WHEN ''settlement'' THEN ''QUIT''');
END $$;

-- What a payment took off a billet without being paid, because it came before the due date.
ALTER TABLE billet_payments ADD COLUMN discount_centavos bigint NOT NULL DEFAULT 0;

-- When nothing was owed any more; null for contracts that were closed by an earlier program.
ALTER TABLE transactions ADD COLUMN settled_at timestamptz;

-- What a customer asked to pay before it is due, and what the payment did.
CREATE TABLE settlements (
  billet_id text PRIMARY KEY REFERENCES billets (id),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  -- The only day on which the payment does what was quoted; on any other it is an amount paid on that day.
  settles_on date NOT NULL,
  selection text NOT NULL CHECK (selection ~ '^(all|next|last:[0-9]{1,2}|amount:[0-9]{1,12})$'),
  installment_numbers smallint[] NOT NULL,
  value_centavos bigint NOT NULL CHECK (value_centavos > 0),
  issued_at timestamptz NOT NULL,
  -- In the order of their issue, also within a millisecond.
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  -- The bank's reference of the payment.
  paid_by text,
  paid_on date,
  discount_centavos bigint NOT NULL DEFAULT 0,
  premium_refund_centavos bigint NOT NULL DEFAULT 0,
  CONSTRAINT settlements_paid CHECK ((paid_by IS NULL) = (paid_on IS NULL)
    AND (paid_by IS NOT NULL OR (discount_centavos = 0 AND premium_refund_centavos = 0)))
);
CREATE INDEX settlements_by_transaction ON settlements (transaction_id, position);
CREATE TRIGGER settlements_never_removed BEFORE DELETE OR TRUNCATE ON settlements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
