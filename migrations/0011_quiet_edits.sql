-- Edits that changed nothing: they make no version, and the same edit again is still told from
-- another one of the same name. One text for SQLite and PostgreSQL, as in the files before it.

CREATE TABLE quiet_edits (
    document_id  TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- The client's name for the edit, and the digest of its operations.
    operation_id TEXT NOT NULL,
    digest       TEXT NOT NULL,
    -- Unix milliseconds.
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (document_id, operation_id)
);
