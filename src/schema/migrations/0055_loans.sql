-- What the books need to know of a running contract to earn its interest by the day, without sealed data.
CREATE TABLE loans (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL CHECK (retailer_id ~ '^[0-9a-f]{24}$'),
  started_on date NOT NULL,
  first_due_date date NOT NULL,
  interest_rate_pm double precision NOT NULL CHECK (interest_rate_pm >= 0),
  -- Earned over the contract's life.
  interest_centavos bigint NOT NULL,
  fee_centavos bigint NOT NULL,
  retention_centavos bigint NOT NULL,
  -- By installment: face value that is not paid.
  open_centavos bigint[] NOT NULL CHECK (cardinality(open_centavos) BETWEEN 1 AND 60 AND 0 <= ALL (open_centavos)),
  -- On the contra accounts of the contract.
  unearned_centavos bigint NOT NULL,
  deferred_fee_centavos bigint NOT NULL,
  deferred_retention_centavos bigint NOT NULL,
  -- Null until something was earned.
  accrued_through date,
  -- The month end that is booked next. Null when the loan has ended, or stands still because of its delay.
  next_accrual date,
  ended_on date,
  CHECK (ended_on IS NULL OR next_accrual IS NULL)
);
CREATE INDEX loans_next_accrual ON loans (next_accrual, transaction_id) WHERE next_accrual IS NOT NULL;
CREATE INDEX loans_running ON loans (transaction_id) WHERE ended_on IS NULL;
