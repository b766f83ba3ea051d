-- The customer's own number of their order, on the document; empty where there is none. One that came in after an
-- invoice was issued still stands beside it, in order_references.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE documents ADD COLUMN order_number TEXT NOT NULL DEFAULT '';
ALTER TABLE document_versions ADD COLUMN order_number TEXT NOT NULL DEFAULT '';
ALTER TABLE recurring_invoices ADD COLUMN order_number TEXT NOT NULL DEFAULT '';

-- What was noted beside a draft is now written on it.
UPDATE documents
SET order_number = (SELECT reference FROM order_references o WHERE o.document_id = documents.id)
WHERE status = 'draft' AND EXISTS (SELECT 1 FROM order_references o WHERE o.document_id = documents.id);
DELETE FROM order_references
WHERE EXISTS (SELECT 1 FROM documents d WHERE d.id = order_references.document_id AND d.status = 'draft');

-- What the number of `invoice_days` counts: days, or months.
ALTER TABLE business_profiles ADD COLUMN invoice_due_unit TEXT NOT NULL DEFAULT 'days';
