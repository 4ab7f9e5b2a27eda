-- concurrent
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS audit_entries_by_note ON audit_entries (note_id) WHERE note_id IS NOT NULL;
