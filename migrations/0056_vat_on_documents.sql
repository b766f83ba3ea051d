-- What VAT asks of a customer once, and of a document's day.

-- '', 'yes' or 'no': whether they are registered for VAT, where nobody knows their number.
ALTER TABLE contacts ADD COLUMN vat_registered TEXT NOT NULL DEFAULT '';
-- The notice of being an end user or an intermediary, as they wrote it, and the day that it is of.
ALTER TABLE contacts ADD COLUMN end_user_notice TEXT NOT NULL DEFAULT '';
ALTER TABLE contacts ADD COLUMN end_user_notice_date TEXT;

-- The day on which the work is complete; empty where nobody said so, as of every document until now.
ALTER TABLE document_summaries ADD COLUMN supply_date TEXT NOT NULL DEFAULT '';
CREATE INDEX document_summaries_supply ON document_summaries (user_id, supply_date) WHERE supply_date > '';
