-- What each edit of a document changed, so that an edit begun before it merges with it or asks.
-- One text for SQLite and PostgreSQL, as in the files before it.

CREATE TABLE document_edits (
    document_id  TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- The version of the document that the edit made.
    version      BIGINT NOT NULL,
    -- The client's name for the edit, and the digest of its operations: the same edit again is
    -- told from another one of the same name. NULL for a document that was saved whole.
    operation_id TEXT,
    digest       TEXT,
    -- Who made it. No reference: the log has no holes, whoever leaves.
    user_id      TEXT NOT NULL,
    -- Unix milliseconds.
    created_at   BIGINT NOT NULL,
    -- The length of `changes` in bytes: the log of a document is bounded by it.
    size         BIGINT NOT NULL,
    -- JSON [{path, before, after}].
    changes      TEXT NOT NULL,
    PRIMARY KEY (document_id, version)
);

CREATE UNIQUE INDEX document_edits_operation ON document_edits (document_id, operation_id);

-- The log tells of every edit that made a version above this one. Of documents from before it,
-- none is told so far.
ALTER TABLE documents ADD COLUMN edits_from BIGINT NOT NULL DEFAULT 0;
UPDATE documents SET edits_from = version;
