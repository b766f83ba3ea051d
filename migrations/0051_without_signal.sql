-- Work that was done without signal and comes in late: repetitions after weeks, and quotes that a
-- customer signed on the business's device before it reached the server.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- An answer is let go after a week, its key is kept for thirteen months: those that still have one.
CREATE INDEX idempotency_keys_answers ON idempotency_keys (created_at) WHERE body <> '';

-- What the device sealed: its own clock, what it reckoned over all that was signed, and when that came
-- in, unix milliseconds. NULL where the server was there at once. accepted_at is what counts.
ALTER TABLE acceptances ADD COLUMN signed_at BIGINT;
ALTER TABLE acceptances ADD COLUMN seal TEXT;
ALTER TABLE acceptances ADD COLUMN received_at BIGINT;
-- Where the quote was changed between the signature and its coming in: when the signed version was
-- issued, when the last change was, and how many there were.
ALTER TABLE acceptances ADD COLUMN signed_version_at BIGINT;
ALTER TABLE acceptances ADD COLUMN changed_at BIGINT;
ALTER TABLE acceptances ADD COLUMN changes BIGINT;

-- The contact that a version was issued to. NULL of versions from before.
ALTER TABLE document_versions ADD COLUMN contact_id TEXT;

-- The newest changes first, for a device that reads ahead.
CREATE INDEX documents_changed ON documents (user_id, kind, updated_at, id);
