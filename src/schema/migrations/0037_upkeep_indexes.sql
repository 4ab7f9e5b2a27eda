-- concurrent
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS audit_entries_by_note ON audit_entries (note_id) WHERE note_id IS NOT NULL;
-- What upkeep removes is found by its age, oldest first, without reading the rest.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bureau_reports_by_age ON bureau_reports (obtained_at);
CREATE INDEX CONCURRENTLY IF NOT EXISTS phone_uses_by_age ON phone_uses (last_used_at);
DROP INDEX CONCURRENTLY IF EXISTS phone_uses_oldest;
CREATE INDEX CONCURRENTLY IF NOT EXISTS unknown_key_attempts_by_age ON unknown_key_attempts (window_started_at);
