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

-- Both with all that reports read of a row: the rows themselves hold the words that searches find, and take three times
-- as many pages. The first is found by the document; its expression keeps it apart from the primary key, which would be
-- taken instead and leads to the row.
CREATE INDEX document_summaries_reported ON document_summaries
    (COALESCE(document_id, ''), document_id, kind, number, issue_date, contact_id, contact_name, business_profile_id,
    total_amount, vat_amount, amount_payable, under_cis, cis_base);
DROP INDEX document_summaries_issued;
CREATE INDEX document_summaries_issued ON document_summaries
    (user_id, kind, issue_date, document_id, archived, shown, lapses_on, search_row, status, number, contact_id,
    contact_name, business_profile_id, total_amount, vat_amount, amount_payable, under_cis, cis_base);

-- The document that the payment is of; where that is a credit note the invoice that it credits.
ALTER TABLE takings ADD COLUMN document_id TEXT NOT NULL DEFAULT '';
UPDATE takings SET document_id = (SELECT COALESCE(d.credited_invoice_id, d.id) FROM payments p
    JOIN documents d ON d.id = p.document_id WHERE p.id = takings.payment_id);
-- With all of a row, so that reports need not look it up.
DROP INDEX takings_date;
CREATE INDEX takings_date ON takings (user_id, date, amount, payment_id, n, document_id);

-- A document as reports take it.
CREATE VIEW reported_documents AS
SELECT document_id AS id, user_id, kind, status, number, NULLIF(issue_date, '') AS issue_date, issue_date AS issued,
    contact_id, contact_name, NULLIF(business_profile_id, '') AS profile_id,
    total_amount AS total, vat_amount AS vat, amount_payable AS payable, under_cis, cis_base
FROM document_summaries;

-- Money that came in or went back, with the document that it is for: a quote's deposit is its invoice's once there is
-- one, and what is given back against a credit note is the invoice's that it credits. Every document has its row; from
-- the left it is joined last.
CREATE VIEW reported_takings AS
SELECT t.payment_id, t.n, t.user_id, t.date, t.amount, COALESCE(c.document_id, t.document_id) AS id,
    s.kind, s.number, NULLIF(s.issue_date, '') AS issue_date, s.contact_id, s.contact_name,
    NULLIF(s.business_profile_id, '') AS profile_id, s.total_amount AS total, s.vat_amount AS vat,
    s.amount_payable AS payable, s.under_cis, s.cis_base
FROM takings t
LEFT JOIN payments c ON c.carried_from = t.payment_id AND c.status = 'confirmed'
LEFT JOIN document_summaries s ON COALESCE(s.document_id, '') = COALESCE(c.document_id, t.document_id);
