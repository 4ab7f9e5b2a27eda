-- From this day on the billet's debt is due, whatever stands on it, because the whole contract is. Null: from its due date.
ALTER TABLE billets ADD COLUMN claimed_from date;

-- As before: what is owed on a billet changes together.
DO $$
DECLARE
  definition text := pg_get_functiondef('check_billet_change()'::regprocedure);
  marker constant text := 'frozen.interest_from := OLD.interest_from;';
BEGIN
  IF position(marker IN definition) = 0 THEN
    RAISE EXCEPTION 'check_billet_change does not name interest_from';
  END IF;
  EXECUTE replace(definition, marker, marker || '
      IF OLD.claimed_from IS NULL THEN
        frozen.claimed_from := NULL;
      END IF;');
END $$;

-- Due date of the first installment that is not paid, on the day of the month of the first; null when all are paid.
CREATE FUNCTION oldest_open_due(first_due_date date, open_centavos bigint[]) RETURNS date LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT (first_due_date + make_interval(months => min(place)::integer - 1))::date
  FROM unnest(open_centavos) WITH ORDINALITY AS installment (face, place) WHERE face > 0
$$;

-- Notices that the law asks for before something is done to a debtor, with the proof that they were sent and delivered.
CREATE TABLE formal_notices (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL REFERENCES loans (transaction_id),
  kind text NOT NULL CHECK (kind IN ('listing', 'acceleration')),
  -- Of the oldest open installment when it was asked for.
  due_date date NOT NULL,
  asked_at timestamptz NOT NULL,
  sent_at timestamptz,
  channel text CHECK (channel IN ('SMS', 'EMAIL')),
  -- Whoever delivers messages names it so.
  provider_id text,
  delivered_at timestamptz,
  -- As the gateway wrote it.
  receipt text,
  -- When its proof is looked for again; null when there is nothing left to look for.
  due_at timestamptz,
  UNIQUE (transaction_id, kind, due_date),
  CHECK ((delivered_at IS NULL) = (receipt IS NULL)),
  CHECK (delivered_at IS NULL OR sent_at IS NOT NULL)
);
CREATE INDEX formal_notices_due ON formal_notices (due_at) WHERE due_at IS NOT NULL;
