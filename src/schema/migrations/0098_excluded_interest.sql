-- Of the face value, interest of time to come that is not claimed because the whole contract is due. It is in
-- part_paid_centavos, and nobody has paid it.
ALTER TABLE billets ADD COLUMN excluded_centavos bigint NOT NULL DEFAULT 0
  CHECK (excluded_centavos BETWEEN 0 AND part_paid_centavos);

-- It is set once, with the day from which the contract is due as a whole.
DO $$
DECLARE
  definition text := pg_get_functiondef('check_billet_change()'::regprocedure);
  marker constant text := 'frozen.claimed_from := NULL;';
BEGIN
  IF position(marker IN definition) = 0 THEN
    RAISE EXCEPTION 'check_billet_change does not name claimed_from';
  END IF;
  EXECUTE replace(definition, marker, marker || '
        frozen.excluded_centavos := OLD.excluded_centavos;');
END $$;

ALTER TABLE billets DISABLE TRIGGER billets_immutable;
UPDATE billets b SET excluded_centavos = p.face_centavos FROM billet_payments p
  WHERE b.claimed_from IS NOT NULL AND p.billet_id = b.id AND p.reference = 'acceleration:' || b.transaction_id;
ALTER TABLE billets ENABLE TRIGGER billets_immutable;
