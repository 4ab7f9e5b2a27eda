-- Accounts that receive money are registered by two people: one proposes, another approves. The MAC covers what was proposed and by
-- whom, so that neither can be changed before the approval.
CREATE TABLE account_proposals (
  id text PRIMARY KEY CHECK (id ~ '^[0-9a-f]{24}$'),
  -- Text, not jsonb: the MAC covers it as it was written.
  settings text NOT NULL,
  proposed_by text NOT NULL CHECK (proposed_by <> ''),
  proposed_at timestamptz NOT NULL,
  mac bytea NOT NULL CHECK (length(mac) = 32),
  state text NOT NULL DEFAULT 'proposed' CHECK (state IN ('proposed', 'approved', 'declined')),
  answered_by text,
  answered_at timestamptz,
  CONSTRAINT account_proposals_answered CHECK (
    (state = 'proposed') = (answered_by IS NULL) AND (answered_by IS NULL) = (answered_at IS NULL)
  )
);
