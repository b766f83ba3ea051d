-- What a business notes of a customer beside name and address. Notes are its own: no document shows them.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE contacts ADD COLUMN vat_number TEXT NOT NULL DEFAULT '';
-- business, consumer, or empty where nobody has said.
ALTER TABLE contacts ADD COLUMN customer_type TEXT NOT NULL DEFAULT '';
-- 1: a contractor who takes CIS deductions off what they pay.
ALTER TABLE contacts ADD COLUMN cis_contractor BIGINT NOT NULL DEFAULT 0;
ALTER TABLE contacts ADD COLUMN notes TEXT NOT NULL DEFAULT '';
-- Their job addresses, JSON: a list that is read and written with the contact and never searched by itself.
ALTER TABLE contacts ADD COLUMN sites TEXT NOT NULL DEFAULT '[]';
