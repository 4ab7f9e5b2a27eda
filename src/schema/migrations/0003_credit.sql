-- A policy is never edited: a change is a new version, and every decision names the version that it used.
CREATE TABLE credit_policies (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  version integer NOT NULL CHECK (version > 0),
  document json NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT credit_policies_version_unique UNIQUE (retailer_id, version)
);

-- The tables that every request writes name their retailer and policy without a foreign key: the names come from rows that are
-- never deleted, and checking them again would take longer than writing the row.

-- One row per person and retailer: the salt of the key that seals all this retailer knows of the person (deleting it makes that
-- unreadable for ever), and the recent attempts
-- ([{"n": nonce, "a": applicant index, "t": milliseconds}]). One row, so that the row lock makes the count exact.
CREATE TABLE applicants (
  cpf_index bytea NOT NULL,
  retailer_id text NOT NULL,
  key_salt bytea NOT NULL,
  attempts jsonb NOT NULL,
  PRIMARY KEY (cpf_index, retailer_id)
) WITH (fillfactor = 80);

-- Which decision holds the bureau's last report for the same cpf, phone, email and zip code, to be reused for a short time.
CREATE TABLE bureau_reports (
  cpf_index bytea NOT NULL,
  retailer_id text NOT NULL,
  applicant_index bytea NOT NULL,
  decision_id text NOT NULL,
  obtained_at timestamptz NOT NULL,
  PRIMARY KEY (cpf_index, retailer_id, applicant_index)
);

CREATE TABLE phone_uses (
  phone_index bytea NOT NULL,
  cpf_index bytea NOT NULL,
  last_used_at timestamptz NOT NULL,
  PRIMARY KEY (phone_index, cpf_index)
) WITH (fillfactor = 80);
-- Finds the recent uses of a phone without reading all the old ones.
CREATE INDEX phone_uses_by_time ON phone_uses (phone_index, last_used_at);
CREATE INDEX phone_uses_oldest ON phone_uses USING brin (last_used_at);

-- Credit's own view of contracts: who has one in progress, and who ever had one that started (the registration fee is lawful once).
CREATE TABLE credit_contracts (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  cpf_index bytea NOT NULL,
  is_living boolean NOT NULL,
  has_started boolean NOT NULL
);
CREATE UNIQUE INDEX credit_contracts_one_living_per_cpf ON credit_contracts (cpf_index) WHERE is_living;
CREATE INDEX credit_contracts_by_cpf ON credit_contracts (cpf_index);

-- Every decision with its sealed inputs, so that it can be explained and replayed.
CREATE TABLE credit_decisions (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL,
  cpf_index bytea NOT NULL,
  policy_id text NOT NULL,
  operation text NOT NULL CHECK (operation IN ('pre-approve', 'options')),
  result text NOT NULL,
  refusal_reason text,
  approved_limit_centavos bigint,
  record bytea NOT NULL,
  decided_at timestamptz NOT NULL
);
CREATE INDEX credit_decisions_by_person ON credit_decisions (cpf_index, decided_at);
