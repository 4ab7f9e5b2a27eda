-- A purchase that has ended may still publish an event, because its refund is paid later. Nothing else of it changes.
DO $do$
DECLARE
  known text := pg_get_functiondef('check_transaction_change'::regproc);
  ended text := $$  IF OLD.status IN ('CANCELED', 'ABANDONED') OR ($$;
  refunded text := $$  IF OLD.status IN ('CANCELED', 'ABANDONED') AND NEW.move_count = OLD.move_count + 1 AND NEW.last_sequence >= OLD.last_sequence
    AND to_jsonb(NEW) - '{move_count,last_sequence,changed_at}'::text[] = to_jsonb(OLD) - '{move_count,last_sequence,changed_at}'::text[] THEN
    RETURN NEW;
  END IF;
$$;
BEGIN
  IF position(ended IN known) = 0 THEN RAISE EXCEPTION 'check_transaction_change does not guard ended transactions any more'; END IF;
  EXECUTE replace(known, ended, refunded || ended);
END $do$;
