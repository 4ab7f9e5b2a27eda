-- From a cart to options: who asks, what was decided about them, and what they were offered.

-- The tables that every request writes name their retailer and policy without a foreign key: the names come from rows that are
-- never deleted, and checking them again would take longer than writing the row.

-- One row per person and retailer: the salt of the key that seals all this retailer knows of the person (deleting it makes that
-- unreadable for ever), and the recent attempts
-- ([{"n": nonce, "a": applicant index, "t": milliseconds}]). One row, so that the row lock makes the count exact.
CREATE TABLE applicants (
  cpf_index bytea NOT NULL,
  retailer_id text NOT NULL,
  key_salt bytea NOT NULL,
  attempts jsonb NOT NULL,
  PRIMARY KEY (cpf_index, retailer_id)
) WITH (fillfactor = 80);

CREATE TABLE phone_uses (
  phone_index bytea NOT NULL,
  cpf_index bytea NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (phone_index, cpf_index)
) WITH (fillfactor = 80);
CREATE INDEX phone_uses_by_age ON phone_uses (last_used_at);

-- Credit's own view of contracts: who has one in progress, and who ever had one that started (the registration fee is lawful once).
CREATE TABLE credit_contracts (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  cpf_index bytea NOT NULL,
  is_living boolean NOT NULL,
  has_started boolean NOT NULL
);
CREATE UNIQUE INDEX credit_contracts_one_living_per_cpf ON credit_contracts (cpf_index) WHERE is_living;
CREATE INDEX credit_contracts_by_cpf ON credit_contracts (cpf_index);

-- Every decision with its sealed inputs, so that it can be explained and replayed.
CREATE TABLE credit_decisions (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL,
  cpf_index bytea NOT NULL,
  policy_id text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('pre-approve', 'options')),
  result text NOT NULL,
  refusal_reason text,
  approved_limit_centavos bigint,
  record bytea NOT NULL,
  decided_at timestamptz NOT NULL
);

-- Of decisions most are approvals that nobody used. They harmed nobody and were followed by nothing: 31 days later they are
-- removed, unless the person is a customer. Refusals stay: they are what somebody may want reviewed. The program may remove no
-- decision itself. It has this done step by step, in the order of ids, which begin with their time.
CREATE FUNCTION remove_unbought_decisions(most integer, OUT looked_at integer, OUT removed integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp AS $$
DECLARE
  -- Decisions are of real time, also where homologation's clock was moved.
  past text := lpad(to_hex((extract(epoch FROM clock_timestamp() - interval '31 days') * 1000)::bigint), 12, '0');
  reached text;
  last_id text;
BEGIN
  IF NOT has_table_privilege(session_user, 'credit_decisions', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function remove_unbought_decisions' USING ERRCODE = 'insufficient_privilege';
  END IF;
  INSERT INTO upkeep_progress (name, through) VALUES ('unbought-decisions', '') ON CONFLICT (name) DO NOTHING;
  SELECT through INTO reached FROM upkeep_progress WHERE name = 'unbought-decisions' FOR UPDATE;
  WITH seen AS MATERIALIZED (
    SELECT id, cpf_index, result FROM credit_decisions WHERE id > reached AND id < past ORDER BY id LIMIT most
  ), gone AS (
    DELETE FROM credit_decisions d USING seen s
    WHERE d.id = s.id AND s.result = 'APPROVED'
      AND NOT EXISTS (SELECT FROM credit_contracts c WHERE c.cpf_index = s.cpf_index)
      AND NOT EXISTS (SELECT FROM transactions t WHERE t.decision_id = s.id)
    RETURNING d.id
  )
  SELECT count(*), max(id), (SELECT count(*) FROM gone) INTO looked_at, last_id, removed FROM seen;
  IF last_id IS NOT NULL THEN
    UPDATE upkeep_progress SET through = last_id WHERE name = 'unbought-decisions';
  END IF;
END $$;

-- One row holds a checkout and all its options: their ids are members of the checkout's id, and their figures are in `offer`
-- exactly as they were shown, so that neither a new policy nor a new program can change them. Most checkouts are never bought, and
-- nobody needs them once their offer has expired: whole days of them are dropped.
CREATE TABLE checkouts (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{21}000$'),
  retailer_id text NOT NULL,
  decision_id text NOT NULL,
  cpf_index bytea NOT NULL,
  details bytea NOT NULL,
  source text NOT NULL,
  device text NOT NULL,
  purchase_centavos bigint NOT NULL CHECK (purchase_centavos > 0),
  offer bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- An offer becomes a contract as it stands.
  mac bytea NOT NULL CHECK (length(mac) = 32)
) PARTITION BY RANGE (id);
-- Packed or sealed: a second compression would only cost time.
ALTER TABLE checkouts ALTER COLUMN details SET STORAGE EXTERNAL;
ALTER TABLE checkouts ALTER COLUMN offer SET STORAGE EXTERNAL;

-- The first days are one part, so that nothing has to be made before the first checkout; the program makes the parts after it.
DO $$
BEGIN
  EXECUTE format('CREATE TABLE checkouts_before PARTITION OF checkouts FOR VALUES FROM (MINVALUE) TO (%L)',
    lpad(to_hex((extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC' + interval '4 days')) * 1000)::bigint), 12, '0'));
END $$;
-- Rows of a day that has no partition: nothing is lost, and somebody is told.
CREATE TABLE checkouts_rest PARTITION OF checkouts DEFAULT;

-- What was bought is copied before its day is dropped, without the options that were not chosen.
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
