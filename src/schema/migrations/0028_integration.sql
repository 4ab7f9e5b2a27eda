-- What a shop needs to watch and to repair its integration.

-- What the keys of a retailer asked for in the last seven days. A route is its pattern: no address, body, name or document is here.
CREATE TABLE api_requests (
  retailer_id text NOT NULL,
  -- Begins with the moment of the request.
  track_id text NOT NULL CHECK (length(track_id) = 24),
  key_id text NOT NULL,
  method text NOT NULL CHECK (length(method) <= 10),
  route text NOT NULL CHECK (length(route) <= 200),
  status smallint NOT NULL,
  error_code text CHECK (length(error_code) <= 60),
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  PRIMARY KEY (retailer_id, track_id)
);
-- A refusal among millions of good answers.
CREATE INDEX api_requests_refused ON api_requests (retailer_id, track_id) WHERE status >= 400;

-- When a key was last used, to some seconds; after its requests are gone, too.
CREATE TABLE api_key_uses (
  key_id text PRIMARY KEY,
  used_at timestamptz NOT NULL
) WITH (fillfactor = 50);

-- A key whose end was moved is a new version of its row: the MAC covers it, and the audit log notes it. 0: as it was made.
ALTER TABLE api_keys ADD COLUMN version integer NOT NULL DEFAULT 0 CHECK (version >= 0);

-- Attempts by endpoint and day in Sao Paulo. They outlive the attempts, which are removed after 31 days.
CREATE TABLE webhook_days (
  endpoint_id text NOT NULL,
  day date NOT NULL,
  delivered integer NOT NULL CHECK (delivered >= 0),
  failed integer NOT NULL CHECK (failed >= 0),
  PRIMARY KEY (endpoint_id, day)
) WITH (fillfactor = 50);
CREATE INDEX webhook_days_by_day ON webhook_days (day);

-- Headers as they were sent and answered; sealed, like the answer. NULL for attempts from before.
ALTER TABLE webhook_attempts ADD COLUMN headers_box bytea;
DROP TRIGGER webhook_attempts_resealed ON webhook_attempts;
CREATE TRIGGER webhook_attempts_resealed BEFORE UPDATE ON webhook_attempts
  FOR EACH ROW EXECUTE FUNCTION check_resealed('answer', 'headers_box');
GRANT UPDATE (headers_box) ON webhook_attempts TO CURRENT_USER;

-- The boxes of this page are sealed again with the others.
DO $$ BEGIN
  EXECUTE replace(pg_get_functiondef('reseal_box'::regproc), '''webhook_endpoints.secret''',
    '''webhook_endpoints.secret'', ''webhook_attempts.headers_box''');
END $$;
