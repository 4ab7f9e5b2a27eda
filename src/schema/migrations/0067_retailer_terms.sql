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

-- As before, with the boxes of retailers.
CREATE OR REPLACE FUNCTION reseal_box(place text, key_columns text[], key_values text[], old_box bytea, new_box bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  condition text;
  changed integer;
BEGIN
  IF NOT has_table_privilege(session_user, 'data_keys', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function reseal_box' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT place = ANY (ARRAY[
    'billet_payers.payer', 'billets.token_box', 'checkouts.details', 'credit_decisions.record', 'desk_decisions.answer_reason',
    'desk_decisions.reason', 'file_keys.key_box', 'idempotency_keys.answer', 'identity_analyses.box', 'messages.box', 'onboarding_consents.origin_box',
    'onboarding_documents.box', 'operator_passkeys.label', 'operators.profile', 'operators.totp_secret', 'payment_link_messages.to_box',
    'payment_link_visits.offer_box', 'payment_link_visits.person_box', 'payment_links.customer_box', 'payment_links.details',
    'payment_links.seller_box', 'payment_links.token_box', 'picture_requests.reason_box',
    'psp_charge_revisions.body_box', 'retailer_proposals.changes_box', 'retailer_terms.payee_box', 'sandbox_messages.box',
    'signatures.origin_box', 'signed_contracts.agreement_box', 'signed_contracts.pdf_box', 'signed_contracts.statement_box',
    'store_endpoints.secret_box', 'transactions.details', 'transactions.refund_account', 'transactions.token_box',
    'webhook_attempts.answer', 'webhook_endpoints.previous_secret', 'webhook_endpoints.secret'
  ]) THEN
    RAISE EXCEPTION '% holds no boxes', place USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT is_resealed(CASE WHEN place = 'file_keys.key_box' AND old_box IS NULL THEN
      '\x01'::bytea || substring(new_box FROM 4) ELSE old_box END, new_box) THEN
    RAISE EXCEPTION 'not the box of %, sealed again', place USING ERRCODE = 'insufficient_privilege';
  END IF;
  SELECT string_agg(format('%I = %L', name, value), ' AND ') INTO STRICT condition
    FROM unnest(key_columns, key_values) AS k (name, value);
  EXECUTE format('UPDATE %1$I SET %2$I = $1 WHERE %3$s AND %2$I IS NOT DISTINCT FROM $2',
    split_part(place, '.', 1), split_part(place, '.', 2), condition) USING new_box, old_box;
  GET DIAGNOSTICS changed = ROW_COUNT;
  RETURN changed > 0;
END $$;
