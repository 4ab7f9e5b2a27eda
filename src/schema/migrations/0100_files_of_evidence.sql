-- Pictures and signed documents become files (FILES_URL) some time after they were written: the row then names its file
-- and holds no box any more. That is the only new change that a row allows, and it has no way back.
ALTER TABLE onboarding_documents ALTER COLUMN box DROP NOT NULL,
  ADD COLUMN file_name text CHECK (length(file_name) = 64);
ALTER TABLE onboarding_documents
  ADD CONSTRAINT onboarding_documents_one_place CHECK ((box IS NULL) = (file_name IS NOT NULL)) NOT VALID;
ALTER TABLE signed_contracts ALTER COLUMN pdf_box DROP NOT NULL,
  ADD COLUMN pdf_file text CHECK (length(pdf_file) = 64);
ALTER TABLE signed_contracts
  ADD CONSTRAINT signed_contracts_one_place CHECK ((pdf_box IS NULL) = (pdf_file IS NOT NULL)) NOT VALID;
GRANT UPDATE (pdf_file) ON signed_contracts TO CURRENT_USER;

-- The arguments are the column of the box and the column that names the file.
CREATE FUNCTION check_filed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  places text[] := TG_ARGV;
BEGIN
  IF to_jsonb(NEW) - places IS DISTINCT FROM to_jsonb(OLD) - places THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER onboarding_documents_resealed BEFORE UPDATE ON onboarding_documents
  FOR EACH ROW WHEN (NEW.box IS NOT NULL OR OLD.box IS NULL) EXECUTE FUNCTION check_resealed('box');
CREATE TRIGGER onboarding_documents_filed BEFORE UPDATE ON onboarding_documents
  FOR EACH ROW WHEN (NEW.box IS NULL AND OLD.box IS NOT NULL) EXECUTE FUNCTION check_filed('box', 'file_name');
CREATE OR REPLACE TRIGGER signed_contracts_resealed BEFORE UPDATE ON signed_contracts
  FOR EACH ROW WHEN (NEW.pdf_box IS NOT NULL OR OLD.pdf_box IS NULL)
  EXECUTE FUNCTION check_resealed('agreement_box', 'pdf_box', 'statement_box');
CREATE TRIGGER signed_contracts_filed BEFORE UPDATE ON signed_contracts
  FOR EACH ROW WHEN (NEW.pdf_box IS NULL AND OLD.pdf_box IS NOT NULL) EXECUTE FUNCTION check_filed('pdf_box', 'pdf_file');
