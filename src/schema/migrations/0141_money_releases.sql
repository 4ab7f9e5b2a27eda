-- While books or audit log are known to be rewritten no money leaves. That is noted in the audit log (money.held); only a row
-- here with a MAC, one for each note, lets it leave again.
CREATE TABLE money_releases (
  hold_id text PRIMARY KEY CHECK (hold_id ~ '^[0-9a-f]{24}$'),
  released_at timestamptz NOT NULL,
  released_by text NOT NULL CHECK (released_by <> ''),
  approved_by text CHECK (approved_by <> released_by),
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE TRIGGER money_releases_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON money_releases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON money_releases FROM CURRENT_USER;
