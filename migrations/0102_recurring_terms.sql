-- What the number of `days_due` counts: days, months, or month ends.
-- One text for SQLite and PostgreSQL, as in the files before it.
ALTER TABLE recurring_invoices ADD COLUMN due_unit TEXT NOT NULL DEFAULT 'days';
