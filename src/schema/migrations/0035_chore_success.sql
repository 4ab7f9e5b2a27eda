-- When each schedule last ran to its end, by real time; before the first time, when it was first scheduled.
ALTER TABLE job_schedules ADD COLUMN succeeded_at timestamptz NOT NULL DEFAULT clock_timestamp();
