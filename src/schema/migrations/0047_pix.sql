-- The charge at the payment service provider (PSP) that stands beside a billet. The intent is committed with the billet; a job
-- registers and removes it. draft: the PSP knows nothing of it. registering and removing: the PSP was asked, or may have been.
CREATE TABLE pix_charges (
  -- Fixed at issue, and unique at the PSP for ever: it is made of the billet's id.
  txid text PRIMARY KEY CHECK (txid ~ '^(ENTR|PARC)[0-9a-f]{24}$'),
  billet_id text NOT NULL REFERENCES billets (id),
  state text NOT NULL DEFAULT 'draft'
    CHECK (state IN ('draft', 'registering', 'active', 'paid', 'removing', 'removed', 'rejected')),
  location text CHECK (length(location) <= 77),
  code text CHECK (length(code) <= 512),
  -- Whoever could change a code could have customers pay somebody else.
  mac bytea,
  attempts integer NOT NULL DEFAULT 0,
  -- By the deployment's clock: when the job looks at it again.
  due_at timestamptz NOT NULL,
  -- Why the last attempt failed.
  problem text,
  opened_at timestamptz NOT NULL,
  CONSTRAINT pix_charges_of_billet CHECK (substr(txid, 5) = billet_id),
  CONSTRAINT pix_charges_code_with_mac CHECK ((code IS NULL) = (mac IS NULL)),
  CONSTRAINT pix_charges_active_with_code CHECK (state <> 'active' OR code IS NOT NULL)
) WITH (fillfactor = 85);
CREATE INDEX pix_charges_due ON pix_charges (due_at) WHERE state IN ('draft', 'registering', 'removing');

-- A billet that is paid or canceled asks for nothing: its charge goes, whichever statement ended the billet.
CREATE FUNCTION end_pix_charge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE pix_charges SET state = CASE state WHEN 'draft' THEN 'removed' ELSE 'removing' END, attempts = 0, due_at = '-infinity'
  WHERE txid = CASE NEW.kind WHEN 'down-payment' THEN 'ENTR' ELSE 'PARC' END || NEW.id
    AND state IN ('draft', 'registering', 'active');
  RETURN NULL;
END $$;
CREATE TRIGGER billets_end_pix_charge AFTER UPDATE OF payment_status, canceled_at ON billets
  FOR EACH ROW WHEN (NEW.payment_status = 'PAID' OR NEW.canceled_at IS NOT NULL) EXECUTE FUNCTION end_pix_charge();

-- Payments that a webhook named. Nothing is booked before the PSP was asked about each.
CREATE TABLE pix_hints (
  end_to_end_id text PRIMARY KEY CHECK (end_to_end_id ~ '^[A-Za-z0-9]{32}$'),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'refused')),
  attempts integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  problem text,
  received_at timestamptz NOT NULL
) WITH (fillfactor = 85);
CREATE INDEX pix_hints_due ON pix_hints (due_at) WHERE state = 'waiting';
CREATE INDEX pix_hints_by_age ON pix_hints (received_at);

-- Up to when every payment was listed and booked.
CREATE TABLE pix_polls (
  name text PRIMARY KEY CHECK (name ~ '^[a-z]+$'),
  complete_until timestamptz NOT NULL
);

-- Which address the PSP was told to call for a key; its digest, because the address holds a secret.
CREATE TABLE pix_webhooks (
  pix_key text PRIMARY KEY,
  url_digest bytea NOT NULL CHECK (length(url_digest) = 32),
  registered_at timestamptz NOT NULL
);

-- The contract lists the reasons; here only their form is checked, so that each new one needs no migration.
ALTER TABLE suspense_cases
  DROP CONSTRAINT IF EXISTS suspense_cases_reason_check,
  ADD CONSTRAINT suspense_cases_reason_check CHECK (reason ~ '^[A-Z]+(_[A-Z]+)*$');
