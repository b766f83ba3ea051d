-- Every mail that a timeline or a page speaks of, not only those of documents: CIS statements and answers of
-- support too. One text for SQLite and PostgreSQL, as in the files before it.

-- What became of each of them. It takes the place of document_mails, whose column document_id SQLite cannot make
-- optional.
CREATE TABLE posted_mails (
    -- That of the job that sends it, under which it travels.
    id TEXT PRIMARY KEY NOT NULL,
    -- The account that it is of: who sends it, or, of an answer of support, who has it.
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- document, cis_statement, support_answer.
    about TEXT NOT NULL,
    -- The document, with which it goes; none of other mails.
    document_id TEXT REFERENCES documents (id) ON DELETE CASCADE,
    -- Of a statement the subcontractor's contact, of an answer its question; empty of a document.
    about_id TEXT NOT NULL,
    -- Of a statement PROFILE/MONTH, of an answer its id; empty of a document.
    part TEXT NOT NULL,
    -- Whom it goes to, and its subject.
    receiver TEXT NOT NULL,
    subject TEXT NOT NULL,
    -- waiting, sent, unconfirmed, refused, given_up, dropped, arrived.
    state TEXT NOT NULL,
    -- What kept it, in a sentence; empty where nothing did.
    problem TEXT NOT NULL,
    -- Whether somebody has to look after it, 0 or 1.
    unsettled BIGINT NOT NULL,
    -- Unix milliseconds.
    created_at BIGINT NOT NULL,
    changed_at BIGINT NOT NULL
);
INSERT INTO posted_mails (id, user_id, about, document_id, about_id, part, receiver, subject, state, problem, unsettled,
        created_at, changed_at)
    SELECT id, user_id, 'document', document_id, '', '', receiver, subject, state, problem, unsettled, created_at,
        changed_at
    FROM document_mails;
DROP TABLE document_mails;
CREATE INDEX posted_mails_document ON posted_mails (document_id, created_at);
CREATE INDEX posted_mails_user ON posted_mails (user_id);
CREATE INDEX posted_mails_about ON posted_mails (about_id, created_at) WHERE about <> 'document';
-- Those that a list marks.
CREATE INDEX posted_mails_unsettled ON posted_mails (document_id) WHERE unsettled = 1;
