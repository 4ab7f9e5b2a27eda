-- The sandbox bank's own records, in homologation only: a bank's side of the Central Bank's Pix API, in tables that nothing else reads.

CREATE TABLE psp_charges (
  -- One namespace for both kinds, for ever.
  txid text PRIMARY KEY CHECK (txid ~ '^[a-zA-Z0-9]{26,35}$'),
  kind text NOT NULL CHECK (kind IN ('cob', 'cobv')),
  status text NOT NULL CHECK (status IN ('ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP')),
  revision integer NOT NULL DEFAULT 0 CHECK (revision >= 0),
  -- Whose behaviours apply; of a charge that names nobody none do.
  retailer_id text,
  -- Finds charges by the debtor's CPF or CNPJ, which is in the box.
  debtor_index bytea,
  location_id bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  location_token text NOT NULL UNIQUE CHECK (location_token ~ '^[0-9a-f]{32}$'),
  location text NOT NULL CHECK (length(location) <= 77),
  created_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX psp_charges_by_creation ON psp_charges (kind, created_at, txid);

-- What the receiver asked for, sealed: it names the debtor.
CREATE TABLE psp_charge_revisions (
  txid text NOT NULL REFERENCES psp_charges (txid),
  revision integer NOT NULL CHECK (revision >= 0),
  body_box bytea NOT NULL,
  PRIMARY KEY (txid, revision)
);

CREATE TABLE psp_payments (
  end_to_end_id text PRIMARY KEY CHECK (end_to_end_id ~ '^E[0-9A-Z]{8}[0-9]{12}[A-Za-z0-9]{11}$'),
  txid text NOT NULL REFERENCES psp_charges (txid),
  pix_key text NOT NULL,
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  original_centavos bigint NOT NULL CHECK (original_centavos > 0),
  fine_centavos bigint NOT NULL CHECK (fine_centavos >= 0),
  interest_centavos bigint NOT NULL CHECK (interest_centavos >= 0),
  rebate_centavos bigint NOT NULL CHECK (rebate_centavos >= 0),
  discount_centavos bigint NOT NULL CHECK (discount_centavos >= 0),
  settled_at timestamptz NOT NULL,
  -- The same reference is the same payment, made twice by a caller who did not hear the answer.
  reference text UNIQUE CHECK (length(reference) <= 200),
  CONSTRAINT psp_payments_add_up CHECK (
    amount_centavos = original_centavos + fine_centavos + interest_centavos - rebate_centavos - discount_centavos)
);
CREATE INDEX psp_payments_by_time ON psp_payments (settled_at, end_to_end_id);
CREATE INDEX psp_payments_by_charge ON psp_payments (txid);

CREATE TABLE psp_refunds (
  end_to_end_id text NOT NULL REFERENCES psp_payments (end_to_end_id),
  id text NOT NULL CHECK (id ~ '^[a-zA-Z0-9]{1,35}$'),
  return_id text NOT NULL UNIQUE CHECK (return_id ~ '^D[0-9A-Z]{8}[0-9]{12}[A-Za-z0-9]{11}$'),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  nature text NOT NULL CHECK (nature IN ('ORIGINAL', 'MED_OPERACIONAL', 'MED_FRAUDE')),
  description text CHECK (length(description) <= 140),
  status text NOT NULL CHECK (status IN ('EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO')),
  reason text CHECK (length(reason) <= 140),
  requested_at timestamptz NOT NULL,
  settled_at timestamptz,
  PRIMARY KEY (end_to_end_id, id),
  CONSTRAINT psp_refunds_settled CHECK ((status = 'DEVOLVIDO') = (settled_at IS NOT NULL))
) WITH (fillfactor = 80);

CREATE TABLE psp_webhooks (
  pix_key text PRIMARY KEY CHECK (length(pix_key) <= 77),
  url text NOT NULL CHECK (length(url) <= 500),
  created_at timestamptz NOT NULL
);

-- Of a token only a hash is kept. It is of use with the certificate only that it was given to.
CREATE TABLE psp_tokens (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  certificate_hash bytea NOT NULL CHECK (length(certificate_hash) = 32),
  scopes text[] NOT NULL,
  -- By real time: the sandbox's clock may be moved.
  expires_at timestamptz NOT NULL
);
CREATE INDEX psp_tokens_by_expiry ON psp_tokens (expires_at);

-- How the bank behaves towards the charges of a retailer. No row: as a good bank does.
CREATE TABLE psp_behaviours (
  retailer_id text PRIMARY KEY REFERENCES retailers (id),
  behaviour jsonb NOT NULL,
  -- Of those told of since, every second one waits where webhooks are reordered.
  webhook_count integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL
) WITH (fillfactor = 80);

-- The box joins the places that may be sealed again, whatever other places earlier migrations have added.
DO $$
DECLARE
  known text := pg_get_functiondef('reseal_box'::regproc);
  extended text := replace(known, '''sandbox_messages.box''', '''psp_charge_revisions.body_box'', ''sandbox_messages.box''');
BEGIN
  IF extended = known THEN RAISE EXCEPTION 'reseal_box has no list of places any more'; END IF;
  EXECUTE extended;
END $$;
