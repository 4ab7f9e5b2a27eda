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
CREATE INDEX customer_challenges_unused ON customer_challenges (asked_at) WHERE used_at IS NULL;

-- A device on which a code was entered. It belongs to the CPF and to the phone that got the code.
CREATE TABLE customer_sessions (
  session_hash bytea PRIMARY KEY CHECK (length(session_hash) = 32),
  cpf_index bytea NOT NULL,
  phone_index bytea NOT NULL,
  opened_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL
);
CREATE INDEX customer_sessions_by_cpf ON customer_sessions (cpf_index);
CREATE INDEX customer_sessions_by_age ON customer_sessions (opened_at);

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

-- The e-mail address that the customer gave later than the purchase, whose own details are as they were agreed.
CREATE TABLE customer_emails (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  cpf_index bytea NOT NULL,
  box bytea NOT NULL,
  changed_at timestamptz NOT NULL
);
CREATE INDEX customer_emails_by_cpf ON customer_emails (cpf_index);

-- As before, with the boxes of these tables: the list is completed, whatever other migrations have added to it.
DO $$
DECLARE
  definition text := pg_get_functiondef('reseal_box(text, text[], text[], bytea, bytea)'::regprocedure);
  marker constant text := '''credit_decisions.record'',';
BEGIN
  IF position(marker IN definition) = 0 THEN
    RAISE EXCEPTION 'reseal_box has no list of places';
  END IF;
  EXECUTE replace(definition, marker, marker || ' ''customer_emails.box'', ''customer_requests.answer_box'', ''customer_requests.box'',');
END $$;
