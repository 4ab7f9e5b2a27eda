-- concurrent
-- Finds the purchases of an order that ended; the others have an index of their own. Authorizing a purchase does not touch it.
CREATE INDEX CONCURRENTLY IF NOT EXISTS transactions_ended_by_order ON transactions (retailer_id, order_id)
  WHERE status IN ('CANCELED', 'ABANDONED');
