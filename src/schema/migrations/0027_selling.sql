-- How far a payment link got: somebody confirmed a phone on it, and a contract was signed by it. Kept on the link, because visits are
-- removed after days and a purchase that ends early leaves the link.
ALTER TABLE payment_links
  ADD COLUMN identified_at timestamptz,
  ADD COLUMN signed_at timestamptz;
UPDATE payment_links l SET identified_at = p.created_at, signed_at = p.signed_at
  FROM (SELECT k.link_id, min(t.created_at) AS created_at, min(t.signed_at) AS signed_at
      FROM payment_link_purchases k JOIN transactions t ON t.id = k.transaction_id GROUP BY k.link_id) AS p
  WHERE p.link_id = l.id;
-- The rows are wide, as they hold sealed texts: how far all links of a period got is counted from the index alone.
CREATE INDEX payment_links_by_steps ON payment_links (retailer_id, id)
  INCLUDE (seller_index, status, amount_centavos, transaction_id, opened_at, identified_at, signed_at);
DROP INDEX payment_links_by_retailer;

-- A publishable key is printed in the pages of its shop: the console prints it into the snippet, which it can only by its text. Keys
-- made before have none. Secret keys are stored as a hash alone.
ALTER TABLE api_keys ADD COLUMN public_text text CHECK (public_text IS NULL OR kind = 'publishable');
