-- concurrent
-- Checkouts are going to be stored by day. The table as it is becomes the part before a midnight some days ahead; that all
-- of its rows are from before is checked here, without blocking anybody. Ids begin with their time. In homologation the
-- clock may be ahead of the real one.
ALTER TABLE checkouts DROP CONSTRAINT IF EXISTS checkouts_until;
DO $$ DECLARE bound text := lpad(to_hex((extract(epoch FROM date_trunc('day', now() AT TIME ZONE 'UTC'
    + coalesce((SELECT offset_ms FROM deployment_clock), 0) * interval '1 millisecond' + interval '4 days')) * 1000)::bigint), 12, '0'); /* */
  BEGIN EXECUTE format('ALTER TABLE checkouts ADD CONSTRAINT checkouts_until CHECK (id < %L) NOT VALID', bound); END $$;
ALTER TABLE checkouts VALIDATE CONSTRAINT checkouts_until;
