-- What this database is: one environment, written with one master key. A program configured otherwise refuses to start.
CREATE TABLE deployment (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  environment text NOT NULL CHECK (environment IN ('homologation', 'production')),
  secret_fingerprint bytea NOT NULL
);

CREATE TABLE retailers (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  name text NOT NULL CHECK (name <> ''),
  grace_period_enabled boolean NOT NULL DEFAULT false,
  retention_enabled boolean NOT NULL DEFAULT false,
  insurance_enabled boolean NOT NULL DEFAULT false,
  script_enabled boolean NOT NULL DEFAULT true,
  is_demonstration boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL
);

-- A key itself is shown once and never stored: only its keyed hash, and enough of its beginning to recognise it in a list.
CREATE TABLE api_keys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  kind text NOT NULL CHECK (kind IN ('secret', 'publishable')),
  key_hash bytea NOT NULL CHECK (length(key_hash) = 32),
  hint text NOT NULL,
  scopes text[] NOT NULL,
  rate_limit_per_second integer CHECK (rate_limit_per_second > 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  CONSTRAINT api_keys_key_hash_unique UNIQUE (key_hash)
);
CREATE INDEX api_keys_by_retailer ON api_keys (retailer_id, created_at);
