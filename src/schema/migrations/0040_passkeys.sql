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
