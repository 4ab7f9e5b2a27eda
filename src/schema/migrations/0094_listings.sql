-- A debt that a credit bureau is told of, and everything that became of it. The intent is a row before the bureau is asked.
CREATE TABLE listings (
  -- The key at the bureau as well.
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  transaction_id text NOT NULL REFERENCES loans (transaction_id),
  notice_id text NOT NULL REFERENCES formal_notices (id),
  -- Of the installment that is listed.
  due_date date NOT NULL,
  -- What was overdue when it was decided.
  amount_centavos bigint NOT NULL CHECK (amount_centavos > 0),
  -- The last day of the listing, whatever happens.
  ends_on date NOT NULL,
  state text NOT NULL CHECK (state IN ('ASKING', 'LISTED', 'REFUSED', 'REMOVING', 'REMOVED')),
  decided_at timestamptz NOT NULL,
  listed_at timestamptz,
  removal_reason text CHECK (removal_reason IN ('PAID', 'RENEGOTIATED', 'DISPUTED', 'CANCELED', 'ENDED')),
  -- By law.
  remove_by date,
  removed_at timestamptz,
  provider_id text,
  -- Why the bureau refused, or what keeps the request from being answered.
  problem text,
  attempts integer NOT NULL DEFAULT 0,
  -- The last request may have had its effect: the bureau is asked for the key before anything is repeated.
  is_unknown boolean NOT NULL DEFAULT false,
  -- When the bureau is asked next; null when nothing is under way.
  due_at timestamptz,
  CHECK ((state IN ('REMOVING', 'REMOVED')) = (removal_reason IS NOT NULL)),
  CHECK ((removal_reason IS NULL) = (remove_by IS NULL)),
  CHECK ((state = 'REMOVED') = (removed_at IS NOT NULL)),
  CHECK ((state IN ('ASKING', 'REMOVING')) = (due_at IS NOT NULL))
);
-- One listing of a delay, unless it was taken back while the customer disputed it; and one living of a contract.
CREATE UNIQUE INDEX listings_one_of_delay ON listings (transaction_id, due_date) WHERE removal_reason IS DISTINCT FROM 'DISPUTED';
CREATE UNIQUE INDEX listings_one_living ON listings (transaction_id) WHERE state IN ('ASKING', 'LISTED', 'REMOVING');
CREATE INDEX listings_due ON listings (due_at) WHERE due_at IS NOT NULL;
