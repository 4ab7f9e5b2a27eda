-- By how many centavos sealed entries miss zero, added up when they are sealed. No row as long as none does, which is always.
CREATE TABLE ledger_sealed_imbalance (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  centavos bigint NOT NULL CHECK (centavos > 0)
);
