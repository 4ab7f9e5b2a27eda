-- What customers owe and pay: the lender's accounts, billets, payments, banks, reconciliation, Pix charges and refunds.

-- One sequence for all accounts: a number given to a billet that was rolled back is lost, never given again.
CREATE SEQUENCE billet_our_numbers AS bigint;

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
  mac bytea NOT NULL CHECK (length(mac) = 32),
  -- A notice names bank and our-number only.
  CONSTRAINT lender_accounts_account_unique UNIQUE (bank, agency, account, portfolio, agreement)
);

-- An account is never edited: a customer may hold a billet that names it. Only its file counter moves.
CREATE FUNCTION check_lender_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen lender_accounts := NEW;
BEGIN
  frozen.last_file_sequence := OLD.last_file_sequence;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'account % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lender_accounts_immutable BEFORE UPDATE ON lender_accounts
  FOR EACH ROW EXECUTE FUNCTION check_lender_account_change();

-- Accounts that receive money are registered by two people: one proposes, another approves. The MAC covers what was proposed and by
-- whom, so that neither can be changed before the approval.
CREATE TABLE account_proposals (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  -- Text, not jsonb: the MAC covers it as it was written.
  settings text NOT NULL,
  proposed_by text NOT NULL CHECK (proposed_by <> ''),
  proposed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'approved', 'declined')),
  answered_by text,
  answered_at timestamptz,
  CONSTRAINT account_proposals_answered CHECK (
    (state = 'proposed') = (answered_by IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL)
  )
);
CREATE TRIGGER account_proposals_answered_once BEFORE UPDATE ON account_proposals
  FOR EACH ROW EXECUTE FUNCTION check_answered_once();

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

CREATE TABLE billets (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL CHECK (retailer_id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES lender_accounts (id),
  kind text NOT NULL CHECK (kind IN ('down-payment', 'installment', 'settlement')),
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
  -- A billet may be paid in parts. Of the face value; the payment that closes the billet is not in it.
  part_paid_centavos bigint NOT NULL DEFAULT 0,
  -- Null until a late payment was charged: the fine is charged once.
  open_fine_centavos bigint,
  -- Interest up to interest_from that is not paid.
  open_interest_centavos bigint NOT NULL DEFAULT 0,
  -- The day of the last late part payment; null: interest counts from the due date.
  interest_from date,
  -- The billet in whose place it was issued, because the bank did not register that one. No foreign key: a billet is never removed.
  replaces text,
  -- A second copy asks for an overdue installment with its charges up to a new due date. What the customer owes stays as it was: the
  -- open face value, the day from which the delay counts, and the first billet of the installment. Null on every other billet.
  debt_face_centavos bigint,
  original_due_date date,
  original_id text,
  -- From this day on the billet's debt is due, whatever stands on it, because the whole contract is. Null: from its due date.
  claimed_from date,
  -- Of the face value, interest of time to come that is not claimed because the whole contract is due. It is in
  -- part_paid_centavos, and nobody has paid it.
  excluded_centavos bigint NOT NULL DEFAULT 0
    CHECK (excluded_centavos BETWEEN 0 AND part_paid_centavos),
  -- Rows from which the program computes what customers owe and get back hold a MAC: see docs/decisions/protection.md.
  mac bytea NOT NULL,
  CONSTRAINT billets_our_number_unique UNIQUE (our_number),
  CONSTRAINT billets_token_unique UNIQUE (token_hash),
  CONSTRAINT billets_paid_with_date CHECK (
    (payment_status = 'PAID') = (paid_at IS NOT NULL) AND (payment_status = 'PAID') = (paid_by IS NOT NULL)
  ),
  CONSTRAINT billets_not_paid_and_canceled CHECK (paid_at IS NULL OR canceled_at IS NULL),
  CONSTRAINT billets_number_of_count CHECK (installment_number <= installment_count),
  CONSTRAINT billets_dates_in_order CHECK (issued_on <= due_date AND due_date <= expiration_date),
  CONSTRAINT billets_parts CHECK (part_paid_centavos BETWEEN 0 AND amount_centavos AND open_interest_centavos >= 0
    AND (open_fine_centavos IS NULL OR open_fine_centavos >= 0)),
  CONSTRAINT billets_down_payment
    CHECK ((kind = 'installment') = (installment_number > 0) AND (kind = 'down-payment') = (pix_code IS NOT NULL)),
  -- A second copy, or an overdue installment of a contract that replaces another one.
  CONSTRAINT billets_second_copy CHECK (
    (original_id IS NULL) = (debt_face_centavos IS NULL) AND (original_id IS NULL) = (original_due_date IS NULL)
    AND (original_id IS NULL OR (kind = 'installment' AND (replaces IS NOT NULL OR original_id = id) AND original_due_date < due_date
      AND debt_face_centavos BETWEEN 0 AND amount_centavos AND part_paid_centavos <= debt_face_centavos)))
) WITH (fillfactor = 85);
CREATE INDEX billets_by_transaction ON billets (transaction_id, installment_number);
CREATE UNIQUE INDEX billets_replacing ON billets (replaces) WHERE replaces IS NOT NULL;
-- A billet for an early settlement is of no installment: a contract may have several, paid and living, beside those of its installments.
CREATE UNIQUE INDEX billets_one_living_of_installment ON billets (transaction_id, installment_number)
  WHERE canceled_at IS NULL AND kind <> 'settlement';
CREATE INDEX billets_by_due ON billets ((coalesce(original_due_date, due_date)), id)
  WHERE kind = 'installment' AND canceled_at IS NULL;

-- What the customer holds in hand cannot change afterwards: only whether it was paid, canceled or registered.
CREATE FUNCTION check_billet_change() RETURNS trigger LANGUAGE plpgsql AS $$
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
CREATE TRIGGER billets_immutable BEFORE UPDATE ON billets FOR EACH ROW EXECUTE FUNCTION check_billet_change();
CREATE TRIGGER billets_never_removed BEFORE DELETE OR TRUNCATE ON billets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A billet that is paid or canceled asks for nothing: its charge goes, whichever statement ended the billet.
CREATE FUNCTION end_pix_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pix_charges SET state = CASE state WHEN 'draft' THEN 'removed' ELSE 'removing' END, attempts = 0, due_at = '-infinity'
  WHERE txid = CASE NEW.kind WHEN 'down-payment' THEN 'ENTR' WHEN 'settlement' THEN 'QUIT' ELSE 'PARC' END || NEW.id
    AND state IN ('draft', 'registering', 'active');
  RETURN NULL;
END $$;
-- The charge of a billet asks for all of it: once something is paid, it must go as well, or the customer could pay that twice.
CREATE TRIGGER billets_end_pix_charge
  AFTER UPDATE OF payment_status, canceled_at, part_paid_centavos, open_fine_centavos, open_interest_centavos ON billets
  FOR EACH ROW WHEN (NEW.payment_status = 'PAID' OR NEW.canceled_at IS NOT NULL OR NEW.part_paid_centavos > 0
    OR NEW.open_fine_centavos IS NOT NULL OR NEW.open_interest_centavos > 0) EXECUTE FUNCTION end_pix_charge();
REVOKE DELETE, TRUNCATE ON billets FROM CURRENT_USER;

-- What each payment paid on each billet, under the reference of its ledger entry.
CREATE TABLE billet_payments (
  reference text NOT NULL CHECK (reference <> ''),
  billet_id text NOT NULL REFERENCES billets (id),
  face_centavos bigint NOT NULL CHECK (face_centavos >= 0),
  -- Negative where a payment is told after a later one: charges that it shows to be wrong are taken back with it.
  fine_centavos bigint NOT NULL,
  interest_centavos bigint NOT NULL,
  -- The customer's day.
  paid_on date NOT NULL,
  -- What a payment took off a billet without being paid, because it came before the due date.
  discount_centavos bigint NOT NULL DEFAULT 0,
  mac bytea NOT NULL,
  PRIMARY KEY (reference, billet_id)
);
CREATE INDEX billet_payments_by_billet ON billet_payments (billet_id);
CREATE TRIGGER billet_payments_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON billet_payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON billet_payments FROM CURRENT_USER;

-- What we ask of the bank, written with the change that makes it necessary; sent later, in order.
CREATE TABLE bank_orders (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL,
  billet_id text NOT NULL REFERENCES billets (id),
  movement text NOT NULL CHECK (movement IN ('register', 'write-off')),
  -- canceled: the order and its opposite had both not been sent, or the bank never had the title.
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'sent', 'confirmed', 'rejected', 'canceled')),
  requested_at timestamptz NOT NULL,
  file_sequence integer,
  reasons text[] NOT NULL DEFAULT '{}',
  -- Refusals so far.
  tries smallint NOT NULL DEFAULT 0,
  CONSTRAINT bank_orders_once UNIQUE (billet_id, movement)
) WITH (fillfactor = 85);
CREATE INDEX bank_orders_pending ON bank_orders (account_id, id) WHERE state = 'pending';
CREATE INDEX bank_orders_by_file ON bank_orders (account_id, file_sequence) WHERE file_sequence IS NOT NULL;
CREATE INDEX bank_orders_unregistered ON bank_orders (requested_at)
  WHERE movement = 'register' AND state IN ('pending', 'sent');

-- Files with orders for a bank. Until one is known to lie on disk, the next export writes the same file again.
CREATE TABLE remittance_files (
  account_id text NOT NULL REFERENCES lender_accounts (id),
  file_sequence integer NOT NULL CHECK (file_sequence > 0),
  created_at timestamptz NOT NULL,
  written_at timestamptz,
  PRIMARY KEY (account_id, file_sequence)
);
CREATE INDEX remittance_files_unwritten ON remittance_files (account_id, file_sequence) WHERE written_at IS NULL;

-- Everything that banks told us, once per reference. What became of it: a billet's paid_by, or a suspense case.
CREATE TABLE bank_notices (
  reference text PRIMARY KEY CHECK (reference <> ''),
  -- refused: an order about a registered title was refused, which leaves the title as it was.
  kind text NOT NULL CHECK (kind IN ('registered', 'rejected', 'refused', 'paid', 'written-off', 'other')),
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
  -- What the bank credits for a payment, and what it keeps of it, is told with the payment.
  credited_centavos bigint,
  tariff_centavos bigint,
  CONSTRAINT bank_notices_paid CHECK (kind <> 'paid' OR (amount_centavos > 0 AND paid_on IS NOT NULL))
);
-- The fifth part of a reference to a line of a return file is the digest of what the bank wrote in it.
CREATE INDEX bank_notices_by_content ON bank_notices (split_part(reference, ':', 5))
  WHERE kind = 'paid' AND reference LIKE 'cnab:%';
CREATE TRIGGER bank_notices_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_notices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON bank_notices FROM CURRENT_USER;

-- Money that came in and could not be credited: somebody has to look.
CREATE TABLE suspense_cases (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  notice_reference text NOT NULL,
  billet_id text REFERENCES billets (id),
  reason text NOT NULL CHECK (reason ~ '^[A-Z]+(_[A-Z]+)*$'),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  expected_centavos bigint,
  -- held: the bank may have reported the same payment twice. Nothing is booked until two people release it.
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('held', 'open', 'closed')),
  opened_at timestamptz NOT NULL,
  mac bytea NOT NULL,
  CONSTRAINT suspense_cases_once UNIQUE (notice_reference),
  CONSTRAINT suspense_cases_held CHECK (state <> 'held' OR reason = 'SUSPECTED_DUPLICATE')
);
CREATE INDEX suspense_cases_open ON suspense_cases (id) WHERE state = 'open';
CREATE INDEX suspense_cases_waiting ON suspense_cases (id) WHERE state <> 'closed';

-- Suspended money is used once: a closed case stays closed, and what waits only becomes less.
CREATE FUNCTION check_suspense_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.state = 'closed' AND NEW.state <> 'closed') OR NEW.amount_centavos > OLD.amount_centavos
    OR (NEW.id, NEW.notice_reference) IS DISTINCT FROM (OLD.id, OLD.notice_reference) THEN
    RAISE EXCEPTION 'suspense case % cannot go back', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suspense_cases_guarded BEFORE UPDATE ON suspense_cases
  FOR EACH ROW EXECUTE FUNCTION check_suspense_change();

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

-- Titles that a person has to look at: the bank did not register one, or keeps refusing to write one off.
CREATE TABLE registration_cases (
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
CREATE UNIQUE INDEX registration_cases_one_open ON registration_cases (billet_id, kind) WHERE closed_at IS NULL;
CREATE INDEX registration_cases_waiting ON registration_cases (id) WHERE closed_at IS NULL;

-- Payments of billets that the bank has told and credits later, by the reference of the notice.
CREATE TABLE clearing_items (
  reference text PRIMARY KEY,
  account_id text NOT NULL REFERENCES lender_accounts (id),
  paid_centavos bigint NOT NULL CHECK (paid_centavos > 0),
  -- What arrives on the account: less than was paid where the bank keeps its tariff.
  credited_centavos bigint NOT NULL CHECK (credited_centavos > 0),
  credited_on date NOT NULL,
  booked_at timestamptz
);
CREATE INDEX clearing_items_due ON clearing_items (credited_on) WHERE booked_at IS NULL;

-- Statements of the lender's accounts, each one a period that begins where the one before ended.
CREATE TABLE bank_statements (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES lender_accounts (id),
  first_day date NOT NULL,
  last_day date NOT NULL,
  opening_centavos bigint NOT NULL,
  closing_centavos bigint NOT NULL,
  -- SHA-256 of what the bank wrote, without the numbers of the file.
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  taken_at timestamptz NOT NULL,
  CONSTRAINT bank_statements_days_in_order CHECK (first_day <= last_day),
  CONSTRAINT bank_statements_once UNIQUE (account_id, last_day)
);
CREATE TRIGGER bank_statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON bank_statements FROM CURRENT_USER;

CREATE TABLE bank_statement_lines (
  key text PRIMARY KEY CHECK (key <> ''),
  -- No foreign key: checking one takes the right to update bank_statements, which nobody has.
  statement_id text NOT NULL,
  account_id text NOT NULL,
  posted_on date NOT NULL,
  position integer NOT NULL,
  amount_centavos bigint NOT NULL CHECK (amount_centavos <> 0),
  category text NOT NULL CHECK (category IN ('collection', 'pix', 'fee', 'other')),
  history text NOT NULL,
  document text NOT NULL,
  -- IN_TRANSIT: the books may learn of it yet; SUSPENSE: they should have by now; RESOLVED: a person has explained it.
  state text NOT NULL DEFAULT 'NEW' CHECK (state IN ('NEW', 'MATCHED', 'IN_TRANSIT', 'SUSPENSE', 'RESOLVED'))
);
CREATE INDEX bank_statement_lines_open ON bank_statement_lines (account_id, posted_on) WHERE state IN ('NEW', 'IN_TRANSIT', 'SUSPENSE');
CREATE INDEX bank_statement_lines_by_statement ON bank_statement_lines (statement_id, position);

-- Which entry of the books a line of the statement shows. Several entries may be one line; an entry is on one line only.
CREATE TABLE bank_matches (
  book_reference text PRIMARY KEY,
  line_key text NOT NULL REFERENCES bank_statement_lines (key),
  amount_centavos bigint NOT NULL,
  -- False where the books do not hold it yet: another module announced it.
  is_booked boolean NOT NULL,
  matched_at timestamptz NOT NULL
);
CREATE INDEX bank_matches_by_line ON bank_matches (line_key);

-- Differences between books and statement that a person has to explain.
CREATE TABLE reconciliation_cases (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES lender_accounts (id),
  -- BANK: a line of the statement that the books do not know; BOOKS: an entry that no statement shows.
  side text NOT NULL CHECK (side IN ('BANK', 'BOOKS')),
  reference text NOT NULL,
  amount_centavos bigint NOT NULL,
  happened_on date NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  explanation text,
  CONSTRAINT reconciliation_cases_closed_by_somebody CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE UNIQUE INDEX reconciliation_cases_once ON reconciliation_cases (side, reference);
CREATE INDEX reconciliation_cases_waiting ON reconciliation_cases (opened_at) WHERE closed_at IS NULL;

-- The charge at the payment service provider (PSP) that stands beside a billet. The intent is committed with the billet; a job
-- registers and removes it. draft: the PSP knows nothing of it. registering and removing: the PSP was asked, or may have been.
CREATE TABLE pix_charges (
  -- Fixed at issue, and unique at the PSP for ever: it is made of the billet's id.
  txid text PRIMARY KEY CHECK (txid ~ '^(ENTR|PARC|QUIT)[0-9a-f]{24}$'),
  billet_id text NOT NULL REFERENCES billets (id),
  state text NOT NULL DEFAULT 'draft'
    CHECK (state IN ('draft', 'registering', 'active', 'paid', 'removing', 'removed', 'rejected')),
  location text CHECK (length(location) <= 77),
  code text CHECK (length(code) <= 512),
  -- Whoever could change a code could have customers pay somebody else.
  mac bytea,
  attempts integer NOT NULL DEFAULT 0,
  -- By the deployment's clock: when the job looks at it again.
  due_at timestamptz NOT NULL,
  -- Why the last attempt failed.
  problem text,
  opened_at timestamptz NOT NULL,
  CONSTRAINT pix_charges_of_billet CHECK (substr(txid, 5) = billet_id),
  CONSTRAINT pix_charges_code_with_mac CHECK ((code IS NULL) = (mac IS NULL)),
  CONSTRAINT pix_charges_active_with_code CHECK (state <> 'active' OR code IS NOT NULL)
) WITH (fillfactor = 85);
CREATE INDEX pix_charges_due ON pix_charges (due_at) WHERE state IN ('draft', 'registering', 'removing');

-- Payments that a webhook named. Nothing is booked before the PSP was asked about each.
CREATE TABLE pix_hints (
  end_to_end_id text PRIMARY KEY CHECK (end_to_end_id ~ '^[A-Za-z0-9]{32}$'),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'refused')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  problem text,
  received_at timestamptz NOT NULL
) WITH (fillfactor = 85);
CREATE INDEX pix_hints_due ON pix_hints (due_at) WHERE state = 'waiting';
CREATE INDEX pix_hints_by_age ON pix_hints (received_at);

-- Up to when every payment was listed and booked.
CREATE TABLE pix_polls (
  name text PRIMARY KEY CHECK (name ~ '^[a-z]+$'),
  complete_until timestamptz NOT NULL
);

-- Which address the PSP was told to call for a key; its digest, because the address holds a secret.
CREATE TABLE pix_webhooks (
  pix_key text PRIMARY KEY,
  url_digest bytea NOT NULL CHECK (length(url_digest) = 32),
  registered_at timestamptz NOT NULL
);

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

-- A refund belongs to one entry and one transaction for ever; only an entry's parts share its amount.
CREATE FUNCTION check_refund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.reference, NEW.part, NEW.retailer_id, NEW.transaction_id, NEW.due_since)
    IS DISTINCT FROM (OLD.id, OLD.reference, OLD.part, OLD.retailer_id, OLD.transaction_id, OLD.due_since) THEN
    RAISE EXCEPTION 'refund % cannot change what it is for', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER refunds_guarded BEFORE UPDATE ON refunds FOR EACH ROW EXECUTE FUNCTION check_refund_change();
