-- Who was there when a customer signed on the business's own device: the name of the person who was
-- signed in. NULL where the customer accepted behind their link.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE acceptances ADD COLUMN witness TEXT;
