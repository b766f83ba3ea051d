-- Instalments agreed on an invoice: the days on which it is paid, and how much on each.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- As they were agreed, JSON; empty where none were. No part of what is issued: like payments they may
-- change while a version stays.
ALTER TABLE documents ADD COLUMN instalments TEXT NOT NULL DEFAULT '';

-- What of them is open, for figures by day: written with the invoice's row of the lists, whose
-- lapses_on is the earliest of these days.
CREATE TABLE summary_parts (
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- YYYY-MM-DD.
    due_on      TEXT NOT NULL,
    user_id     TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Pence.
    outstanding BIGINT NOT NULL,
    PRIMARY KEY (document_id, due_on)
);
CREATE INDEX summary_parts_user ON summary_parts (user_id);
