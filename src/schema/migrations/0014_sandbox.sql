-- Records that only homologation has: invented people, the demonstration shop, and the sandbox bank.

-- People of the sandbox that a retailer was given; the CPF follows from persona and number. A free one may be given again.
CREATE TABLE sandbox_people (
  retailer_id text NOT NULL REFERENCES retailers (id),
  persona text NOT NULL CHECK (persona ~ '^[0-9]{3}$'),
  number integer NOT NULL CHECK (number BETWEEN 0 AND 999),
  given_at timestamptz NOT NULL,
  is_free boolean NOT NULL DEFAULT false,
  PRIMARY KEY (retailer_id, persona, number)
) WITH (fillfactor = 80);
CREATE INDEX sandbox_people_by_person ON sandbox_people (persona, number) WHERE NOT is_free;

-- The demonstration shop's own records, in homologation only: a retailer's side of the interface, in tables that nothing else reads.

-- One endpoint for each address under which the shop receives webhooks. Whoever registers it holds the claim; the secret is sealed.
CREATE TABLE store_endpoints (
  url text PRIMARY KEY CHECK (length(url) <= 2048),
  claimed_until timestamptz NOT NULL,
  endpoint_id text,
  secret_box bytea,
  registered_at timestamptz,
  CONSTRAINT store_endpoints_whole CHECK (num_nulls(endpoint_id, secret_box, registered_at) IN (0, 3))
);

-- Nothing here tells who bought: the customer's data go to the payment link only. Of the browser's cookie a hash is kept.
CREATE TABLE store_orders (
  id text PRIMARY KEY CHECK (id ~ '^LD[0-9A-HJKMNP-TV-Z]{12}$'),
  device_hash bytea NOT NULL CHECK (length(device_hash) = 32),
  link_id text NOT NULL,
  link_state text NOT NULL CHECK (link_state IN ('ACTIVE', 'OPENED', 'CLAIMED', 'COMPLETED', 'EXPIRED', 'DELETED')),
  -- Of the last event about the link: an earlier one changes nothing.
  link_sequence integer NOT NULL,
  lines jsonb NOT NULL,
  delivery_centavos bigint NOT NULL CHECK (delivery_centavos >= 0),
  total_centavos bigint NOT NULL CHECK (total_centavos > 0),
  created_at timestamptz NOT NULL
) WITH (fillfactor = 80);
CREATE INDEX store_orders_by_device ON store_orders (device_hash, created_at DESC);

-- Each purchase by the order's link: somebody may give up and try again.
CREATE TABLE store_attempts (
  order_id text NOT NULL REFERENCES store_orders (id),
  transaction_id text NOT NULL,
  -- The number of the event with which it claimed the link; absent until that event has come.
  claim_sequence integer,
  last_sequence integer NOT NULL,
  stage text NOT NULL CHECK (stage ~ '^[A-Z_]{1,30}$'),
  PRIMARY KEY (order_id, transaction_id)
) WITH (fillfactor = 80);

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

-- Payouts that the sandbox bank was asked for, in homologation only.
CREATE TABLE psp_payouts (
  payout_key text PRIMARY KEY CHECK (payout_key ~ '^[A-Za-z0-9]{1,35}$'),
  -- SHA-256 of what was asked for: the same key with anything else is refused. Whom it names is not kept.
  request_hash bytea NOT NULL CHECK (length(request_hash) = 32),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  provider_id text NOT NULL UNIQUE,
  -- Whose behaviours apply; of a payout that names nobody none do.
  retailer_id text,
  state text NOT NULL CHECK (state IN ('ACCEPTED', 'PAID', 'FAILED', 'CANCELED', 'RETURNED')),
  failure_kind text,
  failure_code text,
  requested_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL
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
