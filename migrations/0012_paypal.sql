-- Where a business takes payments by PayPal: a PayPal.Me link or an e-mail address; empty for nowhere, and then
-- PayPal is offered to nobody.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE business_profiles ADD COLUMN paypal TEXT NOT NULL DEFAULT '';
