-- The order in which events were written. For one purchase it is the order of its numbers, because whoever writes holds the
-- purchase's lock; ids cannot tell, since several may fall into one millisecond.
ALTER TABLE events ADD COLUMN position bigint NOT NULL GENERATED ALWAYS AS IDENTITY;
CREATE UNIQUE INDEX events_by_position ON events (retailer_id, position);

-- Where a retailer wants to be told. A deleted endpoint keeps its row, so that its deliveries still have an owner.
CREATE TABLE webhook_endpoints (
  id text PRIMARY KEY CHECK (length(id) = 24),
  retailer_id text NOT NULL REFERENCES retailers (id),
  url text NOT NULL CHECK (length(url) BETWEEN 1 AND 2048),
  -- Types of events that it is told of.
  events text[] NOT NULL CHECK (cardinality(events) > 0),
  status text NOT NULL CHECK (status IN ('enabled', 'disabled', 'deleted')),
  -- Sealed. The one before signs too until its time is over, so that a receiver can change secrets without a gap.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz,
  -- Since when nothing but failures came back; NULL after every success.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_reason text CHECK (disabled_reason IN ('gone', 'failing')),
  created_at timestamptz NOT NULL,
  CONSTRAINT webhook_endpoints_previous_with_end CHECK ((previous_secret IS NULL) = (previous_secret_until IS NULL)),
  CONSTRAINT webhook_endpoints_disabled_with_reason CHECK (
    (disabled_at IS NULL) = (disabled_reason IS NULL) AND (status <> 'disabled' OR disabled_at IS NOT NULL))
);
CREATE INDEX webhook_endpoints_by_retailer ON webhook_endpoints (retailer_id, id) WHERE status <> 'deleted';

-- One row for each event and endpoint, written with the event. No foreign keys: an event is never removed, nor an endpoint.
CREATE TABLE webhook_deliveries (
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  retailer_id text NOT NULL,
  -- NULL for what is about no purchase: a test, a notice.
  transaction_id text,
  sequence integer NOT NULL,
  type text NOT NULL,
  -- Only where no row of events holds it.
  body text,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'delivered', 'failed', 'canceled')),
  -- By the deployment's clock, which may be moved.
  due_at timestamptz NOT NULL,
  -- Until then it holds back later events of its purchase; NULL before the first failure, when it holds them back in any case.
  holds_until timestamptz,
  -- Since it was last asked for, and ever.
  tries integer NOT NULL DEFAULT 0,
  attempts integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (endpoint_id, event_id),
  CONSTRAINT webhook_deliveries_settled_with_date CHECK ((status = 'pending') = (settled_at IS NULL))
) WITH (fillfactor = 80);
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (endpoint_id, due_at, sequence, event_id) WHERE settled_at IS NULL;
CREATE INDEX webhook_deliveries_order ON webhook_deliveries (transaction_id, sequence) WHERE settled_at IS NULL;
CREATE INDEX webhook_deliveries_undelivered ON webhook_deliveries (endpoint_id, status, event_id) WHERE status <> 'delivered';

-- Every try, as it went. The receiver's answer is sealed: nobody knows what a stranger's server writes into it.
CREATE TABLE webhook_attempts (
  endpoint_id text NOT NULL,
  event_id text NOT NULL,
  number integer NOT NULL CHECK (number > 0),
  attempted_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  http_status integer,
  error text CHECK (length(error) <= 100),
  answer bytea,
  PRIMARY KEY (endpoint_id, event_id, number)
);
ALTER TABLE webhook_attempts ALTER COLUMN answer SET STORAGE EXTERNAL;
CREATE TRIGGER webhook_attempts_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON webhook_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON webhook_attempts FROM CURRENT_USER;

-- Which worker delivers to an endpoint now, and until when by real time.
CREATE TABLE webhook_lanes (
  endpoint_id text PRIMARY KEY,
  holder text NOT NULL,
  leased_until timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Secret keys that may see purchases may also be told of them.
UPDATE api_keys SET scopes = scopes || '{webhooks}'
WHERE kind = 'secret' AND 'purchases' = ANY (scopes) AND NOT 'webhooks' = ANY (scopes);
