-- The day on which the customer received the goods, told by the retailer once: the days of a withdrawal count from it.
ALTER TABLE transactions ADD COLUMN delivered_on date;

DO $do$
DECLARE
  known text := pg_get_functiondef('check_transaction_change'::regproc);
  marker constant text := $$OR (OLD.transfered_at IS NOT NULL AND NEW.transfered_at <> OLD.transfered_at)$$;
  told constant text := $$OR (OLD.delivered_on IS NOT NULL AND NEW.delivered_on IS DISTINCT FROM OLD.delivered_on)$$;
BEGIN
  IF position(marker IN known) = 0 THEN RAISE EXCEPTION 'check_transaction_change does not guard transfers any more'; END IF;
  EXECUTE replace(known, marker, marker || E'\n    ' || told);
END $do$;
