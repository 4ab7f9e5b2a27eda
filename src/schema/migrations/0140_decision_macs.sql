-- Four eyes hold against whoever may write to the database: a MAC covers what was decided, by whom, and who answered.
ALTER TABLE desk_decisions ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);

-- What was decided never becomes another decision. A proposal ends once; the sealed reasons may be sealed again.
CREATE FUNCTION check_desk_decision_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen desk_decisions := NEW;
BEGIN
  frozen.reason := OLD.reason;
  frozen.answer_reason := OLD.answer_reason;
  IF OLD.state = 'proposed' THEN
    frozen.state := OLD.state;
    frozen.answered_by := OLD.answered_by;
    frozen.answered_at := OLD.answered_at;
    frozen.mac := OLD.mac;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'decision % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER desk_decisions_immutable BEFORE UPDATE ON desk_decisions
  FOR EACH ROW EXECUTE FUNCTION check_desk_decision_change();
