-- What customers were let off of their installments: small rests by the policy, more by people at the desk.
CREATE TABLE waivers (
  -- Of the ledger entry; where only charges were waived, which are not in the books before they are paid, there is none.
  reference text NOT NULL CHECK (reference <> ''),
  billet_id text NOT NULL REFERENCES billets (id),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  installment_number smallint NOT NULL CHECK (installment_number > 0),
  face_centavos bigint NOT NULL CHECK (face_centavos >= 0),
  fine_centavos bigint NOT NULL CHECK (fine_centavos >= 0),
  interest_centavos bigint NOT NULL CHECK (interest_centavos >= 0),
  waived_on date NOT NULL,
  -- NULL: by the policy.
  decision_id text REFERENCES desk_decisions (id),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (reference, billet_id),
  CHECK (face_centavos + fine_centavos + interest_centavos > 0)
);
CREATE INDEX waivers_of_transaction ON waivers (transaction_id);
CREATE TRIGGER waivers_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON waivers
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON waivers FROM CURRENT_USER;

-- A notice that did not arrive, or that people want to prove better, is served again.
ALTER TABLE formal_notices
  ADD COLUMN serving smallint NOT NULL DEFAULT 1 CHECK (serving > 0),
  DROP CONSTRAINT formal_notices_transaction_id_kind_due_date_key,
  ADD CONSTRAINT formal_notices_once UNIQUE (transaction_id, kind, due_date, serving);

-- A policy may allow a person several contracts at the same time. Each living one has a slot of its own, so that two
-- authorizations at once cannot exceed the number. Few contracts are living: the index is made within seconds.
ALTER TABLE credit_contracts
  ADD COLUMN slot smallint NOT NULL DEFAULT 1 CHECK (slot > 0),
  -- What it lends, for the sum of a person.
  ADD COLUMN financed_centavos bigint NOT NULL DEFAULT 0 CHECK (financed_centavos >= 0);
UPDATE credit_contracts c SET financed_centavos = t.net_loan_centavos
  FROM transactions t WHERE t.id = c.transaction_id AND c.is_living;
CREATE UNIQUE INDEX credit_contracts_one_living_per_slot ON credit_contracts (cpf_index, slot) WHERE is_living;
DROP INDEX credit_contracts_one_living_per_cpf;
