-- How the VAT of what was spent stands: 'usual', 'reverseCharge' where the business accounts for it itself, or
-- 'capital' goods, the VAT of which comes back at a flat rate too.
ALTER TABLE expenses ADD COLUMN vat_kind TEXT NOT NULL DEFAULT 'usual';
