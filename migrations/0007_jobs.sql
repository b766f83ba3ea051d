-- Work that can wait and work that is due on a day: lanes by urgency, and schedules. And limits that
-- several servers count together. One text for SQLite and PostgreSQL, as in the files before it.

-- 0 urgent (somebody waits in front of a screen), 1 ordinary, 2 bulk.
ALTER TABLE jobs ADD COLUMN lane BIGINT NOT NULL DEFAULT 1;
-- When run_at was written: what a clock wrote that was ahead does not wait for its time.
ALTER TABLE jobs ADD COLUMN set_at BIGINT NOT NULL DEFAULT 0;
-- Of a job that a schedule made: the schedule's key, and when it was due.
ALTER TABLE jobs ADD COLUMN schedule_key TEXT;
ALTER TABLE jobs ADD COLUMN due_at BIGINT;
UPDATE jobs SET set_at = created_at;
UPDATE jobs SET lane = 0 WHERE kind IN ('verification', 'reset');
UPDATE jobs SET lane = 2 WHERE kind IN ('export', 'remove_files');

DROP INDEX jobs_due;
CREATE INDEX jobs_due ON jobs (lane, run_at, id) WHERE failed_at IS NULL;
CREATE INDEX jobs_set ON jobs (set_at) WHERE failed_at IS NULL;
CREATE INDEX jobs_schedule ON jobs (schedule_key) WHERE schedule_key IS NOT NULL;

-- What is due later, be it in a year: it becomes a job when its time has come, once.
CREATE TABLE schedules (
    -- Whose and what, such as 'chase:<invoice>': a second one of the same key takes its place.
    key        TEXT PRIMARY KEY NOT NULL,
    -- With the account its schedules go; NULL for what is nobody's.
    user_id    TEXT REFERENCES users (id) ON DELETE CASCADE,
    kind       TEXT NOT NULL,
    payload    TEXT NOT NULL,
    due_at     BIGINT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX schedules_due ON schedules (due_at, key);
CREATE INDEX schedules_user ON schedules (user_id);

-- Limits that protect accounts. The key is the hash of what is limited and for whom, so that the
-- table names nobody; whole_at is when its quota is whole again, used_at when it was used last,
-- both in microseconds since 1970.
CREATE TABLE limit_counters (
    key_hash TEXT PRIMARY KEY NOT NULL,
    whole_at BIGINT NOT NULL,
    used_at  BIGINT NOT NULL
);
CREATE INDEX limit_counters_whole ON limit_counters (whole_at);
