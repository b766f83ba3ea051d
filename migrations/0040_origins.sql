-- Which documents were brought over from another program: nothing of them comes twice.
-- One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE document_origins (
    document_id TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The program: tradify, invoice_ninja.
    source      TEXT NOT NULL,
    -- By what the program tells it from others.
    source_key  TEXT NOT NULL,
    -- Pence that it came to there.
    total       BIGINT NOT NULL
);
CREATE UNIQUE INDEX document_origins_key ON document_origins (user_id, source, source_key);
