-- Which version of a row is the newest, or that it was ended, stands in the audit log: a MAC alone does not show that an
-- older state of the same row was put back.
CREATE FUNCTION note_row_version(about text, told text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  INSERT INTO audit_notes (at, operator_id, action, subject, details)
  VALUES (date_trunc('milliseconds', clock_timestamp()), NULL, 'row.version', about, told) RETURNING true
$$;

-- NULL: none was noted. Both tables have an index by subject, so that the length of the log does not matter.
CREATE FUNCTION latest_row_version(about text) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT max((n.details::json ->> 'version')::integer) FROM (
    SELECT e.details FROM audit_entries e WHERE e.subject = about AND e.action = 'row.version'
    UNION ALL
    SELECT w.details FROM audit_notes w WHERE w.subject = about AND w.action = 'row.version'
  ) n
$$;

ALTER TABLE operators ADD COLUMN version integer NOT NULL CHECK (version > 0);
