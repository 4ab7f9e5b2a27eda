-- A code may also show that another device is the customer's.
ALTER TABLE one_time_codes DROP CONSTRAINT one_time_codes_purpose_check;
ALTER TABLE one_time_codes ADD CONSTRAINT one_time_codes_purpose_check CHECK (purpose IN ('phone', 'device', 'signature'));

-- Devices on which the customer entered a code. Of the cookie only a hash is kept.
CREATE TABLE onboarding_sessions (
  session_hash bytea PRIMARY KEY CHECK (length(session_hash) = 32),
  root_id text NOT NULL REFERENCES onboardings (transaction_id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX onboarding_sessions_by_root ON onboarding_sessions (root_id);
CREATE INDEX onboarding_sessions_by_expiry ON onboarding_sessions (expires_at);

-- Why somebody at the desk wants another picture (sealed); the newest of a kind is shown to the customer.
CREATE TABLE picture_requests (
  id text PRIMARY KEY CHECK (length(id) = 24),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  root_id text NOT NULL REFERENCES onboardings (transaction_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('front', 'back', 'selfie')),
  reason_box bytea NOT NULL,
  asked_at timestamptz NOT NULL
);
CREATE INDEX picture_requests_by_root ON picture_requests (root_id, kind, position);

-- The contract exactly as it was signed, and the statement of how, under the service's own signature. Sealed under a key made from the
-- salt: deleting the row makes it unreadable for ever.
CREATE TABLE signed_contracts (
  transaction_id text PRIMARY KEY CHECK (length(transaction_id) = 24),
  key_salt bytea NOT NULL,
  agreement_box bytea NOT NULL,
  pdf_box bytea NOT NULL,
  statement_box bytea NOT NULL,
  seal bytea NOT NULL CHECK (length(seal) = 64),
  signed_at timestamptz NOT NULL
);
ALTER TABLE signed_contracts ALTER COLUMN pdf_box SET STORAGE EXTERNAL;
CREATE TRIGGER signed_contracts_immutable BEFORE UPDATE ON signed_contracts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, TRUNCATE ON signed_contracts FROM CURRENT_USER;
