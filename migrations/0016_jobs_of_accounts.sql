-- With an account goes what was to be done for it: mails that carry its words and are not sent yet.
-- NULL for what is nobody's. One text for SQLite and PostgreSQL, as in the files before it.

ALTER TABLE jobs ADD COLUMN user_id TEXT REFERENCES users (id) ON DELETE CASCADE;
CREATE INDEX jobs_user ON jobs (user_id) WHERE user_id IS NOT NULL;
