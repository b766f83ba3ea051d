-- A list as somebody likes to see it: what it is narrowed to and its order, by a name.
-- One text for SQLite and PostgreSQL, as in the files before it.
CREATE TABLE saved_views (
    id         TEXT PRIMARY KEY NOT NULL,
    user_id    TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- quote, invoice: which list.
    kind       TEXT NOT NULL,
    name       TEXT NOT NULL,
    -- JSON of what the list is narrowed to and how it is ordered.
    query      TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX saved_views_user ON saved_views (user_id, kind, name);
-- What bookkeepers ask of a list. Rows that are there are written anew at the next start.
ALTER TABLE document_summaries ADD COLUMN vat_amount BIGINT NOT NULL DEFAULT 0;
