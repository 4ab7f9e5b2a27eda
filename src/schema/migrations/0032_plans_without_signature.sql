-- A plan by Law 14.181/2021 is an agreement that a conciliation or a judgment makes: its customer signs nothing. Every purchase still
-- begins with a signature.
ALTER TABLE transactions DROP CONSTRAINT transactions_complete_when_signed,
  ADD CONSTRAINT transactions_complete_when_signed CHECK ((step = 'COMPLETE') = (completed_at IS NOT NULL)
    AND (completed_at IS NULL OR ((signed_at IS NOT NULL OR renegotiates IS NOT NULL) AND transfer_centavos IS NOT NULL
      AND (down_payment_centavos = 0 OR down_payment_paid_at IS NOT NULL)))) NOT VALID;
ALTER TABLE transactions VALIDATE CONSTRAINT transactions_complete_when_signed;
