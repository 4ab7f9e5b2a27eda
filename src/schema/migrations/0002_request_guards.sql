-- How much of the current second each key has taken, over all processes. Losing it in a crash gives back at most one second's
-- worth of requests, so it is not worth a write-ahead log.
CREATE UNLOGGED TABLE rate_windows (
  key_id text PRIMARY KEY,
  window_second bigint NOT NULL,
  taken integer NOT NULL,
  granted integer NOT NULL
) WITH (fillfactor = 50);

-- Unknown keys shown by one address within a minute. The address is stored as a keyed hash.
CREATE UNLOGGED TABLE unknown_key_attempts (
  address_hash bytea PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  attempts integer NOT NULL
) WITH (fillfactor = 50);

-- An Idempotency-Key: first claimed by a running request, then holding that request's answer, sealed.
CREATE TABLE idempotency_keys (
  retailer_id text NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  claim_id text NOT NULL,
  -- Number of the advisory lock that the claiming process holds while it lives; NULL when it holds none.
  owner integer,
  lease_expires_at timestamptz NOT NULL,
  status smallint,
  content_type text,
  encoding text CHECK (encoding IN ('identity', 'zstd')),
  answer bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (retailer_id, key_hash),
  CONSTRAINT idempotency_keys_answer_when_done CHECK (
    (state = 'done') = (status IS NOT NULL AND content_type IS NOT NULL AND encoding IS NOT NULL AND answer IS NOT NULL)
  )
);
-- Sealed bytes do not compress.
ALTER TABLE idempotency_keys ALTER COLUMN answer SET STORAGE EXTERNAL;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
