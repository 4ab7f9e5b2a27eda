-- What the bureau has listed is lowered when a part is paid, by law within five business days.
ALTER TABLE listings
  -- Of the lowering that the bureau was asked for and has not confirmed.
  ADD COLUMN lower_by date,
  DROP CONSTRAINT listings_state_check,
  ADD CONSTRAINT listings_state_check CHECK (state IN ('ASKING', 'LISTED', 'REFUSED', 'LOWERING', 'REMOVING', 'REMOVED')),
  DROP CONSTRAINT listings_check3,
  ADD CONSTRAINT listings_due_at_check CHECK ((state IN ('ASKING', 'LOWERING', 'REMOVING')) = (due_at IS NOT NULL)),
  ADD CONSTRAINT listings_lower_by_check CHECK ((state = 'LOWERING') = (lower_by IS NOT NULL));
DROP INDEX listings_one_living;
CREATE UNIQUE INDEX listings_one_living ON listings (transaction_id) WHERE state IN ('ASKING', 'LISTED', 'LOWERING', 'REMOVING');
