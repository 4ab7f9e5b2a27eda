-- concurrent
-- Contracts by the due date of their oldest open installment.
CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_by_oldest_open_due ON loans (oldest_open_due(first_due_date, open_centavos), transaction_id)
  WHERE ended_on IS NULL;
