-- What the analysis of a customer's pictures found, sealed with their key and deleted with them. While the service is still at it, the
-- box holds the reference by which it is asked again.
CREATE TABLE identity_analyses (
  root_id text PRIMARY KEY REFERENCES onboardings (transaction_id) ON DELETE CASCADE,
  -- The ids of the pictures: other pictures make another analysis.
  pictures text NOT NULL,
  asked_at timestamptz NOT NULL,
  box bytea NOT NULL
);

-- As before, with the box of these analyses.
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
    'psp_charge_revisions.body_box', 'sandbox_messages.box',
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
