-- The lender's accounts at banks. An account is never edited: billets name the one that they were written for.
CREATE TABLE lender_accounts (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  bank text NOT NULL CHECK (bank ~ '^[0-9]{3}$'),
  agency text NOT NULL,
  account text NOT NULL,
  account_digit text NOT NULL,
  portfolio text NOT NULL,
  agreement text NOT NULL,
  service_code text NOT NULL,
  beneficiary_name text NOT NULL CHECK (beneficiary_name <> ''),
  beneficiary_document text NOT NULL CHECK (beneficiary_document ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  beneficiary_address text NOT NULL CHECK (beneficiary_address <> ''),
  pix_key text NOT NULL,
  city text NOT NULL CHECK (city <> ''),
  -- How orders reach the bank: by files, or at once to the invented bank of homologation.
  channel text NOT NULL CHECK (channel IN ('file', 'sandbox')),
  last_file_sequence integer NOT NULL DEFAULT 0 CHECK (last_file_sequence >= 0),
  created_at timestamptz NOT NULL,
  -- A notice names bank and our-number only.
  CONSTRAINT lender_accounts_account_unique UNIQUE (bank, agency, account, portfolio, agreement)
);

-- Whose billets go to which account; a retailer that is not here uses the oldest account.
CREATE TABLE retailer_accounts (
  retailer_id text PRIMARY KEY REFERENCES retailers (id),
  account_id text NOT NULL REFERENCES lender_accounts (id)
);

-- One row per contract: who pays, sealed under a key made from the salt. Deleting the row forgets the payer, the figures stay.
CREATE TABLE billet_payers (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  key_salt bytea NOT NULL,
  payer bytea NOT NULL
);

-- One sequence for all accounts: a number given to a billet that was rolled back is lost, never given again.
CREATE SEQUENCE billet_our_numbers AS bigint;

CREATE TABLE billets (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL CHECK (retailer_id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES lender_accounts (id),
  kind text NOT NULL CHECK (kind IN ('down-payment', 'installment')),
  installment_number smallint NOT NULL CHECK (installment_number >= 0),
  installment_count smallint NOT NULL,
  our_number bigint NOT NULL CHECK (our_number > 0),
  printed_our_number text NOT NULL,
  barcode text NOT NULL CHECK (barcode ~ '^[0-9]{44}$'),
  digit_line text NOT NULL CHECK (digit_line ~ '^[0-9]{47}$'),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  issued_on date NOT NULL,
  due_date date NOT NULL,
  expiration_date date NOT NULL,
  -- Its txid is the billet's id, so that it is as unique.
  pix_code text,
  document_number text NOT NULL CHECK (length(document_number) <= 15),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  token_box bytea NOT NULL,
  payment_status text NOT NULL DEFAULT 'PENDING' CHECK (payment_status IN ('PENDING', 'PAID')),
  paid_at timestamptz,
  -- The bank's reference of the payment that was credited.
  paid_by text,
  canceled_at timestamptz,
  registration text NOT NULL DEFAULT 'pending' CHECK (registration IN ('pending', 'registered', 'rejected')),
  CONSTRAINT billets_our_number_unique UNIQUE (our_number),
  CONSTRAINT billets_token_unique UNIQUE (token_hash),
  CONSTRAINT billets_paid_by_unique UNIQUE (paid_by),
  CONSTRAINT billets_paid_with_date CHECK (
    (payment_status = 'PAID') = (paid_at IS NOT NULL) AND (payment_status = 'PAID') = (paid_by IS NOT NULL)
  ),
  CONSTRAINT billets_not_paid_and_canceled CHECK (paid_at IS NULL OR canceled_at IS NULL),
  CONSTRAINT billets_number_of_count CHECK (installment_number <= installment_count),
  CONSTRAINT billets_down_payment CHECK (
    (kind = 'down-payment') = (installment_number = 0) AND (kind = 'down-payment') = (pix_code IS NOT NULL)
  ),
  CONSTRAINT billets_dates_in_order CHECK (issued_on <= due_date AND due_date <= expiration_date)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX billets_one_living_per_installment ON billets (transaction_id, installment_number) WHERE canceled_at IS NULL;
CREATE INDEX billets_by_transaction ON billets (transaction_id, installment_number);

-- What the customer holds in hand cannot change afterwards: only whether it was paid, canceled or registered.
CREATE FUNCTION check_billet_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen billets := NEW;
BEGIN
  frozen.registration := OLD.registration;
  IF OLD.payment_status = 'PENDING' THEN
    frozen.payment_status := OLD.payment_status;
    frozen.paid_at := OLD.paid_at;
    frozen.paid_by := OLD.paid_by;
  END IF;
  IF OLD.canceled_at IS NULL THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'billet % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER billets_immutable BEFORE UPDATE ON billets FOR EACH ROW EXECUTE FUNCTION check_billet_change();
CREATE TRIGGER billets_never_removed BEFORE DELETE OR TRUNCATE ON billets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON billets FROM CURRENT_USER;

-- What we ask of the bank, written with the change that makes it necessary; sent later, in order.
CREATE TABLE bank_orders (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL,
  billet_id text NOT NULL REFERENCES billets (id),
  movement text NOT NULL CHECK (movement IN ('register', 'write-off')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'confirmed', 'rejected')),
  requested_at timestamptz NOT NULL,
  file_sequence integer,
  reasons text[] NOT NULL DEFAULT '{}',
  CONSTRAINT bank_orders_once UNIQUE (billet_id, movement)
) WITH (fillfactor = 85);
CREATE INDEX bank_orders_pending ON bank_orders (account_id, id) WHERE state = 'pending';
CREATE INDEX bank_orders_by_file ON bank_orders (account_id, file_sequence) WHERE file_sequence IS NOT NULL;

-- Everything that banks told us, once per reference. What became of it: a billet's paid_by, or a suspense case.
CREATE TABLE bank_notices (
  reference text PRIMARY KEY CHECK (reference <> ''),
  kind text NOT NULL CHECK (kind IN ('registered', 'rejected', 'paid', 'written-off', 'other')),
  method text NOT NULL CHECK (method IN ('BILLET', 'PIX')),
  bank text NOT NULL CHECK (bank ~ '^[0-9]{3}$'),
  our_number bigint,
  pix_txid text,
  amount_centavos bigint,
  paid_on date,
  credited_on date,
  occurrence text NOT NULL,
  reasons text[] NOT NULL,
  received_at timestamptz NOT NULL,
  CONSTRAINT bank_notices_paid CHECK (kind <> 'paid' OR (amount_centavos > 0 AND paid_on IS NOT NULL))
);
CREATE TRIGGER bank_notices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_notices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON bank_notices FROM CURRENT_USER;

-- Money that came in and could not be credited: somebody has to look.
CREATE TABLE suspense_cases (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  notice_reference text NOT NULL,
  billet_id text REFERENCES billets (id),
  reason text NOT NULL CHECK (reason IN ('UNKNOWN_BILLET', 'AFTER_CANCEL', 'AFTER_EXPIRY', 'WRONG_AMOUNT', 'ALREADY_PAID')),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  expected_centavos bigint,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'closed')),
  opened_at timestamptz NOT NULL,
  CONSTRAINT suspense_cases_once UNIQUE (notice_reference)
);
CREATE INDEX suspense_cases_open ON suspense_cases (id) WHERE state = 'open';

-- Files with orders for a bank. Until one is known to lie on disk, the next export writes the same file again.
CREATE TABLE remittance_files (
  account_id text NOT NULL REFERENCES lender_accounts (id),
  file_sequence integer NOT NULL CHECK (file_sequence > 0),
  created_at timestamptz NOT NULL,
  written_at timestamptz,
  PRIMARY KEY (account_id, file_sequence)
);
CREATE INDEX remittance_files_unwritten ON remittance_files (account_id, file_sequence) WHERE written_at IS NULL;
