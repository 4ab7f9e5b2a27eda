-- Files with orders for a bank. Until one is known to lie on disk, the next export writes the same file again.
CREATE TABLE remittance_files (
  account_id text NOT NULL REFERENCES lender_accounts (id),
  file_sequence integer NOT NULL CHECK (file_sequence > 0),
  created_at timestamptz NOT NULL,
  written_at timestamptz,
  PRIMARY KEY (account_id, file_sequence)
);
CREATE INDEX remittance_files_unwritten ON remittance_files (account_id, file_sequence) WHERE written_at IS NULL;
