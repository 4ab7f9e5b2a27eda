-- Events for retailers, written in the transaction of the change they report. `body` is the text that is sent.
CREATE TABLE events (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL,
  transaction_id text,
  sequence integer NOT NULL CHECK (sequence > 0),
  type text NOT NULL CHECK (type ~ '^[a-z_]+\.[a-z]+$'),
  body text NOT NULL,
  created_at timestamptz NOT NULL,
  -- The order in which events were written. For one purchase it is the order of its numbers, because whoever writes holds the
  -- purchase's lock; ids cannot tell, since several may fall into one millisecond.
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  payment_link_id text,
  CONSTRAINT events_sequence_unique UNIQUE (transaction_id, sequence),
  -- Events about a link are numbered by the link: they belong to no transaction, also where they name one.
  CONSTRAINT events_about_one
    CHECK (num_nonnulls(transaction_id, payment_link_id) = CASE type WHEN 'endpoint.disabled' THEN 0 ELSE 1 END)
);
CREATE INDEX events_by_retailer ON events (retailer_id, id);
CREATE UNIQUE INDEX events_by_position ON events (retailer_id, position);
CREATE UNIQUE INDEX events_link_sequence_unique ON events (payment_link_id, sequence) WHERE payment_link_id IS NOT NULL;
CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON events FROM CURRENT_USER;

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
  mac bytea NOT NULL CHECK (length(mac) = 32),
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

-- Looks at so many deliveries of an endpoint, in the order of their events, after the given one. Those that wait are passed
-- over: their endpoint may be enabled again.
CREATE FUNCTION remove_past_deliveries(endpoint text, after_event text, most integer,
  OUT looked_at integer, OUT last_event text, OUT removed integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp AS $$
DECLARE
  past timestamptz := clock_timestamp() - interval '31 days'
    + coalesce((SELECT offset_ms FROM deployment_clock), 0) * interval '1 millisecond';
  -- Ids begin with their time.
  before_event text := lpad(to_hex((extract(epoch FROM past) * 1000)::bigint), 12, '0');
BEGIN
  IF NOT has_table_privilege(session_user, 'webhook_deliveries', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function remove_past_deliveries' USING ERRCODE = 'insufficient_privilege';
  END IF;
  WITH seen AS MATERIALIZED (
    SELECT event_id, coalesce(settled_at < past, false) AS is_past FROM webhook_deliveries
    WHERE endpoint_id = endpoint AND event_id > after_event AND event_id < before_event ORDER BY event_id LIMIT most
  ), gone AS (
    DELETE FROM webhook_deliveries d USING seen s
    WHERE s.is_past AND d.endpoint_id = endpoint AND d.event_id = s.event_id AND (d.settled_at < past) IS TRUE
    RETURNING d.event_id
  ), attempts AS (
    DELETE FROM webhook_attempts a USING gone g WHERE a.endpoint_id = endpoint AND a.event_id = g.event_id
  )
  SELECT count(*), max(event_id), (SELECT count(*) FROM gone) INTO looked_at, last_event, removed FROM seen;
END $$;
CREATE TRIGGER webhook_attempts_append_only
  BEFORE TRUNCATE OR UPDATE OF endpoint_id, event_id, number, attempted_at, duration_ms, http_status, error ON webhook_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_attempts_resealed BEFORE UPDATE ON webhook_attempts
  FOR EACH ROW EXECUTE FUNCTION check_resealed('answer');

-- Deliveries and their attempts are a log of what was sent: events stay, and can be sent again at any time. What was settled
-- 31 days ago is removed. Attempts stay append-only for the program: it may have past ones removed by this function, which
-- decides itself what is past, and nothing else.
CREATE FUNCTION check_past_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A day less than remove_past_deliveries has: an attempt may be stored after its delivery was settled.
  IF OLD.attempted_at > clock_timestamp() - interval '30 days'
    + coalesce((SELECT offset_ms FROM deployment_clock), 0) * interval '1 millisecond' THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER webhook_attempts_kept BEFORE DELETE ON webhook_attempts FOR EACH ROW EXECUTE FUNCTION check_past_attempt();
REVOKE UPDATE, TRUNCATE ON webhook_attempts FROM CURRENT_USER;
GRANT UPDATE (answer) ON webhook_attempts TO CURRENT_USER;

-- Which worker delivers to an endpoint now, and until when by real time.
CREATE TABLE webhook_lanes (
  endpoint_id text PRIMARY KEY,
  holder text NOT NULL,
  leased_until timestamptz NOT NULL,
  -- Grows whenever a lane changes hands: what a worker stores counts only while the lane is still the one that it took.
  epoch bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);
