-- What lists and sums read. One text for SQLite and PostgreSQL, as in the files before it.

-- Those of a customer in the order of their days, with what their sums add.
DROP INDEX expenses_contact;
CREATE INDEX expenses_contact ON expenses (contact_id, date, id, user_id, category, amount, vat_amount);
-- Those by supplier; which of each is the latest is read off the index alone.
DROP INDEX expenses_supplier;
CREATE INDEX expenses_supplier ON expenses (user_id, supplier_key, id, vehicle, date);

-- What each customer owes is added up from what counts, not from all that there is.
DROP INDEX document_summaries_sums;
CREATE INDEX document_summaries_sums ON document_summaries
    (user_id, kind, archived, shown, lapses_on, issue_date, outstanding, total_amount, search_row, contact_id);
