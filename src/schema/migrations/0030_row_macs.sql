-- Rows that give somebody a right, or say where money goes, carry a MAC under a key that is not in the database: whoever can write
-- to the database and has no key can neither make such a row nor change one. Absent in rows of earlier versions until the
-- program has given them theirs, which it does once per table.
ALTER TABLE api_keys ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE operators ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE operator_sessions ADD COLUMN mac bytea CHECK (length(mac) = 32);
ALTER TABLE lender_accounts ADD COLUMN mac bytea CHECK (length(mac) = 32);

-- Tables whose rows of earlier versions have their MACs: from then on a row without one is refused.
CREATE TABLE mac_adoptions (
  table_name text PRIMARY KEY,
  row_count integer NOT NULL CHECK (row_count >= 0),
  adopted_at timestamptz NOT NULL
);
CREATE TRIGGER mac_adoptions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON mac_adoptions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON mac_adoptions FROM CURRENT_USER;
-- In a new database there is nothing to adopt.
INSERT INTO mac_adoptions (table_name, row_count, adopted_at)
  SELECT 'api_keys', 0, now() WHERE NOT EXISTS (SELECT FROM api_keys)
  UNION ALL SELECT 'operators', 0, now() WHERE NOT EXISTS (SELECT FROM operators)
  UNION ALL SELECT 'lender_accounts', 0, now() WHERE NOT EXISTS (SELECT FROM lender_accounts);

-- An account is never edited: a customer may hold a billet that names it. Only its file counter moves, and a MAC may be added.
CREATE FUNCTION check_lender_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen lender_accounts := NEW;
BEGIN
  frozen.last_file_sequence := OLD.last_file_sequence;
  IF OLD.mac IS NULL THEN
    frozen.mac := NULL;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'account % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER lender_accounts_immutable BEFORE UPDATE ON lender_accounts
  FOR EACH ROW EXECUTE FUNCTION check_lender_account_change();
