-- Which customers want e-invoices, and what theirs must name.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE contacts ADD COLUMN wants_einvoices BIGINT NOT NULL DEFAULT 0;
-- A scheme and a number, '0088:5060012349998'; empty: the VAT number.
ALTER TABLE contacts ADD COLUMN peppol_id TEXT NOT NULL DEFAULT '';
-- What they want to read on every invoice.
ALTER TABLE contacts ADD COLUMN buyer_reference TEXT NOT NULL DEFAULT '';
ALTER TABLE business_profiles ADD COLUMN peppol_id TEXT NOT NULL DEFAULT '';

-- The customer's own number of the order, of a document. It stands with the document and not in what is issued: it
-- often comes in later.
CREATE TABLE order_references (
    document_id TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    reference TEXT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX order_references_user ON order_references (user_id);
