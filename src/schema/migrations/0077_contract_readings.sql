-- Which contract the customer opened on the page, and when: none is signed unread. Another day has other dates, and so another hash.
CREATE TABLE contract_readings (
  transaction_id text NOT NULL CHECK (length(transaction_id) = 24),
  contract_hash text NOT NULL CHECK (contract_hash ~ '^[0-9a-f]{64}$'),
  opened_at timestamptz NOT NULL,
  PRIMARY KEY (transaction_id, contract_hash)
);
CREATE TRIGGER contract_readings_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON contract_readings
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
