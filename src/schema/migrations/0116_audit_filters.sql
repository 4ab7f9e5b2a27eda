-- concurrent
-- The audit is read by day, person and action, newest first; its filters jump to their days by these.
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_entries_by_time ON audit_entries (at, position);
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_entries_of_operator ON audit_entries (operator_id, at, position);
CREATE INDEX CONCURRENTLY IF NOT EXISTS audit_entries_of_action ON audit_entries (action, at, position);
DROP INDEX CONCURRENTLY IF EXISTS audit_entries_by_operator;
