-- A contract that takes the place of another one asks for installments that are overdue already: such a billet is issued like a second copy,
-- with the charges up to its due date, but it is the first of its installment.
ALTER TABLE billets DROP CONSTRAINT billets_second_copy;
ALTER TABLE billets ADD CONSTRAINT billets_second_copy CHECK (
  (original_id IS NULL) = (debt_face_centavos IS NULL) AND (original_id IS NULL) = (original_due_date IS NULL)
  AND (original_id IS NULL OR (kind = 'installment' AND (replaces IS NOT NULL OR original_id = id) AND original_due_date < due_date
    AND debt_face_centavos BETWEEN 0 AND amount_centavos AND part_paid_centavos <= debt_face_centavos))
) NOT VALID;
