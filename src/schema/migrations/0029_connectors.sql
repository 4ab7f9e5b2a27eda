-- Connectors: clients of the interface that speak a shop platform's own protocol. Nothing here names a customer.

-- One retailer's shop on one platform, and the keys that both sides know each other by.
CREATE TABLE connector_accounts (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  platform text NOT NULL CHECK (platform ~ '^[a-z][a-z0-9]{1,19}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  -- The platform's name of the shop.
  account text NOT NULL CHECK (account ~ '^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$'),
  is_enabled boolean NOT NULL,
  settings jsonb NOT NULL,
  -- The retailer's key of the interface, and the platform's credentials.
  keys_box bytea NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT connector_accounts_of_shop UNIQUE (platform, account),
  CONSTRAINT connector_accounts_of_retailer UNIQUE (platform, retailer_id)
);
CREATE TRIGGER connector_accounts_never_removed BEFORE DELETE OR TRUNCATE ON connector_accounts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON connector_accounts FROM CURRENT_USER;

-- The webhook endpoint under which the connector hears of an account's purchases. Whoever registers it holds the claim.
CREATE TABLE connector_endpoints (
  account_id text PRIMARY KEY REFERENCES connector_accounts (id),
  url text NOT NULL CHECK (length(url) <= 2048),
  claimed_until timestamptz NOT NULL,
  endpoint_id text,
  secret_box bytea,
  looked_at timestamptz,
  CONSTRAINT connector_endpoints_whole CHECK (num_nulls(endpoint_id, secret_box, looked_at) IN (0, 3))
);

-- A payment that the platform asked for, and the payment link behind it.
CREATE TABLE connector_payments (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES connector_accounts (id),
  -- The platform's name of the payment.
  foreign_id text NOT NULL CHECK (length(foreign_id) BETWEEN 1 AND 128),
  order_id text NOT NULL CHECK (length(order_id) BETWEEN 1 AND 64),
  state text NOT NULL CHECK (state IN ('received', 'waiting', 'closing', 'approved', 'settled', 'denied', 'canceled', 'refunded')),
  total_centavos bigint NOT NULL CHECK (total_centavos > 0),
  settled_centavos bigint NOT NULL DEFAULT 0 CHECK (settled_centavos >= 0),
  link_id text CHECK (link_id ~ '^[0-9a-f]{24}$'),
  transaction_id text CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  -- Why it ended, for programs.
  reason text CHECK (reason ~ '^[A-Z][A-Z_]{1,39}$'),
  -- Set where the platform's own test suite plays it: no purchase exists.
  suite text CHECK (suite IN ('approved', 'denied')),
  -- The addresses of link, return and callback, and what else the platform wants to hear again.
  box bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT connector_payments_of_platform UNIQUE (account_id, foreign_id)
) WITH (fillfactor = 80);
-- One living payment for each order: of two tabs, the later takes over from the earlier.
CREATE UNIQUE INDEX connector_payments_living ON connector_payments (account_id, order_id)
  WHERE state IN ('received', 'waiting', 'closing', 'approved', 'settled');
CREATE INDEX connector_payments_by_link ON connector_payments (link_id);
CREATE INDEX connector_payments_by_change ON connector_payments (account_id, changed_at);
CREATE TRIGGER connector_payments_never_removed BEFORE DELETE OR TRUNCATE ON connector_payments
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON connector_payments FROM CURRENT_USER;

-- What the platform asked to do with a payment, by its own request id. The intent is committed before the interface is called;
-- an outcome that is unknown is asked for before anything is repeated.
CREATE TABLE connector_operations (
  payment_id text NOT NULL REFERENCES connector_payments (id),
  kind text NOT NULL CHECK (kind IN ('cancel', 'settle', 'refund')),
  request_id text NOT NULL CHECK (length(request_id) BETWEEN 1 AND 128),
  -- What the platform is told as the id of what was done: the same for ever.
  reference text NOT NULL UNIQUE CHECK (reference ~ '^[0-9a-f]{24}$'),
  amount_centavos bigint NOT NULL CHECK (amount_centavos >= 0),
  -- Ids of the products that leave the purchase; empty for all of it.
  products text[] NOT NULL,
  state text NOT NULL CHECK (state IN ('intended', 'unknown', 'done', 'refused')),
  code text CHECK (code ~ '^[A-Z][A-Z_]{1,39}$'),
  asked_at timestamptz NOT NULL,
  answered_at timestamptz,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (payment_id, kind, request_id),
  CONSTRAINT connector_operations_answered CHECK ((state IN ('done', 'refused')) = (answered_at IS NOT NULL))
) WITH (fillfactor = 80);
CREATE INDEX connector_operations_open ON connector_operations (asked_at) WHERE state IN ('intended', 'unknown');

-- What the platform is to be told, until it has answered 2xx; then never again.
CREATE TABLE connector_notices (
  payment_id text NOT NULL REFERENCES connector_payments (id),
  kind text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9:-]{1,63}$'),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  last_status integer,
  due_at timestamptz NOT NULL,
  -- Held by the worker that is sending it.
  claimed_until timestamptz,
  ended_at timestamptz,
  -- Whether the platform took it; otherwise there was nothing left to tell.
  is_delivered boolean NOT NULL DEFAULT false,
  PRIMARY KEY (payment_id, kind)
) WITH (fillfactor = 80);
CREATE INDEX connector_notices_due ON connector_notices (due_at) WHERE ended_at IS NULL;

-- That something happened, by the number of the event: what happened is read from the interface.
CREATE TABLE connector_inbox (
  account_id text NOT NULL REFERENCES connector_accounts (id),
  event_id text NOT NULL CHECK (length(event_id) BETWEEN 1 AND 64),
  type text NOT NULL,
  order_id text,
  link_id text,
  transaction_id text,
  received_at timestamptz NOT NULL,
  handled_at timestamptz,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, event_id)
) WITH (fillfactor = 80);
CREATE INDEX connector_inbox_due ON connector_inbox (due_at) WHERE handled_at IS NULL;
CREATE INDEX connector_inbox_by_time ON connector_inbox (received_at);

-- For people: the connector's own sentences, without names, numbers of documents and secrets.
CREATE TABLE connector_log (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES connector_accounts (id),
  payment_id text REFERENCES connector_payments (id),
  level text NOT NULL CHECK (level IN ('info', 'problem')),
  code text NOT NULL CHECK (code ~ '^[A-Z][A-Z_]{1,39}$'),
  message text NOT NULL CHECK (length(message) BETWEEN 1 AND 500),
  logged_at timestamptz NOT NULL
);
CREATE INDEX connector_log_by_account ON connector_log (account_id, id DESC);
CREATE INDEX connector_log_by_time ON connector_log (logged_at);

-- What the nightly comparison found, until it is gone.
CREATE TABLE connector_differences (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES connector_accounts (id),
  payment_id text NOT NULL REFERENCES connector_payments (id),
  kind text NOT NULL CHECK (kind ~ '^[A-Z][A-Z_]{1,39}$'),
  theirs text NOT NULL,
  ours text NOT NULL,
  found_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE UNIQUE INDEX connector_differences_open ON connector_differences (payment_id, kind) WHERE ended_at IS NULL;
CREATE INDEX connector_differences_by_account ON connector_differences (account_id, id DESC);

DO $$
BEGIN
  EXECUTE replace(pg_get_functiondef('reseal_box'::regproc), '''webhook_endpoints.secret''',
    '''webhook_endpoints.secret'', ''connector_accounts.keys_box'', ''connector_endpoints.secret_box'', ''connector_payments.box''');
END $$;
