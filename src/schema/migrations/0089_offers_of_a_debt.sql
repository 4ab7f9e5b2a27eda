-- A page shows what was offered for a debt on a day.
CREATE INDEX agreement_offers_by_debt ON agreement_offers (transaction_id, quoted_on);
