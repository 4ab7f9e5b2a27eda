-- concurrent
-- Every step of the collection looks at the installments of a few due dates. Without payment_status, so that a payment stays a
-- change that no index has to follow.
SET lock_timeout = '600s';
CREATE INDEX CONCURRENTLY IF NOT EXISTS billets_by_due ON billets ((coalesce(original_due_date, due_date)), id)
  WHERE kind = 'installment' AND canceled_at IS NULL;
