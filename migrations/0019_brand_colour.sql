-- The colour of a business, `#rrggbb`, which the documents' designs that have one take; none: the design's own.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE business_profiles ADD COLUMN brand_colour TEXT;
