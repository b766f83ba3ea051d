-- Backups that were made, and whether each proved itself, for whoever runs the server to see.
CREATE TABLE backups (
    id TEXT PRIMARY KEY NOT NULL,
    -- When it was begun, unix milliseconds.
    made_at BIGINT NOT NULL,
    -- The folder or the bucket, and the file's name there; empty where none came to be.
    place TEXT NOT NULL,
    name TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    sha256 TEXT NOT NULL,
    documents BIGINT NOT NULL,
    files BIGINT NOT NULL,
    -- When its proof was there, unix milliseconds; NULL where it has none.
    proved_at BIGINT,
    -- What is wrong with it, or kept it from being made; empty where nothing is.
    fault TEXT NOT NULL
);
CREATE INDEX backups_made ON backups (made_at);

-- The request that caused a job, or whose job did: log lines of both name it.
ALTER TABLE jobs ADD COLUMN request_id TEXT;
