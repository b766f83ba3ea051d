-- A confirmed payment may be taken off again, with a reason: it is rejected then, and says when and why.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE payments ADD COLUMN removed_at BIGINT;
ALTER TABLE payments ADD COLUMN removed_reason TEXT;

-- Pence that wait for the business to say whether they have come. Rows of before are written anew at the
-- next start.
ALTER TABLE document_summaries ADD COLUMN to_confirm BIGINT NOT NULL DEFAULT 0;
-- Few documents have any: they are found without a look at the others.
CREATE INDEX document_summaries_to_confirm ON document_summaries (user_id, kind, archived, to_confirm)
    WHERE to_confirm > 0;

-- A contact's whole address in one line, for who has it so: shown where the parts are empty.
ALTER TABLE contacts ADD COLUMN address TEXT NOT NULL DEFAULT '';
