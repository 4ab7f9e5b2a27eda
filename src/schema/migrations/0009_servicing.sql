-- What happens to a contract after its start: early settlement, agreements, collection, listings, and the customer's area.

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
  mac bytea NOT NULL,
  CONSTRAINT settlements_paid CHECK ((paid_by IS NULL) = (paid_on IS NULL)
    AND (paid_by IS NOT NULL OR (discount_centavos = 0 AND premium_refund_centavos = 0)))
);
CREATE INDEX settlements_by_transaction ON settlements (transaction_id, position);
CREATE TRIGGER settlements_never_removed BEFORE DELETE OR TRUNCATE ON settlements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a debtor was offered on a day. An offer that was accepted has a transaction with its id as option_id.
CREATE TABLE agreement_offers (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  quoted_on date NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Figures of the debt and of the new installments; nothing about the person.
  terms json NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE INDEX agreement_offers_by_expiry ON agreement_offers (expires_at);
-- A page shows what was offered for a debt on a day.
CREATE INDEX agreement_offers_by_debt ON agreement_offers (transaction_id, quoted_on);

-- How far each step has looked through the installments, in the order of their due dates and billets.
CREATE TABLE collection_progress (
  step text PRIMARY KEY CHECK (step <> ''),
  due_date date NOT NULL,
  billet_id text NOT NULL
);

-- What was done about an installment that is due or overdue, once for each step of the policy. A step that was superseded by a later
-- one, or that the limits on contacts did not allow, is skipped.
CREATE TABLE collection_steps (
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  installment_number smallint NOT NULL CHECK (installment_number > 0),
  step text NOT NULL CHECK (step <> ''),
  outcome text NOT NULL CHECK (outcome IN ('done', 'skipped')),
  taken_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, installment_number, step)
);
CREATE TRIGGER collection_steps_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON collection_steps
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON collection_steps FROM CURRENT_USER;

-- Notices that the law asks for before something is done to a debtor, with the proof that they were sent and delivered.
CREATE TABLE formal_notices (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL REFERENCES loans (transaction_id),
  kind text NOT NULL CHECK (kind IN ('listing', 'acceleration')),
  -- Of the oldest open installment when it was asked for.
  due_date date NOT NULL,
  asked_at timestamptz NOT NULL,
  sent_at timestamptz,
  channel text CHECK (channel IN ('SMS', 'EMAIL')),
  -- Whoever delivers messages names it so.
  provider_id text,
  delivered_at timestamptz,
  -- As the gateway wrote it.
  receipt text,
  -- When its proof is looked for again; null when there is nothing left to look for.
  due_at timestamptz,
  UNIQUE (transaction_id, kind, due_date),
  CHECK ((delivered_at IS NULL) = (receipt IS NULL)),
  CHECK (delivered_at IS NULL OR sent_at IS NOT NULL)
);
CREATE INDEX formal_notices_due ON formal_notices (due_at) WHERE due_at IS NOT NULL;

-- A debt that a credit bureau is told of, and everything that became of it. The intent is a row before the bureau is asked.
CREATE TABLE listings (
  -- The key at the bureau as well.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL REFERENCES loans (transaction_id),
  notice_id text NOT NULL REFERENCES formal_notices (id),
  -- Of the installment that is listed.
  due_date date NOT NULL,
  -- What was overdue when it was decided.
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- The last day of the listing, whatever happens.
  ends_on date NOT NULL,
  state text NOT NULL CHECK (state IN ('ASKING', 'LISTED', 'REFUSED', 'REMOVING', 'REMOVED')),
  decided_at timestamptz NOT NULL,
  listed_at timestamptz,
  removal_reason text CHECK (removal_reason IN ('PAID', 'RENEGOTIATED', 'DISPUTED', 'CANCELED', 'ENDED')),
  -- By law.
  remove_by date,
  removed_at timestamptz,
  provider_id text,
  -- Why the bureau refused, or what keeps the request from being answered.
  problem text,
  attempts integer NOT NULL DEFAULT 0,
  -- The last request may have had its effect: the bureau is asked for the key before anything is repeated.
  is_unknown boolean NOT NULL DEFAULT false,
  -- When the bureau is asked next; null when nothing is under way.
  due_at timestamptz,
  CHECK ((state IN ('REMOVING', 'REMOVED')) = (removal_reason IS NOT NULL)),
  CHECK ((removal_reason IS NULL) = (remove_by IS NULL)),
  CHECK ((state = 'REMOVED') = (removed_at IS NOT NULL)),
  CHECK ((state IN ('ASKING', 'REMOVING')) = (due_at IS NOT NULL))
);
-- One listing of a delay, unless it was taken back while the customer disputed it; and one living of a contract.
CREATE UNIQUE INDEX listings_one_of_delay ON listings (transaction_id, due_date) WHERE removal_reason IS DISTINCT FROM 'DISPUTED';
CREATE UNIQUE INDEX listings_one_living ON listings (transaction_id) WHERE state IN ('ASKING', 'LISTED', 'REMOVING');
CREATE INDEX listings_due ON listings (due_at) WHERE due_at IS NOT NULL;

-- A device on which a code was entered. It belongs to the CPF and to the phone that got the code.
CREATE TABLE customer_sessions (
  session_hash bytea PRIMARY KEY CHECK (length(session_hash) = 32),
  cpf_index bytea NOT NULL,
  phone_index bytea NOT NULL,
  opened_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  -- Rows that open an account or set conditions: a MAC over what they give, so that SQL alone makes and changes none.
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE INDEX customer_sessions_by_cpf ON customer_sessions (cpf_index);
CREATE INDEX customer_sessions_by_age ON customer_sessions (opened_at);

-- A device asks for a code with a CPF. The row is written for every CPF, known or not: only the job that follows knows which.
CREATE TABLE customer_challenges (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  device_hash bytea NOT NULL CHECK (length(device_hash) = 32),
  cpf_index bytea NOT NULL,
  asked_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- A challenge is compared with at most five guesses.
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  -- Set together when a code was sent.
  code_hash bytea CHECK (length(code_hash) = 32),
  phone_index bytea,
  used_at timestamptz,
  replaced_at timestamptz,
  CONSTRAINT customer_challenges_sent CHECK ((code_hash IS NULL) = (phone_index IS NULL)),
  CONSTRAINT customer_challenges_used CHECK (used_at IS NULL OR (code_hash IS NOT NULL AND replaced_at IS NULL))
);
CREATE UNIQUE INDEX customer_challenges_one_living ON customer_challenges (device_hash)
  WHERE used_at IS NULL AND replaced_at IS NULL;
CREATE INDEX customer_challenges_by_device ON customer_challenges (device_hash, asked_at);
CREATE INDEX customer_challenges_by_cpf ON customer_challenges (cpf_index, asked_at);
CREATE INDEX customer_challenges_by_age ON customer_challenges (asked_at);

-- The e-mail address that the customer gave later than the purchase, whose own details are as they were agreed.
CREATE TABLE customer_emails (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  cpf_index bytea NOT NULL,
  box bytea NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX customer_emails_by_cpf ON customer_emails (cpf_index);

-- What a customer asks people for: the review of an automated decision, the correction or the erasure of data.
CREATE TABLE customer_requests (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  cpf_index bytea NOT NULL,
  kind text NOT NULL CHECK (kind IN ('REVIEW', 'CORRECTION', 'ERASURE')),
  transaction_id text CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  -- What the customer wrote, and what was answered.
  box bytea NOT NULL,
  answer_box bytea,
  opened_at timestamptz NOT NULL,
  answer_until date NOT NULL,
  answered_at timestamptz,
  CONSTRAINT customer_requests_answered CHECK ((answer_box IS NULL) = (answered_at IS NULL))
);
CREATE INDEX customer_requests_by_cpf ON customer_requests (cpf_index, opened_at);
CREATE INDEX customer_requests_open ON customer_requests (opened_at) WHERE answered_at IS NULL;
