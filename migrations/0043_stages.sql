-- The invoices of a job before its final one: a deposit's, and those of its stages. The final one is the
-- invoice that is made from the quote, and takes them off.
CREATE TABLE stages (
    invoice_id     TEXT PRIMARY KEY REFERENCES documents (id) ON DELETE CASCADE,
    quote_id       TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- What was asked for: deposit, percentage, amount or lines, and how much.
    asked          TEXT NOT NULL,
    share          TEXT NOT NULL,
    -- Whether what was paid of the quote before stands on it.
    takes_payments BIGINT NOT NULL,
    created_at     BIGINT NOT NULL
);
CREATE INDEX stages_quote ON stages (quote_id, created_at);
-- What was paid of a quote counts on one invoice.
CREATE UNIQUE INDEX stages_payments ON stages (quote_id) WHERE takes_payments = 1;
