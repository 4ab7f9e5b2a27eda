-- Who sells: accounts, keys, credit policies, origins, themes, and the terms by which a retailer is paid.

CREATE TABLE retailers (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  name text NOT NULL CHECK (name <> ''),
  grace_period_enabled boolean NOT NULL DEFAULT false,
  retention_enabled boolean NOT NULL DEFAULT false,
  insurance_enabled boolean NOT NULL DEFAULT false,
  script_enabled boolean NOT NULL DEFAULT true,
  is_demonstration boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  -- Who issues the retailer's invoices. Without it no invoice of the retailer is validated automatically.
  cnpj text CHECK (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$')
);

-- A key itself is shown once and never stored: only its keyed hash, and enough of its beginning to recognise it in a list.
CREATE TABLE api_keys (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  kind text NOT NULL CHECK (kind IN ('secret', 'publishable')),
  key_hash bytea NOT NULL CHECK (length(key_hash) = 32),
  hint text NOT NULL,
  scopes text[] NOT NULL,
  rate_limit_per_second integer CHECK (rate_limit_per_second > 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz,
  revoked_at timestamptz,
  -- Rows that give somebody a right, or say where money goes, carry a MAC under a key that is not in the database: whoever can write
  -- to the database and has no key can neither make such a row nor change one. NULL once the key is revoked.
  mac bytea CHECK (length(mac) = 32),
  -- The version of the interface that a key was made under.
  api_version text NOT NULL DEFAULT '2026-11-01'
    CHECK (api_version ~ '^\d{4}-\d{2}-\d{2}$'),
  CONSTRAINT api_keys_key_hash_unique UNIQUE (key_hash)
);
CREATE INDEX api_keys_by_retailer ON api_keys (retailer_id, created_at);

-- Origins whose pages may use a retailer's publishable keys, as browsers write them: scheme, host and port.
CREATE TABLE retailer_origins (
  retailer_id text NOT NULL REFERENCES retailers (id),
  origin text NOT NULL CHECK (origin ~ '^https?://[^/?#@*[:space:]]+$' AND length(origin) <= 255),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (retailer_id, origin)
);

-- How the pages of a retailer's customers look: its colour, and a logo that this service sends itself.
CREATE TABLE retailer_themes (
  retailer_id text PRIMARY KEY REFERENCES retailers (id),
  accent text CHECK (accent ~ '^#[0-9a-f]{6}$'),
  logo bytea CHECK (octet_length(logo) BETWEEN 1 AND 65536),
  -- In its address, so that browsers keep it for ever.
  logo_hash text CHECK (logo_hash ~ '^[0-9a-f]{32}$'),
  logo_type text CHECK (logo_type IN ('image/png', 'image/jpeg', 'image/webp')),
  logo_width integer CHECK (logo_width BETWEEN 1 AND 1024),
  logo_height integer CHECK (logo_height BETWEEN 1 AND 512),
  changed_by text NOT NULL CHECK (length(changed_by) BETWEEN 1 AND 200),
  changed_at timestamptz NOT NULL,
  CHECK (num_nulls(logo, logo_hash, logo_type, logo_width, logo_height) IN (0, 5))
);
CREATE INDEX retailer_themes_by_logo ON retailer_themes (logo_hash) WHERE logo_hash IS NOT NULL;

-- A policy is never edited: a change is a new version, and every decision names the version that it used.
CREATE TABLE credit_policies (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  version integer NOT NULL CHECK (version > 0),
  document json NOT NULL,
  created_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT credit_policies_version_unique UNIQUE (retailer_id, version)
);

-- Schemes of a retailer's own apps, to which a page may lead back: loja for loja://pedido/1.
CREATE TABLE retailer_schemes (
  retailer_id text NOT NULL REFERENCES retailers (id),
  scheme text NOT NULL CHECK (scheme ~ '^[a-z][a-z0-9+.-]{1,63}$'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (retailer_id, scheme)
);

-- Who a retailer is, where its money goes and when. Each change is a row of its own: nothing is overwritten, and the program may not.
-- The MAC covers everything but the sealed account, which nobody can make without the key either.
CREATE TABLE retailer_terms (
  retailer_id text NOT NULL REFERENCES retailers (id),
  -- The highest one counts.
  version integer NOT NULL CHECK (version > 0),
  legal_name text CHECK (legal_name <> ''),
  cnpj text CHECK (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  schedule text NOT NULL CHECK (schedule ~ '^(immediate|next-business-day|weekly:(MON|TUE|WED|THU|FRI)|days:[1-9][0-9]?)$'),
  -- Why it may not sell; null: it may.
  suspension text CHECK (suspension <> ''),
  payee_box bytea,
  -- Payouts need a person for some time after this. Null: the account was never another one.
  account_changed_at timestamptz,
  changed_by text NOT NULL CHECK (changed_by <> ''),
  changed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (retailer_id, version),
  CONSTRAINT retailer_terms_account_of_somebody CHECK (payee_box IS NULL OR (legal_name IS NOT NULL AND cnpj IS NOT NULL))
);

-- Names, CNPJs and accounts of retailers are changed by two people.
CREATE TABLE retailer_proposals (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  changes_box bytea NOT NULL,
  proposed_by text NOT NULL CHECK (proposed_by <> ''),
  proposed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'approved', 'declined')),
  answered_by text,
  answered_at timestamptz,
  CONSTRAINT retailer_proposals_answered CHECK (
    (state = 'proposed') = (answered_by IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL)
  )
);
CREATE INDEX retailer_proposals_open ON retailer_proposals (id) WHERE state = 'proposed';
CREATE TRIGGER retailer_proposals_answered_once BEFORE UPDATE ON retailer_proposals
  FOR EACH ROW EXECUTE FUNCTION check_answered_once();
