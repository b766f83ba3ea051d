-- What customers ask about documents on their pages, and what the business replies.
-- One text for SQLite and PostgreSQL, as in the files before it.

CREATE TABLE questions (
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    document_id TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    -- question, changes.
    wish TEXT NOT NULL,
    -- As it was typed: plain text.
    words TEXT NOT NULL,
    -- Where the customer wants the reply, given where the document had no address; else empty.
    email TEXT NOT NULL,
    -- Unix milliseconds.
    asked_at BIGINT NOT NULL,
    -- When the business replied, or noted that it had in another way; empty while it waits.
    answered_at BIGINT
);
CREATE INDEX questions_document ON questions (document_id, asked_at);
CREATE INDEX questions_user ON questions (user_id);

CREATE TABLE question_replies (
    -- That of the email that brings it (posted_mails).
    id TEXT PRIMARY KEY NOT NULL,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    question_id TEXT NOT NULL REFERENCES questions (id) ON DELETE CASCADE,
    words TEXT NOT NULL,
    -- Where it was sent to.
    receiver TEXT NOT NULL,
    -- Unix milliseconds.
    replied_at BIGINT NOT NULL
);
CREATE INDEX question_replies_question ON question_replies (question_id, replied_at);
CREATE INDEX question_replies_user ON question_replies (user_id);
