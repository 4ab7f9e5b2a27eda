-- What is provided for contracts, and what becomes of those that are not paid.
ALTER TABLE loans
  -- The whole contract is due from this day on; null: installments fall due one by one.
  ADD COLUMN accelerated_on date,
  -- Out of the assets since this day. The claim stays.
  ADD COLUMN written_off_on date,
  -- The last month end that the allowance was computed for; null: of an earlier program, provided for from the last one on.
  ADD COLUMN provided_through date,
  -- On the contract's allowance account, as a positive amount.
  ADD COLUMN allowance_centavos bigint NOT NULL DEFAULT 0 CHECK (allowance_centavos >= 0);

CREATE INDEX loans_provided_through ON loans (provided_through, transaction_id) WHERE ended_on IS NULL AND written_off_on IS NULL;
CREATE INDEX loans_ended_with_allowance ON loans (transaction_id) WHERE ended_on IS NOT NULL AND allowance_centavos <> 0;

-- How the allowance of each contract was computed at each month end.
CREATE TABLE provisions (
  month_end date NOT NULL,
  transaction_id text NOT NULL REFERENCES loans (transaction_id),
  stage smallint NOT NULL CHECK (stage BETWEEN 1 AND 3),
  days_late integer NOT NULL CHECK (days_late >= 0),
  carrying_centavos bigint NOT NULL,
  provision_centavos bigint NOT NULL CHECK (provision_centavos >= 0),
  PRIMARY KEY (month_end, transaction_id)
);
CREATE TRIGGER provisions_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON provisions
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON provisions FROM CURRENT_USER;
