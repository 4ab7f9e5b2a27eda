-- Identification and signature of the customer, and the documents of a purchase.

-- One row per purchase whose customer began to identify: the salt of the key that seals what they sent. Deleting it makes that
-- unreadable for ever; hashes and times stay.
CREATE TABLE onboardings (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  -- Whose pictures and answers these are: its own, or those of the purchase whose place this one took.
  root_id text NOT NULL,
  retailer_id text NOT NULL CHECK (retailer_id ~ '^[0-9a-f]{24}$'),
  key_salt bytea NOT NULL,
  opened_at timestamptz NOT NULL
);

-- Pictures as received, every one that was ever sent; the newest of each kind counts.
CREATE TABLE onboarding_documents (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  root_id text NOT NULL REFERENCES onboardings (transaction_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('front', 'back', 'selfie')),
  media_type text NOT NULL CHECK (media_type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 8388608),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  -- In the database until it becomes a file.
  box bytea,
  received_at timestamptz NOT NULL,
  file_name text CHECK (length(file_name) = 64),
  CONSTRAINT onboarding_documents_one_place CHECK ((box IS NULL) = (file_name IS NOT NULL))
);
ALTER TABLE onboarding_documents ALTER COLUMN box SET STORAGE EXTERNAL;
CREATE INDEX onboarding_documents_by_root ON onboarding_documents (root_id, kind, position);
-- What is still to become a file, oldest first. Nearly empty once it is done.
CREATE INDEX onboarding_documents_unfiled ON onboarding_documents (received_at) WHERE box IS NOT NULL;
CREATE TRIGGER onboarding_documents_immutable
  BEFORE UPDATE OF id, position, root_id, kind, media_type, bytes, sha256, received_at ON onboarding_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_documents_resealed BEFORE UPDATE ON onboarding_documents
  FOR EACH ROW WHEN (NEW.box IS NOT NULL OR OLD.box IS NULL) EXECUTE FUNCTION check_resealed('box');

-- The arguments are the column of the box and the column that names the file.
CREATE FUNCTION check_filed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  places text[] := TG_ARGV;
BEGIN
  IF to_jsonb(NEW) - places IS DISTINCT FROM to_jsonb(OLD) - places THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER onboarding_documents_filed BEFORE UPDATE ON onboarding_documents
  FOR EACH ROW WHEN (NEW.box IS NULL AND OLD.box IS NOT NULL) EXECUTE FUNCTION check_filed('box', 'file_name');

-- What the customer said yes or no to, and from where (sealed).
CREATE TABLE onboarding_consents (
  root_id text NOT NULL CHECK (root_id ~ '^[0-9a-f]{24}$'),
  subject text NOT NULL CHECK (subject IN ('insurance')),
  accepted boolean NOT NULL,
  answered_at timestamptz NOT NULL,
  origin_box bytea NOT NULL,
  PRIMARY KEY (root_id, subject)
);
CREATE TRIGGER onboarding_consents_append_only
  BEFORE DELETE OR TRUNCATE OR UPDATE OF root_id, subject, accepted, answered_at ON onboarding_consents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_consents_resealed BEFORE UPDATE ON onboarding_consents
  FOR EACH ROW EXECUTE FUNCTION check_resealed('origin_box');
REVOKE UPDATE, DELETE, TRUNCATE ON onboarding_consents FROM CURRENT_USER;
GRANT UPDATE (origin_box) ON onboarding_consents TO CURRENT_USER;

-- Devices on which the customer entered a code. Of the cookie only a hash is kept.
CREATE TABLE onboarding_sessions (
  session_hash bytea PRIMARY KEY CHECK (length(session_hash) = 32),
  root_id text NOT NULL REFERENCES onboardings (transaction_id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE INDEX onboarding_sessions_by_root ON onboarding_sessions (root_id);
CREATE INDEX onboarding_sessions_by_expiry ON onboarding_sessions (expires_at);

-- A code sent to a phone, as a keyed hash that also covers transaction and purpose: a code of one opens nothing else.
CREATE TABLE one_time_codes (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  purpose text NOT NULL CHECK (purpose IN ('phone', 'device', 'signature', 'link')),
  phone_index bytea NOT NULL,
  code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
  sent_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  -- Counted and committed before a guess is compared, so that guesses sent together cannot share a try.
  tries smallint NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  used_at timestamptz,
  replaced_at timestamptz,
  CONSTRAINT one_time_codes_used_or_replaced CHECK (used_at IS NULL OR replaced_at IS NULL)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX one_time_codes_one_living ON one_time_codes (transaction_id, purpose)
  WHERE used_at IS NULL AND replaced_at IS NULL;

-- Codes that were sent and not entered, of every way to ask for one: what a person, a link and an address may still have sent to a
-- phone is counted by them. Address and device are blind indexes.
CREATE TABLE code_sends (
  code_id text PRIMARY KEY CHECK (code_id ~ '^[0-9a-f]{24}$'),
  phone_index bytea NOT NULL,
  way text NOT NULL CHECK (way IN ('link', 'purchase', 'account')),
  -- What the phone's owner has proved before: strangers' requests are not counted with these, nor these with strangers'.
  reserve text,
  -- The link, the purchase, or the sign-in.
  subject text NOT NULL,
  address_index bytea NOT NULL,
  sent_at timestamptz NOT NULL
);
CREATE INDEX code_sends_by_phone ON code_sends (phone_index, sent_at);
CREATE INDEX code_sends_by_age ON code_sends (sent_at);

-- Devices on which a code was entered that a phone had received. They open nothing; strangers cannot use up their codes.
CREATE TABLE code_devices (
  phone_index bytea NOT NULL,
  device_index bytea NOT NULL,
  entered_at timestamptz NOT NULL,
  PRIMARY KEY (phone_index, device_index)
);
CREATE INDEX code_devices_by_age ON code_devices (entered_at);

-- Why somebody at the desk wants another picture (sealed); the newest of a kind is shown to the customer.
CREATE TABLE picture_requests (
  id text PRIMARY KEY CHECK (length(id) = 24),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  root_id text NOT NULL REFERENCES onboardings (transaction_id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('front', 'back', 'selfie')),
  reason_box bytea NOT NULL,
  asked_at timestamptz NOT NULL
);
CREATE INDEX picture_requests_by_root ON picture_requests (root_id, kind, position);

-- What the analysis of a customer's pictures found, sealed with their key and deleted with them. While the service is still at it, the
-- box holds the reference by which it is asked again.
CREATE TABLE identity_analyses (
  root_id text PRIMARY KEY REFERENCES onboardings (transaction_id) ON DELETE CASCADE,
  -- The ids of the pictures: other pictures make another analysis.
  pictures text NOT NULL,
  asked_at timestamptz NOT NULL,
  box bytea NOT NULL
);

-- Which contract the customer opened on the page, and when: none is signed unread. Another day has other dates, and so another hash.
CREATE TABLE contract_readings (
  transaction_id text NOT NULL CHECK (length(transaction_id) = 24),
  contract_hash text NOT NULL CHECK (contract_hash ~ '^[0-9a-f]{64}$'),
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, contract_hash)
);
CREATE TRIGGER contract_readings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contract_readings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Evidence that the customer signed: what, with which code, when, from where (sealed), having shown which pictures.
CREATE TABLE signatures (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  contract_hash bytea NOT NULL CHECK (length(contract_hash) = 32),
  code_id text NOT NULL REFERENCES one_time_codes (id),
  signed_at timestamptz NOT NULL,
  origin_box bytea NOT NULL,
  -- {"front": sha256 in hexadecimal, …}
  documents json NOT NULL,
  CONSTRAINT signatures_code_once UNIQUE (code_id)
);
CREATE TRIGGER signatures_append_only
  BEFORE DELETE OR TRUNCATE OR UPDATE OF transaction_id, contract_hash, code_id, signed_at, documents ON signatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signatures_resealed BEFORE UPDATE ON signatures
  FOR EACH ROW EXECUTE FUNCTION check_resealed('origin_box');
REVOKE UPDATE, DELETE, TRUNCATE ON signatures FROM CURRENT_USER;
GRANT UPDATE (origin_box) ON signatures TO CURRENT_USER;

-- The contract exactly as it was signed, and the statement of how, under the service's own signature. Sealed under a key made from the
-- salt: deleting the row makes it unreadable for ever.
CREATE TABLE signed_contracts (
  transaction_id text PRIMARY KEY CHECK (length(transaction_id) = 24),
  key_salt bytea NOT NULL,
  agreement_box bytea NOT NULL,
  pdf_box bytea,
  statement_box bytea NOT NULL,
  seal bytea NOT NULL CHECK (length(seal) = 64),
  signed_at timestamptz NOT NULL,
  pdf_file text CHECK (length(pdf_file) = 64),
  CONSTRAINT signed_contracts_one_place CHECK ((pdf_box IS NULL) = (pdf_file IS NOT NULL))
);
ALTER TABLE signed_contracts ALTER COLUMN pdf_box SET STORAGE EXTERNAL;
CREATE INDEX signed_contracts_unfiled ON signed_contracts (signed_at) WHERE pdf_box IS NOT NULL;

-- The program may change no text of a contract; by this it gives the document a file and packs the texts. False when the row
-- is not as it was read any more.
CREATE FUNCTION file_contract(contract text, file text, agreement_was bytea, agreement_packed bytea, statement_was bytea,
  statement_packed bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp AS $$
BEGIN
  IF NOT has_table_privilege(session_user, 'signed_contracts', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function file_contract' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE signed_contracts SET pdf_file = file, pdf_box = NULL, agreement_box = agreement_packed, statement_box = statement_packed
    WHERE transaction_id = contract AND pdf_box IS NOT NULL AND agreement_box = agreement_was AND statement_box = statement_was;
  RETURN FOUND;
END $$;
CREATE TRIGGER signed_contracts_immutable
  BEFORE UPDATE OF transaction_id, key_salt, seal, signed_at ON signed_contracts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signed_contracts_resealed BEFORE UPDATE ON signed_contracts
  FOR EACH ROW WHEN (NEW.pdf_box IS NOT NULL OR OLD.pdf_box IS NULL)
  EXECUTE FUNCTION check_resealed('agreement_box', 'pdf_box', 'statement_box');

-- When the signed document becomes a file, the texts beside it are packed: they are sealed, so that the database itself cannot
-- compress them. A box only becomes shorter by this, and only once; the seal over what was signed stays as it is.
CREATE FUNCTION check_filed_contract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{agreement_box,pdf_box,pdf_file,statement_box}'::text[]
      IS DISTINCT FROM to_jsonb(OLD) - '{agreement_box,pdf_box,pdf_file,statement_box}'::text[]
    OR (NEW.agreement_box <> OLD.agreement_box AND length(NEW.agreement_box) >= length(OLD.agreement_box))
    OR (NEW.statement_box <> OLD.statement_box AND length(NEW.statement_box) >= length(OLD.statement_box)) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER signed_contracts_filed BEFORE UPDATE ON signed_contracts
  FOR EACH ROW WHEN (NEW.pdf_box IS NULL AND OLD.pdf_box IS NOT NULL) EXECUTE FUNCTION check_filed_contract();
REVOKE UPDATE, TRUNCATE ON signed_contracts FROM CURRENT_USER;
GRANT UPDATE (agreement_box, pdf_box, statement_box, pdf_file) ON signed_contracts TO CURRENT_USER;

-- What the release of a signed contract changed of its dates, tax and CET, under the service's own signature. Figures only, nothing personal.
CREATE TABLE release_statements (
  transaction_id text PRIMARY KEY CHECK (length(transaction_id) = 24),
  -- Exactly the text that is signed.
  statement text NOT NULL,
  seal bytea NOT NULL CHECK (length(seal) = 64),
  released_on date NOT NULL
);
CREATE TRIGGER release_statements_immutable BEFORE UPDATE ON release_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What a return of products changed of a signed contract, under the service's own signature. Figures and hashes only: what was bought is in
-- the sealed details of the purchases. The customer's confirmation is added once, and nothing else changes.
CREATE TABLE contract_addenda (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL,
  -- Exactly the text that is signed.
  statement text NOT NULL,
  seal bytea NOT NULL CHECK (length(seal) = 64),
  made_on date NOT NULL,
  confirmation text,
  confirmation_seal bytea CHECK (length(confirmation_seal) = 64),
  confirmed_at timestamptz,
  CONSTRAINT contract_addenda_confirmed CHECK (
    (confirmation IS NULL) = (confirmation_seal IS NULL) AND (confirmation IS NULL) = (confirmed_at IS NULL))
);

CREATE FUNCTION check_addendum_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.confirmed_at IS NOT NULL
    OR to_jsonb(NEW) - '{confirmation,confirmation_seal,confirmed_at}'::text[]
      <> to_jsonb(OLD) - '{confirmation,confirmation_seal,confirmed_at}'::text[] THEN
    RAISE EXCEPTION 'the addendum of % cannot change', OLD.transaction_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contract_addenda_confirmed_once BEFORE UPDATE ON contract_addenda
  FOR EACH ROW EXECUTE FUNCTION check_addendum_change();
CREATE TRIGGER contract_addenda_never_removed BEFORE DELETE OR TRUNCATE ON contract_addenda
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
