-- How far this deployment's clock runs ahead of real time. Homologation moves it; production has no row.
CREATE TABLE deployment_clock (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  offset_ms bigint NOT NULL CHECK (offset_ms >= 0)
);

-- Work to be done later, written with the change that makes it necessary. Done work is deleted; work that kept failing stays.
CREATE TABLE jobs (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  kind text NOT NULL CHECK (kind <> ''),
  -- What the work is about: asking twice before it is done is asking once.
  intent text NOT NULL CHECK (intent <> ''),
  payload json NOT NULL,
  -- By the deployment's clock, which may be moved.
  run_at timestamptz NOT NULL,
  -- Grows when it is asked for again, so that a run which had already looked around is not taken for the answer.
  asked integer NOT NULL DEFAULT 1,
  attempts integer NOT NULL DEFAULT 0,
  -- Who runs it now, and until when by real time: moving the clock must not take work from a worker that is alive.
  claim_id text,
  leased_until timestamptz,
  last_error text,
  dead_at timestamptz,
  enqueued_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT jobs_intent_unique UNIQUE (kind, intent),
  CONSTRAINT jobs_claim_with_lease CHECK ((claim_id IS NULL) = (leased_until IS NULL)),
  CONSTRAINT jobs_dead_not_running CHECK (dead_at IS NULL OR claim_id IS NULL)
) WITH (fillfactor = 80);
CREATE INDEX jobs_due ON jobs (run_at, id) WHERE dead_at IS NULL;
CREATE INDEX jobs_dead ON jobs (dead_at, id) WHERE dead_at IS NOT NULL;

-- The last slot in which each schedule fired. A slot begins at a whole multiple of the interval, the same for every worker.
CREATE TABLE job_schedules (
  name text PRIMARY KEY,
  fired_slot timestamptz NOT NULL
);
