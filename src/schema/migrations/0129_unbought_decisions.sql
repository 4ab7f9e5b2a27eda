-- Of decisions most are approvals that nobody used. They harmed nobody and were followed by nothing: 31 days later they are
-- removed, unless the person is a customer. Refusals stay: they are what somebody may want reviewed. The program may remove no
-- decision itself. It has this done step by step, in the order of ids, which begin with their time; the step that was made
-- last is stored, because what stays is not to be looked at again.
CREATE TABLE upkeep_progress (
  name text PRIMARY KEY CHECK (name <> ''),
  through text NOT NULL
);

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
    RETURNING d.id
  )
  SELECT count(*), max(id), (SELECT count(*) FROM gone) INTO looked_at, last_id, removed FROM seen;
  IF last_id IS NOT NULL THEN
    UPDATE upkeep_progress SET through = last_id WHERE name = 'unbought-decisions';
  END IF;
END $$;
