-- A second copy asks for an overdue installment with its charges up to a new due date. What the customer owes stays as it was: the
-- open face value, the day from which the delay counts, and the first billet of the installment. Null on every other billet.
ALTER TABLE billets
  ADD COLUMN debt_face_centavos bigint,
  ADD COLUMN original_due_date date,
  ADD COLUMN original_id text,
  ADD CONSTRAINT billets_second_copy CHECK (
    (original_id IS NULL) = (debt_face_centavos IS NULL) AND (original_id IS NULL) = (original_due_date IS NULL)
    AND (original_id IS NULL OR (kind = 'installment' AND replaces IS NOT NULL AND original_due_date < due_date
      AND debt_face_centavos BETWEEN 0 AND amount_centavos AND part_paid_centavos <= debt_face_centavos))
  ) NOT VALID;
