-- What reports ask of a document, in its row of the lists: a document itself is many times as long. The next start
-- fills the rows (`summaries/row.rs`).
ALTER TABLE document_summaries ADD COLUMN business_profile_id TEXT NOT NULL DEFAULT '';
-- Of a credit note the invoice that it credits; empty of all others.
ALTER TABLE document_summaries ADD COLUMN credited_invoice_id TEXT NOT NULL DEFAULT '';
-- Whether it names a CIS rate, 0 % too, and the pence that the deduction is worked out from.
ALTER TABLE document_summaries ADD COLUMN under_cis BIGINT NOT NULL DEFAULT 0;
ALTER TABLE document_summaries ADD COLUMN cis_base BIGINT NOT NULL DEFAULT 0;
-- Core's VAT groups, JSON.
ALTER TABLE document_summaries ADD COLUMN vat_groups TEXT NOT NULL DEFAULT '[]';

-- With all of a row, so that reports need not look it up.
DROP INDEX takings_date;
CREATE INDEX takings_date ON takings (user_id, date, amount, payment_id, n);

-- A document as reports take it.
CREATE VIEW reported_documents AS
SELECT document_id AS id, user_id, kind, status, number, NULLIF(issue_date, '') AS issue_date, issue_date AS issued,
    contact_id, contact_name, NULLIF(business_profile_id, '') AS profile_id,
    total_amount AS total, vat_amount AS vat, amount_payable AS payable, under_cis, cis_base
FROM document_summaries;

-- Money that came in or went back, with the document that it is for: a quote's deposit is its invoice's once there is
-- one, and what is given back against a credit note is the invoice's that it credits.
CREATE VIEW reported_takings AS
SELECT t.payment_id, t.n, t.user_id, t.date, t.amount,
    COALESCE(i.document_id, s.document_id) AS id, COALESCE(i.kind, s.kind) AS kind,
    COALESCE(i.number, s.number) AS number, NULLIF(COALESCE(i.issue_date, s.issue_date), '') AS issue_date,
    COALESCE(i.contact_id, s.contact_id) AS contact_id, COALESCE(i.contact_name, s.contact_name) AS contact_name,
    NULLIF(COALESCE(i.business_profile_id, s.business_profile_id), '') AS profile_id,
    COALESCE(i.total_amount, s.total_amount) AS total, COALESCE(i.vat_amount, s.vat_amount) AS vat,
    COALESCE(i.amount_payable, s.amount_payable) AS payable,
    COALESCE(i.under_cis, s.under_cis) AS under_cis, COALESCE(i.cis_base, s.cis_base) AS cis_base
FROM takings t
JOIN payments p ON p.id = t.payment_id
LEFT JOIN payments c ON c.carried_from = t.payment_id AND c.status = 'confirmed'
JOIN document_summaries s ON s.document_id = COALESCE(c.document_id, p.document_id)
LEFT JOIN document_summaries i ON i.document_id = NULLIF(s.credited_invoice_id, '');

-- The same money by the document that the payment stands on: a deposit that went on to an invoice stands there alone. It
-- is found by its document: the account is no way in, as nothing leads from all of an account's money to its documents.
CREATE VIEW document_takings AS
SELECT p.document_id, COALESCE(t.user_id, '') AS user_id, t.payment_id, t.n, t.date, t.amount
FROM payments p
JOIN takings t ON t.payment_id = COALESCE(p.carried_from, p.id)
LEFT JOIN payments c ON c.carried_from = p.id AND c.status = 'confirmed'
WHERE c.id IS NULL AND (p.carried_from IS NULL OR p.status = 'confirmed');
