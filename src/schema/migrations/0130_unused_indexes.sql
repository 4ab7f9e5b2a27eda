-- concurrent
-- No statement uses them: decisions are found by their ids.
DROP INDEX CONCURRENTLY IF EXISTS credit_decisions_by_person;
