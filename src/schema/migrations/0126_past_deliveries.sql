-- Deliveries and their attempts are a log of what was sent: events stay, and can be sent again at any time. What was settled
-- 31 days ago is removed. Attempts stay append-only for the program: it may have past ones removed by this function, which
-- decides itself what is past, and nothing else.
CREATE FUNCTION check_past_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- A day less than below: an attempt may be stored after its delivery was settled.
  IF OLD.attempted_at > clock_timestamp() - interval '30 days'
    + coalesce((SELECT offset_ms FROM deployment_clock), 0) * interval '1 millisecond' THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE OR REPLACE TRIGGER webhook_attempts_append_only
  BEFORE TRUNCATE OR UPDATE OF endpoint_id, event_id, number, attempted_at, duration_ms, http_status, error ON webhook_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_attempts_kept BEFORE DELETE ON webhook_attempts FOR EACH ROW EXECUTE FUNCTION check_past_attempt();
GRANT DELETE ON webhook_attempts TO CURRENT_USER;

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
