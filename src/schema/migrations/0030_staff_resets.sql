-- People of retailers who lost their authenticator or their passkeys, and people who have no password.

-- A password alone opens nothing: it waits for an authenticator, or stands beside passkeys.
ALTER TABLE staff_people
  DROP CONSTRAINT staff_people_credentials,
  ADD CONSTRAINT staff_people_credentials CHECK (totp_secret IS NULL OR password_hash IS NOT NULL) NOT VALID,
  -- The version of the row that the secret came with, or was taken away with: an older secret that is put back opens nothing.
  ADD COLUMN totp_version integer NOT NULL DEFAULT 1 CHECK (totp_version > 0);
ALTER TABLE staff_people VALIDATE CONSTRAINT staff_people_credentials;

-- By a link that is sent to the person, and only there: the token is stored as a keyed hash.
CREATE TABLE staff_resets (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  person_id text NOT NULL REFERENCES staff_people (id),
  -- NULL: by the command line.
  reset_by text REFERENCES staff_people (id),
  token_hash bytea NOT NULL CONSTRAINT staff_resets_token UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'used', 'replaced')),
  -- Counts the changes: an earlier state that is put back opens nothing.
  version integer NOT NULL CHECK (version > 0),
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE UNIQUE INDEX staff_resets_one_open ON staff_resets (person_id) WHERE state = 'open';
CREATE TRIGGER staff_resets_never_removed BEFORE DELETE OR TRUNCATE ON staff_resets
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON staff_resets FROM CURRENT_USER;
