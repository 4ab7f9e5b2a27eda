-- The credit desk: operators, how they sign in, and what they decide.

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
  mac bytea NOT NULL CHECK (length(mac) = 32),
  version integer NOT NULL CHECK (version > 0),
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
  ended_at timestamptz,
  -- NULL once it has ended.
  mac bytea CHECK (length(mac) = 32)
) WITH (fillfactor = 70);
CREATE INDEX operator_sessions_by_operator ON operator_sessions (operator_id) WHERE ended_at IS NULL;
CREATE INDEX operator_sessions_by_age ON operator_sessions (opened_at);

-- A second way into the credit desk: public keys of operators' authenticators (WebAuthn). The MAC covers whose key it is and the key
-- itself: a row written past the program opens nothing.
CREATE TABLE operator_passkeys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  operator_id text NOT NULL REFERENCES operators (id),
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  -- How often the authenticator was used, by its own count; 0 for those that do not count.
  counter bigint NOT NULL CHECK (counter >= 0),
  label bytea NOT NULL,
  mac bytea NOT NULL CHECK (octet_length(mac) = 32),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX operator_passkeys_by_operator ON operator_passkeys (operator_id);

-- Challenges are signed, not stored; those that were answered rightly are, until they expire, so that none is answered twice.
CREATE TABLE used_passkey_challenges (
  nonce bytea PRIMARY KEY CHECK (octet_length(nonce) = 16),
  expires_at timestamptz NOT NULL
);
CREATE INDEX used_passkey_challenges_by_expiry ON used_passkey_challenges (expires_at);

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
  subject_kind text NOT NULL CHECK (subject_kind ~ '^[a-z]+(-[a-z]+)*$'),
  subject_id text NOT NULL CHECK (length(subject_id) = 24),
  operator_id text NOT NULL REFERENCES operators (id),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (subject_kind, subject_id)
) WITH (fillfactor = 70);

-- What was decided, by whom, why. Above a limit a decision is first proposed, and another person answers the proposal.
CREATE TABLE desk_decisions (
  id text PRIMARY KEY CHECK (length(id) = 24),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  subject_kind text NOT NULL CHECK (subject_kind ~ '^[a-z]+(-[a-z]+)*$'),
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
  -- Why a decision at the desk needs a second person; NULL where one person was enough.
  four_eyes_reason text CHECK (four_eyes_reason ~ '^[A-Z]+(_[A-Z]+)*$'),
  -- Four eyes hold against whoever may write to the database: a MAC covers what was decided, by whom, and who answered.
  mac bytea NOT NULL CHECK (length(mac) = 32),
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
-- What one operator moved alone on one day: the second condition of four eyes sums it. Only suspense moves money by itself.
CREATE INDEX desk_decisions_moved_alone ON desk_decisions (decided_by, decided_at)
  WHERE subject_kind = 'suspense' AND state = 'done' AND answered_by IS NULL AND result IN ('CREDIT', 'REFUND');
CREATE TRIGGER desk_decisions_never_removed BEFORE DELETE OR TRUNCATE ON desk_decisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What was decided never becomes another decision. A proposal ends once; the sealed reasons may be sealed again.
CREATE FUNCTION check_desk_decision_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen desk_decisions := NEW;
BEGIN
  frozen.reason := OLD.reason;
  frozen.answer_reason := OLD.answer_reason;
  IF OLD.state = 'proposed' THEN
    frozen.state := OLD.state;
    frozen.answered_by := OLD.answered_by;
    frozen.answered_at := OLD.answered_at;
    frozen.mac := OLD.mac;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'decision % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER desk_decisions_immutable BEFORE UPDATE ON desk_decisions
  FOR EACH ROW EXECUTE FUNCTION check_desk_decision_change();
REVOKE DELETE, TRUNCATE ON desk_decisions FROM CURRENT_USER;
