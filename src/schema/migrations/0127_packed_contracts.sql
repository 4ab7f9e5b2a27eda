-- When the signed document becomes a file, the texts beside it are packed: they are sealed, so that the database itself cannot
-- compress them. A box only becomes shorter by this, and only once; the seal over what was signed stays as it is.
CREATE FUNCTION check_filed_contract() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{agreement_box,pdf_box,pdf_file,statement_box}'::text[]
      IS DISTINCT FROM to_jsonb(OLD) - '{agreement_box,pdf_box,pdf_file,statement_box}'::text[]
    OR (NEW.agreement_box <> OLD.agreement_box AND length(NEW.agreement_box) >= length(OLD.agreement_box))
    OR (NEW.statement_box <> OLD.statement_box AND length(NEW.statement_box) >= length(OLD.statement_box)) THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE OR REPLACE TRIGGER signed_contracts_filed BEFORE UPDATE ON signed_contracts
  FOR EACH ROW WHEN (NEW.pdf_box IS NULL AND OLD.pdf_box IS NOT NULL) EXECUTE FUNCTION check_filed_contract();

-- The program may change no text of a contract; by this it gives the document a file and packs the texts. False when the row
-- is not as it was read any more.
CREATE FUNCTION file_contract(contract text, file text, agreement_was bytea, agreement_packed bytea, statement_was bytea,
  statement_packed bytea) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path TO public, pg_temp AS $$
BEGIN
  IF NOT has_table_privilege(session_user, 'signed_contracts', 'INSERT') THEN
    RAISE EXCEPTION 'permission denied for function file_contract' USING ERRCODE = 'insufficient_privilege';
  END IF;
  UPDATE signed_contracts SET pdf_file = file, pdf_box = NULL, agreement_box = agreement_packed, statement_box = statement_packed
    WHERE transaction_id = contract AND pdf_box IS NOT NULL AND agreement_box = agreement_was AND statement_box = statement_was;
  RETURN FOUND;
END $$;
