-- A billet may be paid in parts. The previous program goes on to pay whole billets only, and leaves these columns as they are.
ALTER TABLE billets
  -- Of the face value; the payment that closes the billet is not in it.
  ADD COLUMN part_paid_centavos bigint NOT NULL DEFAULT 0,
  -- Null until a late payment was charged: the fine is charged once.
  ADD COLUMN open_fine_centavos bigint,
  -- Interest up to interest_from that is not paid.
  ADD COLUMN open_interest_centavos bigint NOT NULL DEFAULT 0,
  -- The day of the last late part payment; null: interest counts from the due date.
  ADD COLUMN interest_from date,
  ADD CONSTRAINT billets_parts CHECK (part_paid_centavos BETWEEN 0 AND amount_centavos AND open_interest_centavos >= 0
    AND (open_fine_centavos IS NULL OR open_fine_centavos >= 0)) NOT VALID,
  -- One payment may close several billets. That it is booked once is kept by bank_notices, ledger_entries and billet_payments.
  DROP CONSTRAINT billets_paid_by_unique;

CREATE OR REPLACE FUNCTION check_billet_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen billets := NEW;
BEGIN
  frozen.registration := OLD.registration;
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
    END IF;
  END IF;
  IF OLD.canceled_at IS NULL THEN
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

-- What each payment paid on each billet, under the reference of its ledger entry. Billets paid by an earlier program have no row.
CREATE TABLE billet_payments (
  reference text NOT NULL CHECK (reference <> ''),
  billet_id text NOT NULL REFERENCES billets (id),
  face_centavos bigint NOT NULL CHECK (face_centavos >= 0),
  -- Negative where a payment is told after a later one: charges that it shows to be wrong are taken back with it.
  fine_centavos bigint NOT NULL,
  interest_centavos bigint NOT NULL,
  -- The customer's day.
  paid_on date NOT NULL,
  PRIMARY KEY (reference, billet_id)
);
CREATE INDEX billet_payments_by_billet ON billet_payments (billet_id);
CREATE TRIGGER billet_payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billet_payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON billet_payments FROM CURRENT_USER;

-- Up to which day all payments that a bank received are known, for each account and way of paying.
CREATE TABLE bank_watermarks (
  account_id text NOT NULL REFERENCES lender_accounts (id),
  rail text NOT NULL CHECK (rail IN ('BILLET', 'PIX')),
  read_until date NOT NULL,
  moved_at timestamptz NOT NULL,
  -- The number of the last return file that followed the one before: a gap means that a day is missing.
  last_file integer,
  PRIMARY KEY (account_id, rail)
);

-- Not checked against old rows, which satisfied a narrower list: it would block the books for as long as they are read.
ALTER TABLE ledger_postings
  DROP CONSTRAINT ledger_postings_account_check,
  ADD CONSTRAINT ledger_postings_account_check CHECK (
    account ~ '^(bank|customer|retailer|commission|retention):[0-9a-f]{24}$'
    OR account ~ '^unidentified-bank:[0-9]{3}$'
    OR account IN ('iof', 'interest', 'fee', 'premium', 'late-fine', 'late-interest', 'suspense', 'refunds-due', 'iof-borne')
  ) NOT VALID;
