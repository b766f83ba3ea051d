-- What a reminder says in a business's own words; empty: as usual. One text for SQLite and PostgreSQL, as in the files
-- before it.
ALTER TABLE business_profiles ADD COLUMN quote_reminder TEXT NOT NULL DEFAULT '';
ALTER TABLE business_profiles ADD COLUMN invoice_reminder TEXT NOT NULL DEFAULT '';
