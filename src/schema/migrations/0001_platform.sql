-- What every domain stands on: the deployment and its keys, jobs, limits, files and the audit log.

-- Some tables are append-only. The program's own role gives up the rights to change their rows, and this trigger function refuses
-- anybody who still has such rights by accident.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END $$;

-- What this database is: one environment, written with one master key. A program configured otherwise refuses to start.
CREATE TABLE deployment (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  environment text NOT NULL CHECK (environment IN ('homologation', 'production')),
  secret_fingerprint bytea NOT NULL,
  -- Tells databases apart whatever their address: a restored backup is still the same one.
  id uuid NOT NULL DEFAULT gen_random_uuid()
);

-- The key from which all other secrets are derived, wrapped under ENCRYPTION_KEY, so that ENCRYPTION_KEY can be exchanged. Empty in
-- databases whose root key is ENCRYPTION_KEY itself.
CREATE TABLE keyring (
  -- Tells under which ENCRYPTION_KEY the box was made.
  key_id bytea PRIMARY KEY CHECK (length(key_id) = 16),
  box bytea NOT NULL,
  created_at timestamptz NOT NULL
);

-- The keys that seal data. The first one derives from the root key; the others are random, wrapped under ENCRYPTION_KEY. No row as
-- long as there is only the first.
CREATE TABLE data_keys (
  id smallint PRIMARY KEY CHECK (id > 0),
  -- Tells under which ENCRYPTION_KEY the box was made.
  wrapped_by bytea CHECK (length(wrapped_by) = 16),
  box bytea,
  -- Programs learn a key before any of them seals with it.
  announced_at timestamptz NOT NULL,
  active_at timestamptz,
  -- Nothing is sealed under it any more.
  retired_at timestamptz,
  CONSTRAINT data_keys_first_is_derived CHECK ((id = 1) = (box IS NULL) AND (box IS NULL) = (wrapped_by IS NULL))
);

-- Under which data key a box is sealed: format 1 has no id, format 2 has two bytes of it.
CREATE FUNCTION box_key_id(box bytea) RETURNS integer LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE get_byte(box, 0) WHEN 1 THEN 1 WHEN 2 THEN get_byte(box, 1) * 256 + get_byte(box, 2) END
$$;

-- Whether a box is the other one, sealed again under the newest data key: as long, and of a later key. Between two exchanges of
-- ENCRYPTION_KEY no box can be changed so.
CREATE FUNCTION is_resealed(old_box bytea, new_box bytea) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    box_key_id(new_box) > box_key_id(old_box)
    AND length(new_box) = length(old_box) + CASE get_byte(old_box, 0) WHEN 1 THEN 2 ELSE 0 END
    AND box_key_id(new_box) = (SELECT max(id) FROM data_keys WHERE active_at IS NOT NULL), false)
$$;

-- Rows that never change, but for the boxes named, which may be sealed again.
CREATE FUNCTION check_resealed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  boxes text[] := TG_ARGV;
  box_column text;
  old_box bytea;
  new_box bytea;
BEGIN
  IF to_jsonb(NEW) - boxes IS DISTINCT FROM to_jsonb(OLD) - boxes THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOREACH box_column IN ARRAY boxes LOOP
    EXECUTE format('SELECT ($1).%I, ($2).%I', box_column, box_column) INTO old_box, new_box USING OLD, NEW;
    IF new_box IS DISTINCT FROM old_box AND NOT is_resealed(old_box, new_box) THEN
      RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

-- Puts a box in place of the one that it was made from, unless that one has changed meanwhile. Runs with the rights of the owner:
-- the program's role may change most of these columns in no other way.
CREATE FUNCTION reseal_box(place text, key_columns text[], key_values text[], old_box bytea, new_box bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  condition text;
  changed integer;
BEGIN
  IF NOT has_table_privilege(session_user, 'data_keys', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function reseal_box' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT place = ANY (ARRAY[
    'billet_payers.payer', 'billets.token_box', 'bought_checkouts.details', 'checkouts.details', 'credit_decisions.record',
    'customer_emails.box', 'customer_requests.answer_box', 'customer_requests.box', 'desk_decisions.answer_reason',
    'desk_decisions.reason', 'file_keys.key_box', 'idempotency_keys.answer', 'identity_analyses.box', 'messages.box',
    'onboarding_consents.origin_box',
    'onboarding_documents.box', 'operator_passkeys.label', 'operators.profile', 'operators.totp_secret', 'payment_link_messages.to_box',
    'payment_link_visits.offer_box', 'payment_link_visits.person_box', 'payment_links.customer_box', 'payment_links.details',
    'payment_links.seller_box', 'payment_links.token_box', 'payout_files.box', 'payout_orders.payee_box', 'picture_requests.reason_box',
    'psp_charge_revisions.body_box', 'retailer_proposals.changes_box', 'retailer_terms.payee_box',
    'signatures.origin_box', 'signed_contracts.agreement_box', 'signed_contracts.pdf_box', 'signed_contracts.statement_box',
    'store_endpoints.secret_box', 'transactions.details', 'transactions.refund_account', 'transactions.token_box',
    'webhook_attempts.answer', 'webhook_endpoints.previous_secret', 'webhook_endpoints.secret'
  ]) THEN
    RAISE EXCEPTION '% holds no boxes', place USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT is_resealed(CASE WHEN place = 'file_keys.key_box' AND old_box IS NULL THEN
      '\x01'::bytea || substring(new_box FROM 4) ELSE old_box END, new_box) THEN
    RAISE EXCEPTION 'not the box of %, sealed again', place USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(format('%I = %L', name, value), ' AND ') INTO STRICT condition
    FROM unnest(key_columns, key_values) AS k (name, value);
  EXECUTE format('UPDATE %1$I SET %2$I = $1 WHERE %3$s AND %2$I IS NOT DISTINCT FROM $2',
    split_part(place, '.', 1), split_part(place, '.', 2), condition) USING new_box, old_box;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed > 0;
END $$;

-- How far this deployment's clock runs ahead of real time. Homologation moves it; production has no row.
CREATE TABLE deployment_clock (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  offset_ms bigint NOT NULL CHECK (offset_ms >= 0)
);

-- A proposal is answered once.
CREATE FUNCTION check_answered_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.state <> 'proposed' THEN
    RAISE EXCEPTION 'proposal % was answered', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- Work to be done later, written with the change that makes it necessary. Done work is deleted; work that kept failing stays.
CREATE TABLE jobs (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  kind text NOT NULL CHECK (kind <> ''),
  -- What the work is about: asking twice before it is done is asking once.
  intent text NOT NULL CHECK (intent <> ''),
  payload json NOT NULL,
  -- By the deployment's clock, which may be moved.
  run_at timestamptz NOT NULL,
  -- Grows when it is asked for again, so that a run which had already looked around is not taken for the answer.
  asked integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  -- Who runs it now, and until when by real time: moving the clock must not take work from a worker that is alive.
  claim_id text,
  leased_until timestamptz,
  last_error text,
  dead_at timestamptz,
  enqueued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT jobs_intent_unique UNIQUE (kind, intent),
  CONSTRAINT jobs_claim_with_lease CHECK ((claim_id IS NULL) = (leased_until IS NULL)),
  CONSTRAINT jobs_dead_not_running CHECK (dead_at IS NULL OR claim_id IS NULL)
) WITH (fillfactor = 80);
CREATE INDEX jobs_due ON jobs (run_at, id) WHERE dead_at IS NULL;
CREATE INDEX jobs_dead ON jobs (dead_at, id) WHERE dead_at IS NOT NULL;

-- The last slot in which each schedule fired. A slot begins at a whole multiple of the interval, the same for every worker.
CREATE TABLE job_schedules (
  name text PRIMARY KEY,
  fired_slot timestamptz NOT NULL,
  -- When each schedule last ran to its end, by real time; before the first time, when it was first scheduled.
  succeeded_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- How far a chore that works through a table in the order of its ids has come: rows that stay are not looked at again.
CREATE TABLE upkeep_progress (
  name text PRIMARY KEY CHECK (name <> ''),
  through text NOT NULL
);

-- How much of the current second each key has taken, over all processes. Losing it in a crash gives back at most one second's
-- worth of requests, so it is not worth a write-ahead log.
CREATE UNLOGGED TABLE rate_windows (
  key_id text PRIMARY KEY,
  window_second bigint NOT NULL,
  taken integer NOT NULL,
  granted integer NOT NULL
) WITH (fillfactor = 50);

-- Unknown keys shown by one address within a minute. The address is stored as a keyed hash.
CREATE UNLOGGED TABLE unknown_key_attempts (
  address_hash bytea PRIMARY KEY,
  window_started_at timestamptz NOT NULL,
  attempts integer NOT NULL
) WITH (fillfactor = 50);
CREATE INDEX unknown_key_attempts_by_age ON unknown_key_attempts (window_started_at);

-- An Idempotency-Key: first claimed by a running request, then holding that request's answer, sealed.
CREATE TABLE idempotency_keys (
  retailer_id text NOT NULL,
  key_hash bytea NOT NULL,
  fingerprint bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('running', 'done')),
  claim_id text NOT NULL,
  -- Number of the advisory lock that the claiming process holds while it lives; NULL when it holds none.
  owner integer,
  lease_expires_at timestamptz NOT NULL,
  status smallint,
  content_type text,
  encoding text CHECK (encoding IN ('identity', 'zstd')),
  answer bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (retailer_id, key_hash),
  CONSTRAINT idempotency_keys_answer_when_done CHECK (
    (state = 'done') = (status IS NOT NULL AND content_type IS NOT NULL AND encoding IS NOT NULL AND answer IS NOT NULL)
  )
);
-- Sealed bytes do not compress.
ALTER TABLE idempotency_keys ALTER COLUMN answer SET STORAGE EXTERNAL;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);

-- The salt of the key that seals each file, wherever files are kept. Deleting it makes the file unreadable for ever. The name is a
-- keyed hash of the content: it tells nothing.
CREATE TABLE file_keys (
  name text PRIMARY KEY CHECK (length(name) = 64),
  key_salt bytea NOT NULL CHECK (length(key_salt) = 16),
  -- The key of a file, sealed. Null: it derives from the first data key and the salt.
  key_box bytea
);

-- Files for which no other place is configured, sealed, one for each content.
CREATE TABLE stored_files (
  name text PRIMARY KEY CHECK (length(name) = 64),
  box bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
ALTER TABLE stored_files ALTER COLUMN box SET STORAGE EXTERNAL;
CREATE TRIGGER stored_files_never_overwritten BEFORE UPDATE ON stored_files
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Everything that operators saw and did. hash = SHA-256 of the hash before and of all that the entry says. Ids only, no personal data.
CREATE TABLE audit_entries (
  position bigint PRIMARY KEY CHECK (position > 0),
  at timestamptz NOT NULL,
  operator_id text,
  action text NOT NULL CHECK (action <> ''),
  subject text,
  -- Text, not jsonb: the hash covers it as it was written.
  details text NOT NULL,
  hash bytea NOT NULL CHECK (length(hash) = 32),
  -- The note that became the entry. Not covered by the hash, which covers all that the note said.
  note_id bigint
);
CREATE INDEX audit_entries_by_subject ON audit_entries (subject, position);
CREATE UNIQUE INDEX audit_entries_by_note ON audit_entries (note_id) WHERE note_id IS NOT NULL;
-- The audit is read by day, person and action, newest first; its filters jump to their days by these.
CREATE INDEX audit_entries_by_time ON audit_entries (at, position);
CREATE INDEX audit_entries_of_operator ON audit_entries (operator_id, at, position);
CREATE INDEX audit_entries_of_action ON audit_entries (action, at, position);
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_entries FROM CURRENT_USER;

-- Heads of the chain, signed with a key that is not in the database: whoever writes the chain anew cannot sign it.
CREATE TABLE audit_seals (
  position bigint PRIMARY KEY CHECK (position > 0),
  hash bytea NOT NULL CHECK (length(hash) = 32),
  signature bytea NOT NULL CHECK (length(signature) = 32),
  sealed_at timestamptz NOT NULL,
  -- 1: signs its head alone. 2: signs the seal before it too.
  version smallint NOT NULL DEFAULT 1 CHECK (version IN (1, 2))
);
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON audit_seals FROM CURRENT_USER;

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

-- Which version of a row is the newest, or that it was ended, stands in the audit log: a MAC alone does not show that an
-- older state of the same row was put back.
CREATE FUNCTION note_row_version(about text, told text) RETURNS boolean LANGUAGE sql VOLATILE AS $$
  INSERT INTO audit_notes (at, operator_id, action, subject, details)
  VALUES (date_trunc('milliseconds', clock_timestamp()), NULL, 'row.version', about, told) RETURNING true
$$;

-- NULL: none was noted. Both tables have an index by subject, so that the length of the log does not matter.
CREATE FUNCTION latest_row_version(about text) RETURNS integer LANGUAGE sql STABLE AS $$
  SELECT max(substring(n.details FROM '"version":\s*(\d{1,9})')::integer) FROM (
    SELECT e.details FROM audit_entries e WHERE e.subject = about AND e.action = 'row.version'
    UNION ALL
    SELECT w.details FROM audit_notes w WHERE w.subject = about AND w.action = 'row.version'
  ) n
$$;

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
