-- Card payments through connected accounts: the accounts, every checkout that was opened, the
-- events that told of them, and what was given back of a payment.

-- A business profile's account at the card provider. The profile's own stripe_account_id names it
-- only while it can take payments.
CREATE TABLE card_accounts (
    account_id          TEXT PRIMARY KEY NOT NULL,
    business_profile_id TEXT NOT NULL REFERENCES business_profiles (id) ON DELETE CASCADE,
    charges_enabled     BIGINT NOT NULL,
    details_submitted   BIGINT NOT NULL,
    -- Why charges are off, in the provider's word; empty where nothing is the matter.
    disabled_reason     TEXT NOT NULL,
    -- When the provider made what was last taken in, unix seconds: an older word changes nothing.
    told_at             BIGINT NOT NULL,
    -- The first time that customers could pay into it since it was connected.
    used_at             BIGINT,
    -- Set while the business does not want it, and for good once it took its permission back.
    disconnected_at     BIGINT,
    deauthorized_at     BIGINT,
    created_at          BIGINT NOT NULL
);
CREATE INDEX card_accounts_profile ON card_accounts (business_profile_id, created_at);

-- A checkout: one try at paying one amount of one document by card.
CREATE TABLE card_checkouts (
    -- Ours; the provider knows it as client_reference_id, and as the idempotency key of the opening.
    id             TEXT PRIMARY KEY NOT NULL,
    document_id    TEXT NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
    account_id     TEXT NOT NULL,
    amount         BIGINT NOT NULL,
    status         TEXT NOT NULL CHECK (status IN
        ('opening', 'open', 'closing', 'processing', 'paid', 'expired', 'failed')),
    -- The provider's session and where it is paid, once it has answered.
    session_id     TEXT UNIQUE,
    url            TEXT,
    payment_intent TEXT,
    charge         TEXT,
    -- The payment that it became. Unique: a checkout is one payment, however often it is told.
    payment_id     TEXT UNIQUE REFERENCES payments (id) ON DELETE SET NULL,
    -- Pence beyond what was due when it was paid, which go back to the customer.
    excess         BIGINT NOT NULL,
    -- When the provider made what was last taken in of a dispute, unix seconds.
    disputed_at    BIGINT NOT NULL,
    expires_at     BIGINT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL
);
CREATE INDEX card_checkouts_document ON card_checkouts (document_id, created_at);
CREATE INDEX card_checkouts_intent ON card_checkouts (payment_intent);
-- Of two customers at once, both get the one session: a document has never two that can be paid.
CREATE UNIQUE INDEX card_checkouts_one_live ON card_checkouts (document_id)
    WHERE status IN ('opening', 'open', 'processing');

-- Every event taken in, by the provider's id, so that each counts once.
CREATE TABLE card_events (
    id          TEXT PRIMARY KEY NOT NULL,
    kind        TEXT NOT NULL,
    account_id  TEXT NOT NULL,
    -- Unix seconds, by the provider's clock.
    created     BIGINT NOT NULL,
    -- The payment intent that an event came too early for, and the event, until that is known.
    waits_for   TEXT,
    body        TEXT,
    received_at BIGINT NOT NULL
);
CREATE INDEX card_events_waiting ON card_events (waits_for);
CREATE INDEX card_events_received ON card_events (received_at);

-- What went back of a payment, and what its customer disputes, in pence. What is left counts.
ALTER TABLE payments ADD COLUMN refunded BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN disputed BIGINT NOT NULL DEFAULT 0;
-- NULL, 'open', 'won' (by the business) or 'lost'.
ALTER TABLE payments ADD COLUMN dispute TEXT;
