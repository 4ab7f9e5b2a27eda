-- The salt of the key that seals each file, wherever files are kept. Deleting it makes the file unreadable for ever. The name is a
-- keyed hash of the content: it tells nothing.
CREATE TABLE file_keys (
  name text PRIMARY KEY CHECK (length(name) = 64),
  key_salt bytea NOT NULL CHECK (length(key_salt) = 16)
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

-- Every file that a retailer sent as the invoice of a purchase, in the order of arrival. The one that was not replaced counts.
CREATE TABLE invoices (
  id text PRIMARY KEY CHECK (length(id) = 24),
  transaction_id text NOT NULL CHECK (length(transaction_id) = 24),
  retailer_id text NOT NULL CHECK (length(retailer_id) = 24),
  version smallint NOT NULL CHECK (version BETWEEN 1 AND 5),
  file_name text NOT NULL CHECK (length(file_name) = 64),
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  bytes integer NOT NULL CHECK (bytes BETWEEN 1 AND 10485760),
  -- WITHDRAWN: the purchase ended before anybody had decided.
  state text NOT NULL CHECK (state IN ('RECEIVED', 'DESK', 'VALIDATED', 'REFUSED', 'WITHDRAWN')),
  -- What the automatic check found, as {"order": true, "customer": false, …}; nothing of the text itself.
  findings json,
  code text,
  message text CHECK (length(message) <= 500),
  decided_by text,
  received_at timestamptz NOT NULL,
  checked_at timestamptz,
  decided_at timestamptz,
  replaced_at timestamptz,
  CONSTRAINT invoices_version_unique UNIQUE (transaction_id, version),
  CONSTRAINT invoices_decided_with_author CHECK (
    (state IN ('VALIDATED', 'REFUSED')) = (decided_at IS NOT NULL)
    AND (decided_at IS NULL) = (decided_by IS NULL)
    AND (decided_at IS NULL OR code IS NOT NULL)
    AND (state <> 'REFUSED' OR message IS NOT NULL))
);
CREATE UNIQUE INDEX invoices_one_current ON invoices (transaction_id) WHERE replaced_at IS NULL;
CREATE INDEX invoices_by_file ON invoices (file_name);
CREATE INDEX invoices_at_desk ON invoices (id) WHERE state = 'DESK' AND replaced_at IS NULL;

-- Versions are only added: what was sent and when stays as it was.
CREATE FUNCTION check_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.transaction_id, NEW.retailer_id, NEW.version, NEW.file_name, NEW.sha256, NEW.bytes, NEW.received_at)
    IS DISTINCT FROM
    (OLD.id, OLD.transaction_id, OLD.retailer_id, OLD.version, OLD.file_name, OLD.sha256, OLD.bytes, OLD.received_at)
    OR (OLD.replaced_at IS NOT NULL) THEN
    RAISE EXCEPTION 'invoice % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invoices_guarded BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION check_invoice_change();
CREATE TRIGGER invoices_never_removed BEFORE DELETE OR TRUNCATE ON invoices
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON invoices FROM CURRENT_USER;

-- How many bytes each retailer sent on a day.
CREATE TABLE invoice_quotas (
  retailer_id text NOT NULL,
  day date NOT NULL,
  bytes bigint NOT NULL CHECK (bytes > 0),
  PRIMARY KEY (retailer_id, day)
);
