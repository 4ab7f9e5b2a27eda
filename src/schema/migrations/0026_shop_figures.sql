-- concurrent
-- What a shop reads of its own sales. None of these has an entry before the customer has signed, so that a purchase that is
-- being made costs no more than before.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_sold ON transactions (retailer_id, completed_at) INCLUDE (purchase_centavos)
  WHERE completed_at IS NOT NULL AND replaces_id IS NULL AND renegotiates IS NULL;
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_signed ON transactions (retailer_id, signed_at)
  WHERE signed_at IS NOT NULL AND replaces_id IS NULL AND renegotiates IS NULL;
-- Those that took the place of another purchase, or are about the debt of one: nobody began them at a checkout.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_continuing ON transactions (retailer_id, id)
  WHERE replaces_id IS NOT NULL OR renegotiates IS NOT NULL;
-- Sales that no transfer pays yet, whatever they wait for.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_untransferred ON transactions (retailer_id, id)
  WHERE transfered_at IS NULL AND transfer_ordered_at IS NULL AND status IN ('OPEN', 'CLOSED');
