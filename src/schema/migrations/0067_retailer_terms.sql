-- Who a retailer is, where its money goes and when. Each change is a row of its own: nothing is overwritten, and the program may not.
-- The MAC covers everything but the sealed account, which nobody can make without the key either.
CREATE TABLE retailer_terms (
  retailer_id text NOT NULL REFERENCES retailers (id),
  -- The highest one counts.
  version integer NOT NULL CHECK (version > 0),
  legal_name text CHECK (legal_name <> ''),
  cnpj text CHECK (cnpj ~ '^[0-9A-Z]{12}[0-9]{2}$'),
  schedule text NOT NULL CHECK (schedule ~ '^(immediate|next-business-day|weekly:(MON|TUE|WED|THU|FRI)|days:[1-9][0-9]?)$'),
  -- Why it may not sell; null: it may.
  suspension text CHECK (suspension <> ''),
  payee_box bytea,
  -- Payouts need a person for some time after this. Null: the account was never another one.
  account_changed_at timestamptz,
  changed_by text NOT NULL CHECK (changed_by <> ''),
  changed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (retailer_id, version),
  CONSTRAINT retailer_terms_account_of_somebody CHECK (payee_box IS NULL OR (legal_name IS NOT NULL AND cnpj IS NOT NULL))
);

-- Names, CNPJs and accounts of retailers are changed by two people.
CREATE TABLE retailer_proposals (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL REFERENCES retailers (id),
  changes_box bytea NOT NULL,
  proposed_by text NOT NULL CHECK (proposed_by <> ''),
  proposed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'approved', 'declined')),
  answered_by text,
  answered_at timestamptz,
  CONSTRAINT retailer_proposals_answered CHECK (
    (state = 'proposed') = (answered_by IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL)
  )
);
CREATE INDEX retailer_proposals_open ON retailer_proposals (id) WHERE state = 'proposed';

-- The boxes of retailers are sealed again as all others.
DO $$
DECLARE
  known text := pg_get_functiondef('reseal_box'::regproc);
  extended text := replace(known, '''sandbox_messages.box''',
    '''retailer_proposals.changes_box'', ''retailer_terms.payee_box'', ''sandbox_messages.box''');
BEGIN
  IF extended = known THEN
    RAISE EXCEPTION 'reseal_box has no list of places any more';
  END IF;
  EXECUTE extended;
END $$;
