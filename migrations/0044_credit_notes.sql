-- Credit notes: documents of a kind of their own, each against one issued invoice. What an invoice has of
-- them is read from this column; the lists keep what they take off beside the other figures.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE documents ADD COLUMN credited_invoice_id TEXT REFERENCES documents (id) ON DELETE CASCADE;
CREATE INDEX documents_credited ON documents (credited_invoice_id);
ALTER TABLE document_summaries ADD COLUMN credited_amount BIGINT NOT NULL DEFAULT 0;
