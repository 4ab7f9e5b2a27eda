-- One row per purchase whose customer began to identify: the salt of the key that seals what they sent. Deleting it makes that
-- unreadable for ever; hashes and times stay.
CREATE TABLE onboardings (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  -- Whose pictures and answers these are: its own, or those of the purchase whose place this one took.
  root_id text NOT NULL,
  retailer_id text NOT NULL CHECK (retailer_id ~ '^[0-9a-f]{24}$'),
  key_salt bytea NOT NULL,
  opened_at timestamptz NOT NULL
);

-- A code sent to a phone, as a keyed hash that also covers transaction and purpose: a code of one opens nothing else.
CREATE TABLE one_time_codes (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  purpose text NOT NULL CHECK (purpose IN ('phone', 'signature')),
  phone_index bytea NOT NULL,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Counted and committed before a guess is compared, so that guesses sent together cannot share a try.
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at timestamptz,
  replaced_at timestamptz,
  CONSTRAINT one_time_codes_used_or_replaced CHECK (used_at IS NULL OR replaced_at IS NULL)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX one_time_codes_one_living ON one_time_codes (transaction_id, purpose)
  WHERE used_at IS NULL AND replaced_at IS NULL;
CREATE INDEX one_time_codes_by_phone ON one_time_codes (phone_index, sent_at) WHERE used_at IS NULL;

-- Pictures as received, every one that was ever sent; the newest of each kind counts.
CREATE TABLE onboarding_documents (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  root_id text NOT NULL REFERENCES onboardings (transaction_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('front', 'back', 'selfie')),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 8388608),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  box bytea NOT NULL,
  received_at timestamptz NOT NULL
);
ALTER TABLE onboarding_documents ALTER COLUMN box SET STORAGE EXTERNAL;
CREATE INDEX onboarding_documents_by_root ON onboarding_documents (root_id, kind, position);

-- What the customer said yes or no to, and from where (sealed).
CREATE TABLE onboarding_consents (
  root_id text NOT NULL CHECK (root_id ~ '^[0-9a-f]{24}$'),
  subject text NOT NULL CHECK (subject IN ('insurance')),
  accepted boolean NOT NULL,
  answered_at timestamptz NOT NULL,
  origin_box bytea NOT NULL,
  PRIMARY KEY (root_id, subject)
);

-- Evidence that the customer signed: what, with which code, when, from where (sealed), having shown which pictures.
CREATE TABLE signatures (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  contract_hash bytea NOT NULL CHECK (length(contract_hash) = 32),
  code_id text NOT NULL REFERENCES one_time_codes (id),
  signed_at timestamptz NOT NULL,
  origin_box bytea NOT NULL,
  -- {"front": sha256 in hexadecimal, …}
  documents json NOT NULL,
  CONSTRAINT signatures_code_once UNIQUE (code_id)
);

CREATE TRIGGER onboarding_documents_immutable BEFORE UPDATE ON onboarding_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_consents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onboarding_consents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signatures_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON signatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON onboarding_consents, signatures FROM CURRENT_USER;

-- Homologation only: the SMS and e-mails that would have been sent, sealed, found by the customer's phone.
CREATE TABLE sandbox_messages (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  retailer_id text NOT NULL,
  phone_index bytea NOT NULL,
  code_id text,
  box bytea NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX sandbox_messages_by_phone ON sandbox_messages (phone_index, retailer_id, position);
CREATE INDEX sandbox_messages_by_code ON sandbox_messages (code_id) WHERE code_id IS NOT NULL;
CREATE INDEX sandbox_messages_by_age ON sandbox_messages (sent_at);
