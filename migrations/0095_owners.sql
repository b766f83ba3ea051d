-- Whose business it is. One text for SQLite and PostgreSQL, as in the files before it.

-- A sole trader's or the partners' own names, and where papers are served on them, a line a part (Companies Act 2006,
-- s. 1201); empty: nobody is named, and the business's own address.
ALTER TABLE business_profiles ADD COLUMN owner_name TEXT NOT NULL DEFAULT '';
ALTER TABLE business_profiles ADD COLUMN service_address TEXT NOT NULL DEFAULT '';
-- What an owner says of their business while it has no profile: its documents show that.
ALTER TABLE users ADD COLUMN business_name TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN phone TEXT NOT NULL DEFAULT '';
ALTER TABLE users ADD COLUMN address TEXT NOT NULL DEFAULT '';
