-- What is to be chained into audit_entries: written with the action, without waiting for any other writer.
CREATE TABLE audit_notes (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  at timestamptz NOT NULL,
  operator_id text,
  action text NOT NULL CHECK (action <> ''),
  subject text,
  details text NOT NULL
);
CREATE INDEX audit_notes_by_subject ON audit_notes (subject);

-- The note that became the entry. Not covered by the hash, which covers all that the note said.
ALTER TABLE audit_entries ADD COLUMN note_id bigint;

-- A note goes away in one way only: as an entry of the chain that says the same.
CREATE FUNCTION check_chained_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM audit_entries e WHERE e.note_id = OLD.id AND e.at = OLD.at AND e.action = OLD.action
      AND e.details = OLD.details AND e.operator_id IS NOT DISTINCT FROM OLD.operator_id
      AND e.subject IS NOT DISTINCT FROM OLD.subject
  ) THEN
    RAISE EXCEPTION 'audit note % is not in the chain yet: % refused', OLD.id, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;
CREATE TRIGGER audit_notes_until_chained BEFORE DELETE ON audit_notes
  FOR EACH ROW EXECUTE FUNCTION check_chained_note();
CREATE TRIGGER audit_notes_unchanged BEFORE UPDATE OR TRUNCATE ON audit_notes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, TRUNCATE ON audit_notes FROM CURRENT_USER;
