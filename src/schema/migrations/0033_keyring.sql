-- The key from which all other secrets are derived, wrapped under ENCRYPTION_KEY, so that ENCRYPTION_KEY can be exchanged. Empty in
-- databases whose root key is ENCRYPTION_KEY itself.
CREATE TABLE keyring (
  -- Tells under which ENCRYPTION_KEY the box was made.
  key_id bytea PRIMARY KEY CHECK (length(key_id) = 16),
  box bytea NOT NULL,
  created_at timestamptz NOT NULL
);
