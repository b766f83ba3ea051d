-- Variations: extras, and things left out, that are agreed after a quote was accepted.
-- One text for SQLite and PostgreSQL, as in the files before it.

CREATE TABLE variations (
    -- The variation, which is a quote like any other.
    variation_id   TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- The accepted quote of whose job it is.
    quote_id       TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- Its place in its number (Q-0012-V1), given when it is issued; NULL of a draft.
    ordinal        BIGINT,
    -- Which of the accepted ones it is, the first being 1; NULL until it is accepted.
    place          BIGINT,
    -- What it is chained to, by the hashes of the accepted versions: that of the quote, and that of the
    -- variation that was accepted before it. NULL until it is accepted, and where there is none before.
    chained_quote  TEXT,
    chained_before TEXT,
    -- Unix milliseconds.
    created_at     BIGINT NOT NULL
);
CREATE INDEX variations_quote ON variations (quote_id, created_at);
-- No number is given twice, and no two follow the same one.
CREATE UNIQUE INDEX variations_ordinal ON variations (quote_id, ordinal);
CREATE UNIQUE INDEX variations_place ON variations (quote_id, place);
