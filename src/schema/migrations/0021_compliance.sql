-- Prevention of money laundering: lists of people, cases, and the register of what was reported to COAF.

-- A list of politically exposed or sanctioned people as somebody published it. A newer one of the same source replaces it and
-- leaves it as it was: what a customer was compared with can be shown years later.
CREATE TABLE screening_lists (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  kind text NOT NULL CHECK (kind IN ('PEP', 'SANCTIONS')),
  source text NOT NULL CHECK (source <> ''),
  published_on date NOT NULL,
  -- Of the file.
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  entry_count integer NOT NULL CHECK (entry_count > 0),
  loaded_by text NOT NULL,
  loaded_at timestamptz NOT NULL,
  replaced_at timestamptz,
  mac bytea NOT NULL CHECK (length(mac) = 32)
);
CREATE UNIQUE INDEX screening_lists_current ON screening_lists (kind, source) WHERE replaced_at IS NULL;
CREATE TRIGGER screening_lists_never_removed BEFORE DELETE OR TRUNCATE ON screening_lists
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON screening_lists FROM CURRENT_USER;

-- Everything about the person is in the box. The blind indexes find those who may be a customer.
CREATE TABLE screening_entries (
  list_id text NOT NULL REFERENCES screening_lists (id),
  position integer NOT NULL CHECK (position > 0),
  -- Of the digits that a masked CPF shows.
  digits_index bytea CHECK (length(digits_index) = 16),
  cpf_index bytea CHECK (length(cpf_index) = 16),
  name_index bytea NOT NULL CHECK (length(name_index) = 16),
  box bytea NOT NULL,
  PRIMARY KEY (list_id, position)
);
CREATE INDEX screening_entries_by_digits ON screening_entries (digits_index) WHERE digits_index IS NOT NULL;
CREATE INDEX screening_entries_by_cpf ON screening_entries (cpf_index) WHERE cpf_index IS NOT NULL;
CREATE INDEX screening_entries_by_name ON screening_entries (name_index);
CREATE TRIGGER screening_entries_never_removed BEFORE DELETE OR TRUNCATE ON screening_entries
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON screening_entries FROM CURRENT_USER;

-- A match with a list, or a payment that is unusual. `about` tells cases of one kind and one person apart: the same match is a case
-- once, also when it is found again in a newer list.
CREATE TABLE compliance_cases (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  kind text NOT NULL CHECK (kind ~ '^[A-Z]+(_[A-Z]+)*$'),
  cpf_index bytea NOT NULL CHECK (length(cpf_index) = 16),
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  about text NOT NULL,
  opened_at timestamptz NOT NULL,
  -- NULL while it is open.
  result text,
  closed_at timestamptz,
  version integer NOT NULL CHECK (version > 0),
  -- What was found. Forgetting the person empties it.
  box bytea,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT compliance_cases_once UNIQUE (cpf_index, kind, about),
  CONSTRAINT compliance_cases_closed CHECK ((result IS NULL) = (closed_at IS NULL))
);
CREATE INDEX compliance_cases_open ON compliance_cases (opened_at, id) WHERE result IS NULL;
CREATE INDEX compliance_cases_by_transaction ON compliance_cases (transaction_id);
CREATE TRIGGER compliance_cases_never_removed BEFORE DELETE OR TRUNCATE ON compliance_cases
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON compliance_cases FROM CURRENT_USER;

-- Payments that somebody other than the customer made, where the bank says who paid.
CREATE TABLE third_party_payments (
  reference text PRIMARY KEY,
  transaction_id text NOT NULL CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  cpf_index bytea NOT NULL CHECK (length(cpf_index) = 16),
  payer_index bytea NOT NULL CHECK (length(payer_index) = 16),
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  paid_on date NOT NULL
);
CREATE INDEX third_party_payments_by_person ON third_party_payments (cpf_index, paid_on);

-- What was decided about reporting to COAF, and the proof of what was reported. A year without a report is stated itself.
CREATE TABLE compliance_reports (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  kind text NOT NULL CHECK (kind IN ('REPORT', 'NO_REPORT', 'NO_OCCURRENCE')),
  case_id text UNIQUE REFERENCES compliance_cases (id),
  year integer UNIQUE CHECK (year BETWEEN 2000 AND 9999),
  -- Who decided, who approved, and why.
  decision_id text NOT NULL REFERENCES desk_decisions (id),
  decided_on date NOT NULL,
  -- The last day on which COAF has to be told; NULL where nothing is reported.
  due_on date,
  reported_on date,
  -- The number that COAF's system gives.
  receipt text CHECK (receipt <> ''),
  recorded_by text REFERENCES operators (id),
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CONSTRAINT compliance_reports_about CHECK ((kind = 'NO_OCCURRENCE') = (case_id IS NULL) AND (case_id IS NULL) <> (year IS NULL)),
  CONSTRAINT compliance_reports_due CHECK ((kind = 'NO_REPORT') = (due_on IS NULL)),
  CONSTRAINT compliance_reports_receipt CHECK ((receipt IS NULL) = (reported_on IS NULL) AND (receipt IS NULL) = (recorded_by IS NULL))
);
CREATE TRIGGER compliance_reports_never_removed BEFORE DELETE OR TRUNCATE ON compliance_reports
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
REVOKE DELETE, TRUNCATE ON compliance_reports FROM CURRENT_USER;

-- The boxes of this page are sealed again with the others.
DO $$ BEGIN
  EXECUTE replace(pg_get_functiondef('reseal_box'::regproc), '''webhook_endpoints.secret''',
    '''webhook_endpoints.secret'', ''screening_entries.box'', ''compliance_cases.box''');
END $$;
