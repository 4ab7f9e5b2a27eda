-- When each schedule last ran to its end, by real time; before the first time, when it was first scheduled.
ALTER TABLE job_schedules ADD COLUMN succeeded_at timestamptz NOT NULL DEFAULT clock_timestamp();

-- Grows whenever a lane changes hands: what a worker stores counts only while the lane is still the one that it took.
ALTER TABLE webhook_lanes ADD COLUMN epoch bigint NOT NULL DEFAULT 0;
