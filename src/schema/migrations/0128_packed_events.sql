-- Events of steps repeat, ten times a purchase, the same words and what their other columns say. They are stored with signs in
-- place of the words, in the column that they are in already: no text of an event has such signs. The release before this
-- one cannot read them, so that nothing is stored this way while it may still run: in a database that has events, from a
-- week after this migration on.
CREATE TABLE event_packing (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  starts_at timestamptz NOT NULL
);
INSERT INTO event_packing (starts_at)
  SELECT CASE WHEN EXISTS (SELECT FROM events) THEN now() + interval '7 days' ELSE now() END;
