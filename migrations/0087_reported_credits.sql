-- An issued credit note that counts, with the invoice that it credits, as reports take it: what a payment of the invoice
-- was for follows what is left of it.
CREATE VIEW reported_credits AS
SELECT document_id AS id, user_id, kind, number, NULLIF(issue_date, '') AS issue_date, issue_date AS issued,
    contact_id, contact_name, NULLIF(business_profile_id, '') AS profile_id,
    total_amount AS total, vat_amount AS vat, amount_payable AS payable, cis_base, credited_invoice_id AS credits
FROM document_summaries
WHERE kind = 'credit_note' AND credited_invoice_id > '' AND number > '' AND issue_date > '' AND status <> 'void';
