-- concurrent
-- A billet for an early settlement is of no installment: a contract may have several, paid and living, beside those of its installments.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS billets_one_living_of_installment ON billets (transaction_id, installment_number)
  WHERE canceled_at IS NULL AND kind <> 'settlement';
