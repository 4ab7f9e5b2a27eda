-- The people of retailers: who they are, where they work, how they sign in, and what they do.

-- Name and e-mail are sealed; the e-mail is found by a blind index of its own. Without password and secret a person signs in by passkey.
CREATE TABLE staff_people (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  email_index bytea NOT NULL CONSTRAINT staff_people_email_unique UNIQUE,
  profile bytea NOT NULL,
  -- Argon2id with its parameters and salt.
  password_hash text,
  totp_secret bytea,
  -- The last time step whose code was taken: a code that was seen over a shoulder opens nothing.
  totp_last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  disabled_at timestamptz,
  version integer NOT NULL CHECK (version > 0),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT staff_people_credentials CHECK ((password_hash IS NULL) = (totp_secret IS NULL))
);
CREATE TRIGGER staff_people_never_removed BEFORE DELETE OR TRUNCATE ON staff_people
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON staff_people FROM CURRENT_USER;

-- What a person may do at a retailer. Somebody who comes back gets the same row again, with its next version.
CREATE TABLE staff_memberships (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  person_id text NOT NULL REFERENCES staff_people (id),
  retailer_id text NOT NULL REFERENCES retailers (id),
  role text NOT NULL CHECK (role IN ('OWNER', 'FINANCE', 'SALES', 'VIEWER')),
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  version integer NOT NULL CHECK (version > 0),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT staff_memberships_once UNIQUE (person_id, retailer_id)
);
CREATE INDEX staff_memberships_by_retailer ON staff_memberships (retailer_id, id);
CREATE TRIGGER staff_memberships_never_removed BEFORE DELETE OR TRUNCATE ON staff_memberships
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON staff_memberships FROM CURRENT_USER;

-- By a link that is sent by e-mail, and only there: the token is stored as a keyed hash. The box holds the e-mail.
CREATE TABLE staff_invitations (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  email_index bytea NOT NULL,
  email_box bytea NOT NULL,
  role text NOT NULL CHECK (role IN ('OWNER', 'FINANCE', 'SALES', 'VIEWER')),
  -- NULL: by the command line.
  invited_by text REFERENCES staff_people (id),
  token_hash bytea NOT NULL CONSTRAINT staff_invitations_token UNIQUE CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'accepted', 'withdrawn')),
  accepted_by text REFERENCES staff_people (id),
  -- Counts the changes: an earlier state that is put back opens nothing.
  version integer NOT NULL CHECK (version > 0),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT staff_invitations_accepted CHECK ((state = 'accepted') = (accepted_by IS NOT NULL))
);
CREATE UNIQUE INDEX staff_invitations_one_open ON staff_invitations (retailer_id, email_index) WHERE state = 'open';
CREATE TRIGGER staff_invitations_never_removed BEFORE DELETE OR TRUNCATE ON staff_invitations
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON staff_invitations FROM CURRENT_USER;

-- A browser that signed in, and the retailer that it shows. The id itself is only in its cookie. Another role ends it.
CREATE TABLE staff_sessions (
  id_hash bytea PRIMARY KEY CHECK (length(id_hash) = 32),
  -- Names the session in the list of its person.
  id text NOT NULL CONSTRAINT staff_sessions_id UNIQUE CHECK (id ~ '^[0-9a-f]{24}$'),
  person_id text NOT NULL REFERENCES staff_people (id),
  retailer_id text NOT NULL REFERENCES retailers (id),
  role text NOT NULL,
  -- The kind of browser, such as "Chrome, Android": what the list is recognized by.
  browser text NOT NULL CHECK (length(browser) <= 60),
  opened_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- NULL once it has ended.
  mac bytea CHECK (length(mac) = 32)
) WITH (fillfactor = 70);
CREATE INDEX staff_sessions_by_person ON staff_sessions (person_id, last_seen_at);
CREATE INDEX staff_sessions_by_age ON staff_sessions (opened_at);

-- Public keys of people's authenticators (WebAuthn), as those of operators.
CREATE TABLE staff_passkeys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  person_id text NOT NULL REFERENCES staff_people (id),
  credential_id bytea NOT NULL UNIQUE CHECK (octet_length(credential_id) BETWEEN 1 AND 1023),
  public_key bytea NOT NULL,
  counter bigint NOT NULL CHECK (counter >= 0),
  label bytea NOT NULL,
  mac bytea NOT NULL CHECK (octet_length(mac) = 32),
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);
CREATE INDEX staff_passkeys_by_person ON staff_passkeys (person_id);

-- What people of a retailer did stands in the same chain as what operators did. The hash of an entry covers both columns where
-- they have values, so that entries from before keep theirs.
ALTER TABLE audit_entries ADD COLUMN staff_id text, ADD COLUMN retailer_id text;
ALTER TABLE audit_notes ADD COLUMN staff_id text, ADD COLUMN retailer_id text;
CREATE INDEX audit_entries_of_retailer ON audit_entries (retailer_id, at, position) WHERE retailer_id IS NOT NULL;

CREATE OR REPLACE FUNCTION check_chained_note() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (
    SELECT FROM audit_entries e WHERE e.note_id = OLD.id AND e.at = OLD.at AND e.action = OLD.action
      AND e.details = OLD.details AND e.operator_id IS NOT DISTINCT FROM OLD.operator_id
      AND e.subject IS NOT DISTINCT FROM OLD.subject AND e.staff_id IS NOT DISTINCT FROM OLD.staff_id
      AND e.retailer_id IS NOT DISTINCT FROM OLD.retailer_id
  ) THEN
    RAISE EXCEPTION 'audit note % is not in the chain yet: % refused', OLD.id, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN OLD;
END $$;

-- The boxes of this page are sealed again with the others.
DO $$ BEGIN
  EXECUTE replace(pg_get_functiondef('reseal_box'::regproc), '''webhook_endpoints.secret''',
    '''webhook_endpoints.secret'', ''staff_people.profile'', ''staff_people.totp_secret'', ''staff_invitations.email_box'', '
    || '''staff_passkeys.label''');
END $$;
