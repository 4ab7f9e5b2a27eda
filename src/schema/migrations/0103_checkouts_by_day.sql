-- Most checkouts are never bought, and nobody needs them once their offer has expired: whole days of them are dropped. What
-- was bought is copied first, without the options that were not chosen.
ALTER TABLE checkouts RENAME TO checkouts_before;
ALTER INDEX checkouts_pkey RENAME TO checkouts_before_pkey;
-- No statement uses it.
DROP INDEX checkouts_by_retailer;

CREATE TABLE checkouts (
  id text NOT NULL CONSTRAINT checkouts_id_check CHECK (id ~ '^[0-9a-f]{21}000$'),
  retailer_id text NOT NULL,
  decision_id text NOT NULL,
  cpf_index bytea NOT NULL,
  details bytea NOT NULL,
  source text NOT NULL,
  device text NOT NULL,
  purchase_centavos bigint NOT NULL CONSTRAINT checkouts_purchase_centavos_check CHECK (purchase_centavos > 0),
  offer bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (id)
) PARTITION BY RANGE (id);
ALTER TABLE checkouts ALTER COLUMN details SET STORAGE EXTERNAL, ALTER COLUMN offer SET STORAGE EXTERNAL;

DO $$
DECLARE
  bound text;
  given record;
BEGIN
  SELECT substring(pg_get_constraintdef(oid) FROM '''([0-9a-f]{12})''') INTO STRICT bound FROM pg_constraint
    WHERE conrelid = 'checkouts_before'::regclass AND conname = 'checkouts_until';
  EXECUTE format('ALTER TABLE checkouts ATTACH PARTITION checkouts_before FOR VALUES FROM (MINVALUE) TO (%L)', bound);
  -- Programs that run meanwhile go on with the rights that they have.
  FOR given IN SELECT a.grantee::regrole AS role, a.privilege_type AS privilege
    FROM pg_class c CROSS JOIN aclexplode(c.relacl) a
    WHERE c.oid = 'checkouts_before'::regclass AND a.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE format('GRANT %s ON checkouts TO %s', given.privilege, given.role);
  END LOOP;
END $$;
ALTER TABLE checkouts_before DROP CONSTRAINT checkouts_until;
-- Rows of a day that has no partition: nothing is lost, and somebody is told.
CREATE TABLE checkouts_rest PARTITION OF checkouts DEFAULT;

CREATE TABLE bought_checkouts (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{21}000$'),
  retailer_id text NOT NULL,
  decision_id text NOT NULL,
  cpf_index bytea NOT NULL,
  details bytea NOT NULL,
  source text NOT NULL,
  device text NOT NULL,
  purchase_centavos bigint NOT NULL CHECK (purchase_centavos > 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
ALTER TABLE bought_checkouts ALTER COLUMN details SET STORAGE EXTERNAL;

-- As before, with the boxes of this table: the list is completed, whatever other migrations have added to it.
DO $$
DECLARE
  definition text := pg_get_functiondef('reseal_box(text, text[], text[], bytea, bytea)'::regprocedure);
  marker constant text := '''checkouts.details'',';
BEGIN
  IF position(marker IN definition) = 0 THEN
    RAISE EXCEPTION 'reseal_box has no list of places';
  END IF;
  EXECUTE replace(definition, marker, '''bought_checkouts.details'', ' || marker);
END $$;

-- The program may not change the schema. It may have the parts of these tables made and dropped, by these functions: each
-- day, and no sooner than nobody needs it. They wait for a lock as long as a caller may be held up by them.
CREATE FUNCTION add_partition(parent text, lower_bound text, upper_bound text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp SET lock_timeout TO '300ms' AS $$
DECLARE
  child text := parent || '_' || to_char(to_timestamp(('x' || lpad(lower_bound, 16, '0'))::bit(64)::bigint / 1000.0)
    AT TIME ZONE 'UTC', 'YYYYMMDD');
  outside boolean;
BEGIN
  IF parent <> 'checkouts' OR lower_bound !~ '^[0-9a-f]{12}$' OR upper_bound !~ '^[0-9a-f]{12}$' OR lower_bound >= upper_bound THEN
    RAISE EXCEPTION 'not a part of a table: %, % to %', parent, lower_bound, upper_bound USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT has_table_privilege(session_user, parent, 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function add_partition' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF to_regclass(child) IS NOT NULL THEN
    RETURN false;
  END IF;
  -- Rows that came before their partition stay where they are, with those of the same day.
  EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE id >= $1 AND id < $2)', parent || '_rest') INTO outside
    USING lower_bound, upper_bound;
  IF outside THEN
    RETURN false;
  END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE INCLUDING INDEXES)', child, parent);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, child, lower_bound, upper_bound);
  RETURN true;
END $$;

-- False when it is still needed: it is not past, or something was bought from it that was not copied yet.
CREATE FUNCTION drop_partition(parent text, child text) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp SET lock_timeout TO '300ms' AS $$
DECLARE
  past text := lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '60 hours') * 1000
    + coalesce((SELECT offset_ms FROM deployment_clock), 0))::bigint), 12, '0');
  bounds text;
  lower_bound text;
  upper_bound text;
BEGIN
  IF parent <> 'checkouts' THEN
    RAISE EXCEPTION 'not a part of a table: %', child USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF NOT has_table_privilege(session_user, parent, 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function drop_partition' USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT pg_get_expr(c.relpartbound, c.oid) INTO bounds FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = parent::regclass AND c.relname = child;
  lower_bound := coalesce(substring(bounds FROM 'FROM \(''([0-9a-f]+)''\)'), '');
  upper_bound := substring(bounds FROM 'TO \(''([0-9a-f]+)''\)');
  IF upper_bound IS NULL OR upper_bound > past THEN
    RETURN false;
  END IF;
  PERFORM FROM transactions t JOIN checkouts c ON c.id = t.checkout_id
    WHERE t.replaces_id IS NULL AND t.option_id >= lower_bound AND t.option_id < upper_bound
      AND NOT EXISTS (SELECT FROM bought_checkouts b WHERE b.id = t.checkout_id) LIMIT 1;
  IF FOUND THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE %I', child);
  RETURN true;
END $$;

-- The same for rows that are outside of all partitions, at most so many at a time: copies and removes. Returns how many.
CREATE FUNCTION empty_rest(parent text, most integer) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp AS $$
DECLARE
  past text := lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '60 hours') * 1000
    + coalesce((SELECT offset_ms FROM deployment_clock), 0))::bigint), 12, '0');
  gone text[];
  removed integer;
BEGIN
  IF parent <> 'checkouts' OR NOT has_table_privilege(session_user, parent, 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function empty_rest' USING ERRCODE = 'insufficient_privilege';
  END IF;
  gone := ARRAY(SELECT id FROM checkouts_rest WHERE id < past ORDER BY id LIMIT most);
  INSERT INTO bought_checkouts (id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at)
    SELECT id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at
    FROM checkouts_rest r WHERE id = ANY (gone) AND EXISTS (SELECT FROM transactions t
      WHERE t.replaces_id IS NULL AND t.option_id > r.id AND t.option_id < left(r.id, 21) || 'g')
    ON CONFLICT (id) DO NOTHING;
  DELETE FROM checkouts_rest WHERE id = ANY (gone);
  GET DIAGNOSTICS removed = ROW_COUNT;
  RETURN removed;
END $$;
