-- Jobs that must not be done twice.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- When a job began what must not be done twice, unix milliseconds: handing its mail over. NULL where it did not,
-- or is known not to have been done.
ALTER TABLE jobs ADD COLUMN handed_at BIGINT;
