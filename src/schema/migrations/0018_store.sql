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
