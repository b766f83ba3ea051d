-- What lists, figures and searches read of documents, and what came in on which day. Both are
-- written in the one place that stores a document, by the rules' word: SQL compares these columns
-- with a bound value or adds them up. Rows of documents that are older than this file are written
-- by the server at its start, not here.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- One narrow row a document: the documents themselves are wide.
CREATE TABLE document_summaries (
    document_id     TEXT PRIMARY KEY NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- Which filling wrote the row; an older one is written anew at the start.
    filled_by       BIGINT NOT NULL,
    -- The row's number for the full text index.
    search_row      BIGINT NOT NULL,
    user_id         TEXT NOT NULL,
    kind            TEXT NOT NULL,
    archived        BIGINT NOT NULL,
    status          TEXT NOT NULL,
    -- The word that is shown until this day has passed; '9999-12-31' where none counts.
    shown           TEXT NOT NULL,
    lapses_on       TEXT NOT NULL,
    -- Of these texts, empty is none.
    number          TEXT NOT NULL,
    issue_date      TEXT NOT NULL,
    due_date        TEXT NOT NULL,
    contact_id      TEXT NOT NULL,
    -- The customer as issued, a draft's as the contact is now; and what it is ordered by.
    contact_name    TEXT NOT NULL,
    contact_key     TEXT NOT NULL,
    -- Pence.
    total_amount    BIGINT NOT NULL,
    amount_payable  BIGINT NOT NULL,
    paid_amount     BIGINT NOT NULL,
    balance_due     BIGINT NOT NULL,
    -- Of issued invoices, what they still bring in.
    outstanding     BIGINT NOT NULL,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    job_description TEXT NOT NULL,
    -- What a search finds it by: its own words, and its contact's as they are now.
    words           TEXT NOT NULL,
    customer_words  TEXT NOT NULL
);

-- One index for each order. What follows the id is there to be compared without reading the row.
CREATE INDEX document_summaries_created ON document_summaries
    (user_id, kind, created_at, document_id, archived, shown, lapses_on, issue_date, search_row);
CREATE INDEX document_summaries_updated ON document_summaries
    (user_id, kind, updated_at, document_id, archived, shown, lapses_on, issue_date, search_row);
CREATE INDEX document_summaries_issued ON document_summaries
    (user_id, kind, issue_date, document_id, archived, shown, lapses_on, search_row);
CREATE INDEX document_summaries_due ON document_summaries
    (user_id, kind, due_date, document_id, archived, shown, lapses_on, issue_date, search_row);
CREATE INDEX document_summaries_number ON document_summaries
    (user_id, kind, number, document_id, archived, shown, lapses_on, issue_date, search_row);
CREATE INDEX document_summaries_total ON document_summaries
    (user_id, kind, total_amount, document_id, archived, shown, lapses_on, issue_date, search_row);
CREATE INDEX document_summaries_customer ON document_summaries
    (user_id, kind, contact_key, document_id, archived, shown, lapses_on, issue_date, search_row);
-- For counts and sums, which read nothing else.
CREATE INDEX document_summaries_sums ON document_summaries
    (user_id, kind, archived, shown, lapses_on, issue_date, outstanding, search_row);
-- One customer's, what changed last of either kind, and what a search has found.
CREATE INDEX document_summaries_contact ON document_summaries
    (user_id, contact_id, kind, created_at, document_id, archived, shown, lapses_on, issue_date,
    outstanding, search_row);
CREATE UNIQUE INDEX document_summaries_search ON document_summaries (search_row);
CREATE INDEX document_summaries_latest ON document_summaries
    (user_id, archived, updated_at, document_id);

-- What came in and what went back, each on its day: the first row of a payment is on the day of
-- the payment, a later one, of a refund or a dispute, on the day that it was told of. The sum of
-- a payment's rows is what counts of it. A deposit carried over to an invoice is not repeated.
CREATE TABLE takings (
    payment_id TEXT NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
    n          BIGINT NOT NULL,
    user_id    TEXT NOT NULL,
    date       TEXT NOT NULL,
    -- Pence; below zero for what went back.
    amount     BIGINT NOT NULL,
    PRIMARY KEY (payment_id, n)
);
CREATE INDEX takings_date ON takings (user_id, date, amount);

-- Which filling the rows above were last completed by.
CREATE TABLE fillings (
    name    TEXT PRIMARY KEY NOT NULL,
    version BIGINT NOT NULL
);

-- Lists read none of these any more.
DROP INDEX documents_list;
CREATE INDEX documents_user ON documents (user_id);
