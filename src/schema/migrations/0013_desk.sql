-- People who work at the credit desk. Name and e-mail are sealed; the e-mail is found by a blind index.
CREATE TABLE operators (
  id text PRIMARY KEY CHECK (length(id) = 24),
  email_index bytea NOT NULL,
  profile bytea NOT NULL,
  role text NOT NULL CHECK (role IN ('viewer', 'analyst', 'approver')),
  -- Argon2id with its parameters and salt.
  password_hash text NOT NULL,
  totp_secret bytea NOT NULL,
  -- The last time step whose code was taken: a code that was seen over a shoulder opens nothing.
  totp_last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  CONSTRAINT operators_email_unique UNIQUE (email_index)
);
CREATE TRIGGER operators_never_removed BEFORE DELETE OR TRUNCATE ON operators
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON operators FROM CURRENT_USER;

-- A browser that signed in. The id itself is only in its cookie. The role is the one it was opened with: another role ends it.
CREATE TABLE operator_sessions (
  id_hash bytea PRIMARY KEY CHECK (length(id_hash) = 32),
  operator_id text NOT NULL REFERENCES operators (id),
  role text NOT NULL,
  opened_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ended_at timestamptz
) WITH (fillfactor = 70);
CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id) WHERE ended_at IS NULL;
CREATE INDEX operator_sessions_by_age ON operator_sessions (opened_at);

-- Sign-ins that failed, by e-mail and by address (keyed hashes). Counted before a password is compared.
CREATE TABLE sign_in_failures (
  subject bytea PRIMARY KEY,
  failures integer NOT NULL,
  last_failed_at timestamptz NOT NULL,
  blocked_until timestamptz NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX sign_in_failures_by_age ON sign_in_failures (last_failed_at);

-- Who works on what at the moment, so that two people do not look at the same case.
CREATE TABLE desk_claims (
  subject_kind text NOT NULL CHECK (subject_kind IN ('identification', 'invoice', 'suspense')),
  subject_id text NOT NULL CHECK (length(subject_id) = 24),
  operator_id text NOT NULL REFERENCES operators (id),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (subject_kind, subject_id)
) WITH (fillfactor = 70);

-- What was decided, by whom, why. Above a limit a decision is first proposed, and another person answers the proposal.
CREATE TABLE desk_decisions (
  id text PRIMARY KEY CHECK (length(id) = 24),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject_kind text NOT NULL CHECK (subject_kind IN ('identification', 'invoice', 'suspense')),
  subject_id text NOT NULL CHECK (length(subject_id) = 24),
  -- Which state of the subject was looked at.
  subject_version integer NOT NULL,
  transaction_id text,
  order_id text,
  cpf_index bytea,
  result text NOT NULL CHECK (result <> ''),
  -- What else the decision names: the picture asked for, the billet credited.
  target text,
  -- Sealed: people write names into reasons.
  reason bytea NOT NULL,
  amount_centavos bigint NOT NULL,
  state text NOT NULL CHECK (state IN ('proposed', 'done', 'declined', 'overtaken')),
  decided_by text NOT NULL REFERENCES operators (id),
  decided_at timestamptz NOT NULL,
  answered_by text REFERENCES operators (id),
  answered_at timestamptz,
  answer_reason bytea,
  CONSTRAINT desk_decisions_four_eyes CHECK (answered_by IS NULL OR answered_by <> decided_by),
  CONSTRAINT desk_decisions_answered CHECK ((answered_by IS NULL) = (answered_at IS NULL)
    AND (state <> 'proposed' OR answered_by IS NULL) AND (state <> 'declined' OR answered_by IS NOT NULL))
);
CREATE UNIQUE INDEX desk_decisions_one_proposal ON desk_decisions (subject_kind, subject_id) WHERE state = 'proposed';
CREATE INDEX desk_decisions_proposed ON desk_decisions (position) WHERE state = 'proposed';
CREATE INDEX desk_decisions_by_subject ON desk_decisions (subject_kind, subject_id, position);
CREATE INDEX desk_decisions_by_transaction ON desk_decisions (transaction_id, position);
CREATE INDEX desk_decisions_by_order ON desk_decisions (order_id, position);
CREATE INDEX desk_decisions_by_cpf ON desk_decisions (cpf_index, position);
CREATE TRIGGER desk_decisions_never_removed BEFORE DELETE OR TRUNCATE ON desk_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON desk_decisions FROM CURRENT_USER;

-- Everything that operators saw and did. hash = SHA-256 of the hash before and of all that the entry says. Ids only, no personal data.
CREATE TABLE audit_entries (
  position bigint PRIMARY KEY CHECK (position > 0),
  at timestamptz NOT NULL,
  operator_id text,
  action text NOT NULL CHECK (action <> ''),
  subject text,
  -- Text, not jsonb: the hash covers it as it was written.
  details text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE INDEX audit_entries_by_operator ON audit_entries (operator_id, position);
CREATE INDEX audit_entries_by_subject ON audit_entries (subject, position);

-- Heads of the chain, signed with a key that is not in the database: whoever writes the chain anew cannot sign it.
CREATE TABLE audit_seals (
  position bigint PRIMARY KEY CHECK (position > 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 32),
  sealed_at timestamptz NOT NULL
);
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries, audit_seals FROM CURRENT_USER;

-- The desk's queue. Few purchases are there at any time, and only moves into and out of it touch the index.
CREATE INDEX transactions_at_desk ON transactions (changed_at, id) WHERE status = 'PENDING' AND step = 'DESK';
