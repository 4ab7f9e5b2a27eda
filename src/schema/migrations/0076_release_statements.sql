-- As before, and: the release moves the dates of a signed contract of version 2, once, and never raises what is paid.
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
  IF OLD.status IN ('CANCELED', 'ABANDONED') AND NEW.move_count = OLD.move_count + 1 AND NEW.last_sequence >= OLD.last_sequence
    AND to_jsonb(NEW) - '{move_count,last_sequence,changed_at}'::text[] = to_jsonb(OLD) - '{move_count,last_sequence,changed_at}'::text[] THEN
    RETURN NEW;
  END IF;
  IF OLD.status IN ('CANCELED', 'ABANDONED') OR (OLD.status = 'CLOSED' AND NEW.status <> 'CLOSED') THEN
    RAISE EXCEPTION 'transaction % has ended as %', OLD.id, OLD.status USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF (NEW.id, NEW.retailer_id, NEW.order_id, NEW.option_id, NEW.cpf_index, NEW.purchase_centavos, NEW.down_payment_centavos)
    IS DISTINCT FROM
    (OLD.id, OLD.retailer_id, OLD.order_id, OLD.option_id, OLD.cpf_index, OLD.purchase_centavos, OLD.down_payment_centavos)
    OR (OLD.signed_at IS NOT NULL AND (NEW.signed_at, NEW.contract_version) IS DISTINCT FROM (OLD.signed_at, OLD.contract_version))
    OR (OLD.signed_at IS NOT NULL
      AND (NEW.contract::text, NEW.contract_date) IS DISTINCT FROM (OLD.contract::text, OLD.contract_date)
      AND NOT coalesce(OLD.contract_version >= 2 AND OLD.status = 'PENDING' AND NEW.status = 'OPEN'
        AND (NEW.contract ->> 'installmentCentavos')::bigint <= (OLD.contract ->> 'installmentCentavos')::bigint
        AND (NEW.contract ->> 'numberOfInstallments')::int = (OLD.contract ->> 'numberOfInstallments')::int, false))
    OR (OLD.transfered_at IS NOT NULL AND NEW.transfered_at <> OLD.transfered_at) THEN
    RAISE EXCEPTION 'transaction % cannot change what was agreed', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NEW.last_sequence < OLD.last_sequence OR NEW.move_count <> OLD.move_count + 1 THEN
    RAISE EXCEPTION 'transaction % changed without a move', OLD.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;

-- What the release of a signed contract changed of its dates, tax and CET, under the service's own signature. Figures only, nothing personal.
CREATE TABLE release_statements (
  transaction_id text PRIMARY KEY CHECK (length(transaction_id) = 24),
  -- Exactly the text that is signed.
  statement text NOT NULL,
  seal bytea NOT NULL CHECK (length(seal) = 64),
  released_on date NOT NULL
);
CREATE TRIGGER release_statements_immutable BEFORE UPDATE ON release_statements
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
