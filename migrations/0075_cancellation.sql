-- Consumers who may cancel a job within 14 days.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- What the customer was given with a version: the notice, the form and the request, JSON. NULL where
-- there was nothing to give, as of every version until now.
ALTER TABLE document_versions ADD COLUMN cancellation TEXT;
-- Whether the customer asked for a start within the 14 days, in so many words; NULL where they were not asked.
ALTER TABLE acceptances ADD COLUMN early_start BIGINT;
-- The day on which all of the work was done, as the business says, and the day on which its customer
-- cancelled the job.
ALTER TABLE documents ADD COLUMN finished_date TEXT;
ALTER TABLE documents ADD COLUMN cancelled_date TEXT;
-- Where the business's jobs usually are agreed: 'away', 'premises' or 'distance'; empty: it has not said.
ALTER TABLE business_profiles ADD COLUMN agreed_at TEXT NOT NULL DEFAULT '';

-- A job that its customer cancelled: when that was noted, who noted it, and which share of the work was
-- done until then.
CREATE TABLE cancellations (
    document_id TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Unix milliseconds.
    noted_at BIGINT NOT NULL,
    -- Whether the business noted it, since it was told in another way.
    by_business BIGINT NOT NULL,
    -- Per cent, as typed; NULL until the business says it.
    share_done TEXT
);
CREATE INDEX cancellations_user ON cancellations (user_id);
