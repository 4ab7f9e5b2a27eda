-- starts empty
-- Shows that the program wrote an entry: nobody who can write to the database and has no key can invent one.
ALTER TABLE ledger_entries ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);

-- Every entry waits for its seal until it has one: none can be hidden from the check before sealing.
CREATE OR REPLACE FUNCTION check_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  difference numeric;
BEGIN
  SELECT sum(amount_centavos) INTO difference FROM ledger_postings WHERE entry_id = NEW.id;
  IF difference IS DISTINCT FROM 0 THEN
    RAISE EXCEPTION 'ledger entry % does not balance: %', NEW.id, coalesce(difference::text, 'no postings')
      USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  IF NOT EXISTS (SELECT FROM ledger_unsealed u WHERE u.entry_id = NEW.id) THEN
    RAISE EXCEPTION 'ledger entry % does not wait for a seal', NEW.id USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION check_sealed_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM removed r WHERE NOT EXISTS (SELECT FROM ledger_seals s WHERE s.entry_id = r.entry_id)) THEN
    RAISE EXCEPTION 'a ledger entry without a seal has to wait for it' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_unsealed_until_sealed AFTER DELETE ON ledger_unsealed
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION check_sealed_entry();
