-- One row holds a checkout and all its options: their ids are members of the checkout's id, and their figures are in `offer`
-- exactly as they were shown, so that neither a new policy nor a new program can change them.
CREATE TABLE checkouts (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{21}000$'),
  retailer_id text NOT NULL,
  decision_id text NOT NULL,
  cpf_index bytea NOT NULL,
  details bytea NOT NULL,
  source text NOT NULL,
  device text NOT NULL,
  purchase_centavos bigint NOT NULL CHECK (purchase_centavos > 0),
  offer bytea,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
-- Packed or sealed: a second compression would only cost time.
ALTER TABLE checkouts ALTER COLUMN offer SET STORAGE EXTERNAL;
ALTER TABLE checkouts ALTER COLUMN details SET STORAGE EXTERNAL;
CREATE INDEX checkouts_by_retailer ON checkouts (retailer_id, created_at);
