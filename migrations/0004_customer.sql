-- What a customer does behind a link: accepting with a certificate, declining with a reason,
-- taking back a payment that was recorded by mistake.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- The certificate of an accepted quote: one a quote, written with the accept and never after.
CREATE TABLE acceptances (
    document_id    TEXT PRIMARY KEY NOT NULL,
    -- The accepted version, and the hash that stood for it on the customer's page.
    version        BIGINT NOT NULL,
    hash           TEXT NOT NULL,
    -- As typed; NULL where no name was asked for.
    name           TEXT,
    -- JSON {width, height, strokes}; NULL without one.
    signature      TEXT,
    -- JSON [{id, name, amount}]: the optional lines that were chosen.
    options        TEXT NOT NULL,
    -- Pence.
    total          BIGINT NOT NULL,
    -- The terms as they stood under the quote, and whether they were ticked.
    terms          TEXT NOT NULL,
    terms_accepted BIGINT NOT NULL,
    -- Unix milliseconds, and the same moment on the clocks of London: YYYY-MM-DDTHH:MM.
    accepted_at    BIGINT NOT NULL,
    london_time    TEXT NOT NULL,
    -- Where the request came from, of an IPv6 address the network, and what its browser said it was.
    address        TEXT NOT NULL,
    user_agent     TEXT NOT NULL,
    FOREIGN KEY (document_id, version) REFERENCES document_versions (document_id, version) ON DELETE CASCADE
);

-- Why the customer declined, in their words; NULL without a reason.
ALTER TABLE documents ADD COLUMN decline_reason TEXT;

-- When the customer took back a payment that they had recorded. Its status is 'rejected' then:
-- it counts for nothing.
ALTER TABLE payments ADD COLUMN withdrawn_at BIGINT;
