-- concurrent
-- A debt is in one agreement at a time, and an agreement that was paid ends it.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS transactions_one_living_agreement ON transactions (renegotiates)
  WHERE renegotiates IS NOT NULL AND status NOT IN ('CANCELED', 'ABANDONED');
