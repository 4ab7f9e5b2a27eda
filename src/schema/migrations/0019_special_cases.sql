-- Cases that end or change a contract otherwise than by its payment: fraud, court orders, death, and settlements for less.
CREATE TABLE special_cases (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL REFERENCES loans (transaction_id),
  retailer_id text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('FRAUD', 'COURT_ORDER', 'DEATH', 'DISCOUNT', 'WRITTEN_OFF', 'OVER_INDEBTEDNESS')),
  state text NOT NULL CHECK (state IN ('OPENED', 'DOCUMENTED', 'DECIDED', 'DONE', 'WITHDRAWN')),
  -- Raised by everything that changes the case, so that a proposal names what its author saw.
  version integer NOT NULL CHECK (version > 0),
  -- What was proposed or decided, with its figures; the meaning of the day depends on the effect.
  effect text CHECK (effect ~ '^[A-Z]+(_[A-Z]+)*$'),
  amount_centavos bigint CHECK (amount_centavos >= 0),
  effective_on date,
  installments smallint CHECK (installments > 0),
  -- What somebody told, sealed.
  note bytea NOT NULL,
  -- Where the person asked to be answered, sealed; in a fraud the contract's own addresses are the impostor's.
  contact bytea,
  opened_by text NOT NULL REFERENCES operators (id),
  opened_at timestamptz NOT NULL,
  decided_at timestamptz,
  ended_at timestamptz,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  CHECK ((state IN ('DONE', 'WITHDRAWN')) = (ended_at IS NOT NULL)),
  CHECK (state <> 'DECIDED' OR decided_at IS NOT NULL)
);
CREATE UNIQUE INDEX special_cases_one_living ON special_cases (transaction_id) WHERE ended_at IS NULL;
CREATE INDEX special_cases_by_contract ON special_cases (transaction_id, id);
CREATE INDEX special_cases_living ON special_cases (id) WHERE ended_at IS NULL;

CREATE TABLE special_case_documents (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  case_id text NOT NULL REFERENCES special_cases (id),
  file_name text NOT NULL,
  sha256 bytea NOT NULL CHECK (length(sha256) = 32),
  bytes integer NOT NULL CHECK (bytes > 0),
  added_by text NOT NULL REFERENCES operators (id),
  added_at timestamptz NOT NULL,
  UNIQUE (case_id, sha256)
);
CREATE TRIGGER special_case_documents_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON special_case_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- While one is in force, nobody is reminded, noticed, listed or accelerated because of the contract.
CREATE TABLE collection_stops (
  -- Of the case that asked for it.
  case_id text NOT NULL CHECK (case_id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL REFERENCES loans (transaction_id),
  begun_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (case_id, transaction_id)
);
CREATE INDEX collection_stops_in_force ON collection_stops (transaction_id) WHERE ended_at IS NULL;

-- The loss of a fraud that the lender bears has an account of its own. Whatever the list is by now, it grows by one.
DO $$
DECLARE
  definition text;
BEGIN
  SELECT pg_get_constraintdef(oid) INTO STRICT definition FROM pg_constraint
    WHERE conrelid = 'ledger_postings'::regclass AND conname = 'ledger_postings_account_check';
  IF strpos(definition, '''waived''::text') = 0 THEN RAISE EXCEPTION 'the list of accounts is not as expected'; END IF;
  ALTER TABLE ledger_postings DROP CONSTRAINT ledger_postings_account_check;
  EXECUTE 'ALTER TABLE ledger_postings ADD CONSTRAINT ledger_postings_account_check '
    || replace(replace(definition, ' NOT VALID', ''), '''waived''::text', '''waived''::text, ''fraud-loss''::text')
    || ' NOT VALID';
END $$;

-- Everything, for an amount below the debt that two people have agreed to accept.
ALTER TABLE settlements DROP CONSTRAINT settlements_selection_check,
  ADD CONSTRAINT settlements_selection_check
    CHECK (selection ~ '^(all|next|discounted|last:[0-9]{1,2}|amount:[0-9]{1,12})$') NOT VALID;
