-- How somebody had the columns of a file read: the next file with the same headings is read the same way.
-- One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE file_readings (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- What is imported: 'bank', 'contacts' or 'items'.
    kind TEXT NOT NULL,
    -- A hash of the headings.
    headings TEXT NOT NULL,
    -- JSON.
    reading TEXT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (user_id, kind, headings)
);
