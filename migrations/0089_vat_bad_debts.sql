-- Invoices whose unpaid rest was written off, so that its VAT is claimed back (VAT bad debt relief).
CREATE TABLE vat_bad_debts (
    document_id TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- The day, YYYY-MM-DD.
    written_off TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE INDEX vat_bad_debts_user ON vat_bad_debts (user_id, written_off);
