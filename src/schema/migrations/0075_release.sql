-- The day from which the figures of the contract count: the day of the signature, then the day of the release. Null before, and for
-- contracts of version 1, which count from purchase_date.
ALTER TABLE transactions ADD COLUMN contract_date date;
-- Of the wording that was signed; null for contracts of version 1, which keep the dates that they name.
ALTER TABLE transactions ADD COLUMN contract_version smallint CHECK (contract_version >= 2);
