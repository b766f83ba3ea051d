-- What lists of expenses read. One text for SQLite and PostgreSQL, as in the files before it.

-- Those of a customer in the order of their days, with what their sums add.
DROP INDEX expenses_contact;
CREATE INDEX expenses_contact ON expenses (contact_id, date, id, user_id, category, amount, vat_amount);
-- Those by supplier; which of each is the latest is read off the index alone.
DROP INDEX expenses_supplier;
CREATE INDEX expenses_supplier ON expenses (user_id, supplier_key, id, vehicle, date);
