-- Lists that grow (kinds of document, statuses, who recorded) are the rules' to know: they are read
-- into types where a row is read, and a word that is none fails there. So no CHECK repeats them
-- here, and a new kind needs no new table.
-- One text for SQLite and PostgreSQL, as in the files before it. A CHECK goes with its column on
-- both, so each such column is copied and takes the name of the one before it: no row is removed,
-- and no table that others refer to.

ALTER TABLE documents ADD COLUMN kind_word TEXT NOT NULL DEFAULT '';
UPDATE documents SET kind_word = kind;
DROP INDEX documents_number;
DROP INDEX IF EXISTS documents_list;
ALTER TABLE documents DROP COLUMN kind;
ALTER TABLE documents RENAME COLUMN kind_word TO kind;
CREATE UNIQUE INDEX documents_number ON documents (business_profile_id, kind, number);
CREATE INDEX documents_list ON documents (user_id, kind, archived, created_at, id);

ALTER TABLE payments ADD COLUMN status_word TEXT NOT NULL DEFAULT '';
ALTER TABLE payments ADD COLUMN recorded_by_word TEXT NOT NULL DEFAULT '';
UPDATE payments SET status_word = status, recorded_by_word = recorded_by;
DROP INDEX payments_one_pending;
ALTER TABLE payments DROP COLUMN status;
ALTER TABLE payments DROP COLUMN recorded_by;
ALTER TABLE payments RENAME COLUMN status_word TO status;
ALTER TABLE payments RENAME COLUMN recorded_by_word TO recorded_by;
CREATE UNIQUE INDEX payments_one_pending ON payments (document_id) WHERE status = 'pending';

ALTER TABLE card_checkouts ADD COLUMN status_word TEXT NOT NULL DEFAULT '';
UPDATE card_checkouts SET status_word = status;
DROP INDEX card_checkouts_one_live;
ALTER TABLE card_checkouts DROP COLUMN status;
ALTER TABLE card_checkouts RENAME COLUMN status_word TO status;
CREATE UNIQUE INDEX card_checkouts_one_live ON card_checkouts (document_id)
    WHERE status IN ('opening', 'open', 'processing');
