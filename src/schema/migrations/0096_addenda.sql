-- What a return of products changed of a signed contract, under the service's own signature. Figures and hashes only: what was bought is in
-- the sealed details of the purchases. The customer's confirmation is added once, and nothing else changes.
CREATE TABLE contract_addenda (
  transaction_id text PRIMARY KEY CHECK (transaction_id ~ '^[0-9a-f]{24}$'),
  retailer_id text NOT NULL,
  -- Exactly the text that is signed.
  statement text NOT NULL,
  seal bytea NOT NULL CHECK (length(seal) = 64),
  made_on date NOT NULL,
  confirmation text,
  confirmation_seal bytea CHECK (length(confirmation_seal) = 64),
  confirmed_at timestamptz,
  CONSTRAINT contract_addenda_confirmed CHECK (
    (confirmation IS NULL) = (confirmation_seal IS NULL) AND (confirmation IS NULL) = (confirmed_at IS NULL))
);

CREATE FUNCTION check_addendum_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.confirmed_at IS NOT NULL
    OR to_jsonb(NEW) - '{confirmation,confirmation_seal,confirmed_at}'::text[]
      <> to_jsonb(OLD) - '{confirmation,confirmation_seal,confirmed_at}'::text[] THEN
    RAISE EXCEPTION 'the addendum of % cannot change', OLD.transaction_id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contract_addenda_confirmed_once BEFORE UPDATE ON contract_addenda
  FOR EACH ROW EXECUTE FUNCTION check_addendum_change();
CREATE TRIGGER contract_addenda_never_removed BEFORE DELETE OR TRUNCATE ON contract_addenda
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
