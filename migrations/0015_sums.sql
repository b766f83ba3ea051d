-- What the documents of a list come to, and what is left of each: columns for a table's foot, and
-- an order for its rows. One text for SQLite and PostgreSQL, as in the files before it.

DROP INDEX document_summaries_sums;
CREATE INDEX document_summaries_sums ON document_summaries
    (user_id, kind, archived, shown, lapses_on, issue_date, outstanding, total_amount, search_row);
DROP INDEX document_summaries_contact;
CREATE INDEX document_summaries_contact ON document_summaries
    (user_id, contact_id, kind, created_at, document_id, archived, shown, lapses_on, issue_date,
    outstanding, total_amount, search_row);
CREATE INDEX document_summaries_balance ON document_summaries
    (user_id, kind, balance_due, document_id, archived, shown, lapses_on, issue_date, search_row);
