-- Payment links: pages on which one person chooses an option and becomes a purchase. Whoever changes a purchase and its link locks
-- the purchase first.
CREATE TABLE payment_links (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  order_id text NOT NULL,
  source text NOT NULL,
  status text NOT NULL CHECK (status IN ('ACTIVE', 'OPENED', 'CLAIMED', 'COMPLETED', 'EXPIRED', 'DELETED')),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- Found by a keyed hash; sealed, so that the same address can be shown again.
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  token_box bytea NOT NULL,
  -- Sealed: what is bought and where the page leads back to; who sells.
  details bytea NOT NULL,
  seller_box bytea NOT NULL,
  -- Who is expected, under a key made from the salt; both are gone once that person was forgotten.
  key_salt bytea,
  customer_box bytea,
  -- Blind indexes of the customer expected and of the seller.
  cpf_index bytea,
  seller_index bytea,
  -- The purchase that lives by it, or lived when it was completed.
  transaction_id text,
  -- Number of the last event published about it.
  last_sequence integer NOT NULL DEFAULT 0 CHECK (last_sequence >= 0),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  opened_at timestamptz,
  -- Too many different people were refused on it.
  locked_at timestamptz,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT payment_links_token_once UNIQUE (token_hash),
  CONSTRAINT payment_links_claimed_by_purchase CHECK (status NOT IN ('CLAIMED', 'COMPLETED') OR transaction_id IS NOT NULL)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX payment_links_by_purchase ON payment_links (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX payment_links_by_retailer ON payment_links (retailer_id, id DESC);
CREATE INDEX payment_links_by_order ON payment_links (retailer_id, order_id, id DESC);
CREATE INDEX payment_links_by_seller ON payment_links (retailer_id, seller_index, id DESC) WHERE seller_index IS NOT NULL;
CREATE INDEX payment_links_by_customer ON payment_links (cpf_index) WHERE cpf_index IS NOT NULL;
CREATE INDEX payment_links_by_expiry ON payment_links (expires_at) WHERE status IN ('ACTIVE', 'OPENED');

-- Every message that carried a link, and to whom (sealed).
CREATE TABLE payment_link_messages (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  link_id text NOT NULL REFERENCES payment_links (id),
  channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  to_box bytea,
  sent_at timestamptz NOT NULL
);
CREATE INDEX payment_link_messages_by_link ON payment_link_messages (link_id, position);

-- One device on one link: who its user says to be (sealed), and what they were offered. Of the cookie only a hash is kept.
CREATE TABLE payment_link_visits (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  link_id text NOT NULL REFERENCES payment_links (id),
  session_hash bytea NOT NULL CHECK (length(session_hash) = 32),
  cpf_index bytea NOT NULL,
  key_salt bytea NOT NULL,
  person_box bytea NOT NULL,
  checkout_id text,
  offer_box bytea,
  refusal text,
  created_at timestamptz NOT NULL,
  confirmed_at timestamptz,
  expires_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT payment_link_visits_session_once UNIQUE (session_hash)
) WITH (fillfactor = 80);
CREATE INDEX payment_link_visits_by_link ON payment_link_visits (link_id, created_at);
CREATE INDEX payment_link_visits_by_customer ON payment_link_visits (cpf_index);
CREATE INDEX payment_link_visits_by_expiry ON payment_link_visits (expires_at);

-- Who was evaluated on a link, by blind index: being evaluated, refused, or of no concern.
CREATE TABLE payment_link_applicants (
  link_id text NOT NULL REFERENCES payment_links (id),
  cpf_index bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'refused', 'cleared')),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (link_id, cpf_index)
);

-- By which link a purchase was made. The link itself forgets a purchase that ended early; the customer's page still leads back to the
-- shop.
CREATE TABLE payment_link_purchases (
  transaction_id text PRIMARY KEY,
  link_id text NOT NULL REFERENCES payment_links (id)
);
