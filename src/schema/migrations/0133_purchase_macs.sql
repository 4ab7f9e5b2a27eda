-- Amounts and states of a purchase decide what leaves the bank: a row that the program did not write is refused.
ALTER TABLE transactions ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);
-- An offer becomes a contract as it stands.
ALTER TABLE checkouts ADD COLUMN mac bytea NOT NULL CHECK (length(mac) = 32);

-- Every move writes another MAC, also the event of a purchase that has ended.
DO $do$
DECLARE
  known text := pg_get_functiondef('check_transaction_change'::regproc);
BEGIN
  IF position('{move_count,last_sequence,changed_at}' IN known) = 0 THEN
    RAISE EXCEPTION 'check_transaction_change does not guard ended purchases any more';
  END IF;
  EXECUTE replace(known, '{move_count,last_sequence,changed_at}', '{move_count,last_sequence,changed_at,mac}');
END $do$;
