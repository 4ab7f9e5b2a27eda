-- concurrent
-- The uses of a phone are found by the primary key, which begins with it; this index was written for every decision.
DROP INDEX CONCURRENTLY IF EXISTS phone_uses_by_time;
