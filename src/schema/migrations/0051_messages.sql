-- Every message to a customer, sealed: what it is about stands beside it, whom it reaches and what it says only in the box.
CREATE TABLE messages (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  position bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  retailer_id text NOT NULL,
  transaction_id text,
  -- What the message is about: there is only one about the same.
  intent text CONSTRAINT messages_intent UNIQUE,
  template text NOT NULL,
  purpose text NOT NULL CHECK (purpose IN ('CODE', 'CONTRACT', 'REMINDER', 'COLLECTION')),
  channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  -- The customer's phone, and the address that the message goes to.
  phone_index bytea,
  to_index bytea NOT NULL,
  code_id text,
  box bytea NOT NULL,
  state text NOT NULL DEFAULT 'QUEUED' CHECK (state IN ('QUEUED', 'HANDED_OVER', 'FAILED')),
  failure text CHECK (failure IN ('ADDRESS_INVALID', 'OPTED_OUT', 'BLOCKED', 'EXPIRED', 'UNAVAILABLE')),
  -- The name that the service gave to the message.
  provider_id text,
  queued_at timestamptz NOT NULL,
  expires_at timestamptz,
  settled_at timestamptz,
  CONSTRAINT messages_failed CHECK ((state = 'FAILED') = (failure IS NOT NULL)),
  CONSTRAINT messages_settled CHECK ((state = 'QUEUED') = (settled_at IS NULL))
);
CREATE INDEX messages_by_phone ON messages (phone_index, retailer_id, position);
CREATE INDEX messages_by_address ON messages (to_index, retailer_id, position);
CREATE INDEX messages_by_code ON messages (code_id) WHERE code_id IS NOT NULL;
CREATE INDEX messages_by_age ON messages (queued_at);
CREATE INDEX messages_codes_by_age ON messages (queued_at) WHERE purpose = 'CODE';

-- Addresses that want no reminders, as blind indexes.
CREATE TABLE message_opt_outs (
  to_index bytea NOT NULL,
  channel text NOT NULL CHECK (channel IN ('SMS', 'EMAIL')),
  source text NOT NULL CHECK (source IN ('operator', 'provider')),
  opted_out_at timestamptz NOT NULL,
  PRIMARY KEY (to_index, channel)
);

-- As before, with the box of messages.
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
    'desk_decisions.reason', 'file_keys.key_box', 'idempotency_keys.answer', 'messages.box', 'onboarding_consents.origin_box',
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
