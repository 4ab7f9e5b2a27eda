-- The keys that seal data. The first one derives from the root key; the others are random, wrapped under ENCRYPTION_KEY. No row as
-- long as there is only the first.
CREATE TABLE data_keys (
  id smallint PRIMARY KEY CHECK (id > 0),
  -- Tells under which ENCRYPTION_KEY the box was made.
  wrapped_by bytea CHECK (length(wrapped_by) = 16),
  box bytea,
  -- Programs learn a key before any of them seals with it.
  announced_at timestamptz NOT NULL,
  active_at timestamptz,
  -- Nothing is sealed under it any more.
  retired_at timestamptz,
  CONSTRAINT data_keys_first_is_derived CHECK ((id = 1) = (box IS NULL) AND (box IS NULL) = (wrapped_by IS NULL))
);

-- The key of a file, sealed. Null: it derives from the first data key and the salt.
ALTER TABLE file_keys ADD COLUMN key_box bytea;

-- Under which data key a box is sealed: format 1 has no id, format 2 has two bytes of it.
CREATE FUNCTION box_key_id(box bytea) RETURNS integer LANGUAGE sql IMMUTABLE STRICT AS $$
  SELECT CASE get_byte(box, 0) WHEN 1 THEN 1 WHEN 2 THEN get_byte(box, 1) * 256 + get_byte(box, 2) END
$$;

-- Whether a box is the other one, sealed again under the newest data key: as long, and of a later key. Between two exchanges of
-- ENCRYPTION_KEY no box can be changed so.
CREATE FUNCTION is_resealed(old_box bytea, new_box bytea) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    box_key_id(new_box) > box_key_id(old_box)
    AND length(new_box) = length(old_box) + CASE get_byte(old_box, 0) WHEN 1 THEN 2 ELSE 0 END
    AND box_key_id(new_box) = (SELECT max(id) FROM data_keys WHERE active_at IS NOT NULL), false)
$$;

-- Rows that never change, but for the boxes named, which may be sealed again.
CREATE FUNCTION check_resealed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  boxes text[] := TG_ARGV;
  box_column text;
  old_box bytea;
  new_box bytea;
BEGIN
  IF to_jsonb(NEW) - boxes IS DISTINCT FROM to_jsonb(OLD) - boxes THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  FOREACH box_column IN ARRAY boxes LOOP
    EXECUTE format('SELECT ($1).%I, ($2).%I', box_column, box_column) INTO old_box, new_box USING OLD, NEW;
    IF new_box IS DISTINCT FROM old_box AND NOT is_resealed(old_box, new_box) THEN
      RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
    END IF;
  END LOOP;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER signatures_append_only
  BEFORE DELETE OR TRUNCATE OR UPDATE OF transaction_id, contract_hash, code_id, signed_at, documents ON signatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signatures_resealed BEFORE UPDATE ON signatures
  FOR EACH ROW EXECUTE FUNCTION check_resealed('origin_box');
CREATE OR REPLACE TRIGGER onboarding_consents_append_only
  BEFORE DELETE OR TRUNCATE OR UPDATE OF root_id, subject, accepted, answered_at ON onboarding_consents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_consents_resealed BEFORE UPDATE ON onboarding_consents
  FOR EACH ROW EXECUTE FUNCTION check_resealed('origin_box');
CREATE OR REPLACE TRIGGER onboarding_documents_immutable
  BEFORE UPDATE OF id, position, root_id, kind, media_type, bytes, sha256, received_at ON onboarding_documents
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER onboarding_documents_resealed BEFORE UPDATE ON onboarding_documents
  FOR EACH ROW EXECUTE FUNCTION check_resealed('box');
CREATE OR REPLACE TRIGGER signed_contracts_immutable
  BEFORE UPDATE OF transaction_id, key_salt, seal, signed_at ON signed_contracts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER signed_contracts_resealed BEFORE UPDATE ON signed_contracts
  FOR EACH ROW EXECUTE FUNCTION check_resealed('agreement_box', 'pdf_box', 'statement_box');
CREATE OR REPLACE TRIGGER webhook_attempts_append_only
  BEFORE DELETE OR TRUNCATE OR UPDATE OF endpoint_id, event_id, number, attempted_at, duration_ms, http_status, error ON webhook_attempts
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER webhook_attempts_resealed BEFORE UPDATE ON webhook_attempts
  FOR EACH ROW EXECUTE FUNCTION check_resealed('answer');
GRANT UPDATE (origin_box) ON signatures, onboarding_consents TO CURRENT_USER;
GRANT UPDATE (agreement_box, pdf_box, statement_box) ON signed_contracts TO CURRENT_USER;
GRANT UPDATE (answer) ON webhook_attempts TO CURRENT_USER;

CREATE OR REPLACE FUNCTION check_billet_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  frozen billets := NEW;
BEGIN
  frozen.registration := OLD.registration;
  IF OLD.payment_status = 'PENDING' THEN
    frozen.payment_status := OLD.payment_status;
    frozen.paid_at := OLD.paid_at;
    frozen.paid_by := OLD.paid_by;
  END IF;
  IF OLD.canceled_at IS NULL THEN
    frozen.canceled_at := OLD.canceled_at;
  END IF;
  IF NEW.token_box <> OLD.token_box AND is_resealed(OLD.token_box, NEW.token_box) THEN
    frozen.token_box := OLD.token_box;
  END IF;
  IF frozen IS DISTINCT FROM OLD THEN
    RAISE EXCEPTION 'billet % cannot change any more', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION check_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.move_count = OLD.move_count
    AND (NEW.details = OLD.details OR is_resealed(OLD.details, NEW.details))
    AND (NEW.refund_account IS NOT DISTINCT FROM OLD.refund_account OR is_resealed(OLD.refund_account, NEW.refund_account))
    AND (NEW.token_box = OLD.token_box OR is_resealed(OLD.token_box, NEW.token_box))
    AND to_jsonb(NEW) - '{details,refund_account,token_box}'::text[] = to_jsonb(OLD) - '{details,refund_account,token_box}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED', 'CLOSED') AND NEW.key_salt <> OLD.key_salt AND NEW.refund_account IS NULL
    AND to_jsonb(NEW) - '{key_salt,details,refund_account}'::text[] = to_jsonb(OLD) - '{key_salt,details,refund_account}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED') OR (OLD.status = 'CLOSED' AND NEW.status <> 'CLOSED') THEN
    RAISE EXCEPTION 'transaction % has ended as %', OLD.id, OLD.status USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.id, NEW.retailer_id, NEW.order_id, NEW.option_id, NEW.cpf_index, NEW.purchase_centavos, NEW.down_payment_centavos)
    IS DISTINCT FROM
    (OLD.id, OLD.retailer_id, OLD.order_id, OLD.option_id, OLD.cpf_index, OLD.purchase_centavos, OLD.down_payment_centavos)
    OR (OLD.signed_at IS NOT NULL AND (NEW.contract::text, NEW.signed_at) IS DISTINCT FROM (OLD.contract::text, OLD.signed_at))
    OR (OLD.transfered_at IS NOT NULL AND NEW.transfered_at IS DISTINCT FROM OLD.transfered_at) THEN
    RAISE EXCEPTION 'transaction % cannot change what was agreed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.last_sequence < OLD.last_sequence OR NEW.move_count <> OLD.move_count + 1 THEN
    RAISE EXCEPTION 'transaction % changed without a move', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- Puts a box in place of the one that it was made from, unless that one has changed meanwhile. Runs with the rights of the owner:
-- the program's role may change most of these columns in no other way.
CREATE FUNCTION reseal_box(place text, key_columns text[], key_values text[], old_box bytea, new_box bytea) RETURNS boolean
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
    'desk_decisions.reason', 'file_keys.key_box', 'idempotency_keys.answer', 'onboarding_consents.origin_box',
    'onboarding_documents.box', 'operator_passkeys.label', 'operators.profile', 'operators.totp_secret', 'payment_link_messages.to_box',
    'payment_link_visits.offer_box', 'payment_link_visits.person_box', 'payment_links.customer_box', 'payment_links.details',
    'payment_links.seller_box', 'payment_links.token_box', 'picture_requests.reason_box', 'sandbox_messages.box',
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
