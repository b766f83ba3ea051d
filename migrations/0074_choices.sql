-- Which of a quote's choices (good, better, best) its customer took, with the certificate: JSON of its
-- id, its name and what the quote came to with it. NULL of a quote without choices, and of those that
-- were accepted before it was kept.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE acceptances ADD COLUMN choice TEXT;
