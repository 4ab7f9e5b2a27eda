-- Not checked against old rows, which satisfied a narrower list: it would block the books for as long as they are read.
ALTER TABLE ledger_postings
  DROP CONSTRAINT ledger_postings_account_check,
  ADD CONSTRAINT ledger_postings_account_check CHECK (
    account ~ '^(bank|clearing|customer|retailer|commission|retention):[0-9a-f]{24}$'
    OR account ~ '^unidentified-bank:[0-9]{3}$'
    OR account IN ('iof', 'interest', 'fee', 'premium', 'late-fine', 'late-interest', 'suspense', 'refunds-due', 'iof-borne', 'bank-tariff')
  ) NOT VALID;

-- Payments of billets that the bank has told and credits later, by the reference of the notice.
CREATE TABLE clearing_items (
  reference text PRIMARY KEY,
  account_id text NOT NULL REFERENCES lender_accounts (id),
  paid_centavos bigint NOT NULL CHECK (paid_centavos > 0),
  -- What arrives on the account: less than was paid where the bank keeps its tariff.
  credited_centavos bigint NOT NULL CHECK (credited_centavos > 0),
  credited_on date NOT NULL,
  booked_at timestamptz
);
CREATE INDEX clearing_items_due ON clearing_items (credited_on) WHERE booked_at IS NULL;

-- Statements of the lender's accounts, each one a period that begins where the one before ended.
CREATE TABLE bank_statements (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES lender_accounts (id),
  first_day date NOT NULL,
  last_day date NOT NULL,
  opening_centavos bigint NOT NULL,
  closing_centavos bigint NOT NULL,
  -- SHA-256 of what the bank wrote, without the numbers of the file.
  content_hash bytea NOT NULL CHECK (length(content_hash) = 32),
  taken_at timestamptz NOT NULL,
  CONSTRAINT bank_statements_days_in_order CHECK (first_day <= last_day),
  CONSTRAINT bank_statements_once UNIQUE (account_id, last_day)
);
CREATE TRIGGER bank_statements_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON bank_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE UPDATE, DELETE, TRUNCATE ON bank_statements FROM CURRENT_USER;

CREATE TABLE bank_statement_lines (
  key text PRIMARY KEY CHECK (key <> ''),
  -- No foreign key: checking one takes the right to update bank_statements, which nobody has.
  statement_id text NOT NULL,
  account_id text NOT NULL,
  posted_on date NOT NULL,
  position integer NOT NULL,
  amount_centavos bigint NOT NULL CHECK (amount_centavos <> 0),
  category text NOT NULL CHECK (category IN ('collection', 'pix', 'fee', 'other')),
  history text NOT NULL,
  document text NOT NULL,
  -- IN_TRANSIT: the books may learn of it yet; SUSPENSE: they should have by now; RESOLVED: a person has explained it.
  state text NOT NULL DEFAULT 'NEW' CHECK (state IN ('NEW', 'MATCHED', 'IN_TRANSIT', 'SUSPENSE', 'RESOLVED'))
);
CREATE INDEX bank_statement_lines_open ON bank_statement_lines (account_id, posted_on) WHERE state IN ('NEW', 'IN_TRANSIT', 'SUSPENSE');
CREATE INDEX bank_statement_lines_by_statement ON bank_statement_lines (statement_id, position);

-- Which entry of the books a line of the statement shows. Several entries may be one line; an entry is on one line only.
CREATE TABLE bank_matches (
  book_reference text PRIMARY KEY,
  line_key text NOT NULL REFERENCES bank_statement_lines (key),
  amount_centavos bigint NOT NULL,
  -- False where the books do not hold it yet: another module announced it.
  is_booked boolean NOT NULL,
  matched_at timestamptz NOT NULL
);
CREATE INDEX bank_matches_by_line ON bank_matches (line_key);

-- Differences between books and statement that a person has to explain.
CREATE TABLE reconciliation_cases (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  account_id text NOT NULL REFERENCES lender_accounts (id),
  -- BANK: a line of the statement that the books do not know; BOOKS: an entry that no statement shows.
  side text NOT NULL CHECK (side IN ('BANK', 'BOOKS')),
  reference text NOT NULL,
  amount_centavos bigint NOT NULL,
  happened_on date NOT NULL,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  closed_by text,
  explanation text,
  CONSTRAINT reconciliation_cases_closed_by_somebody CHECK ((closed_at IS NULL) = (closed_by IS NULL))
);
CREATE UNIQUE INDEX reconciliation_cases_once ON reconciliation_cases (side, reference);
CREATE INDEX reconciliation_cases_waiting ON reconciliation_cases (opened_at) WHERE closed_at IS NULL;
