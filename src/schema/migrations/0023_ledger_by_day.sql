-- concurrent
-- Entries of a month, for its closing and its exports.
CREATE INDEX CONCURRENTLY IF NOT EXISTS ledger_entries_by_booked_day ON ledger_entries (booked_on, id);
-- Whether a contract is an agreement about another one; asked for every contract at each month end.
CREATE INDEX CONCURRENTLY IF NOT EXISTS loans_by_agreement ON loans (suspended_by) WHERE suspended_by IS NOT NULL;
