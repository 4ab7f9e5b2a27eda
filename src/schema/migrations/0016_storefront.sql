-- Origins whose pages may use a retailer's publishable keys, as browsers write them: scheme, host and port.
CREATE TABLE retailer_origins (
  retailer_id text NOT NULL REFERENCES retailers (id),
  origin text NOT NULL CHECK (origin ~ '^https?://[^/?#@*[:space:]]+$' AND length(origin) <= 255),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (retailer_id, origin)
);

-- A publishable key could ask for the pre-approval of any CPF. What it may do follows from its kind from now on; the rows say so too.
UPDATE api_keys SET scopes = '{storefront}' WHERE kind = 'publishable';
