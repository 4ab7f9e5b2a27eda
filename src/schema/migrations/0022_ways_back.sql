-- Schemes of a retailer's own apps, to which a page may lead back: loja for loja://pedido/1.
CREATE TABLE retailer_schemes (
  retailer_id text NOT NULL REFERENCES retailers (id),
  scheme text NOT NULL CHECK (scheme ~ '^[a-z][a-z0-9+.-]{1,63}$'),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (retailer_id, scheme)
);

-- By which link a purchase was made. The link itself forgets a purchase that ended early; the customer's page still leads back to the
-- shop.
CREATE TABLE payment_link_purchases (
  transaction_id text PRIMARY KEY,
  link_id text NOT NULL REFERENCES payment_links (id)
);
INSERT INTO payment_link_purchases (transaction_id, link_id)
  SELECT transaction_id, id FROM payment_links WHERE transaction_id IS NOT NULL;
