-- That a customer accepted a quote by phone, in person or by message, as the business recorded it: how, and who wrote
-- it down. Both are empty where the customer accepted it themselves. Such an acceptance has a day and no time.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE acceptances ADD COLUMN way TEXT;
ALTER TABLE acceptances ADD COLUMN recorded_by TEXT;
