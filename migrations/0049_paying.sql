-- Paying before anybody leaves: refunds that the business asks for in the app, bank payments through
-- the card provider, receipts by mail.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- A refund of a card payment, asked for by the business. That money went back is the provider's event
-- to say, and stands in payments.refunded; here is what was asked, and what kept it.
CREATE TABLE card_refunds (
    -- Ours; the provider knows it as the idempotency key, and by its metadata.
    id         TEXT PRIMARY KEY NOT NULL,
    payment_id TEXT NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
    amount     BIGINT NOT NULL,
    -- asked (the provider has not answered), sent, done, refused (nothing was done), failed (the
    -- customer's bank would not have it).
    status     TEXT NOT NULL,
    -- What had gone back of the payment when it was asked for, pence.
    had_gone   BIGINT NOT NULL,
    -- Why it was refused or failed, as a sentence.
    reason     TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE INDEX card_refunds_payment ON card_refunds (payment_id, created_at);
-- Of two taps at once one asks.
CREATE UNIQUE INDEX card_refunds_one_live ON card_refunds (payment_id)
    WHERE status IN ('asked', 'sent');

-- Whether the account takes payments by bank, in the provider's word.
ALTER TABLE card_accounts ADD COLUMN pay_by_bank BIGINT NOT NULL DEFAULT 0;
-- Whether the checkout offered them.
ALTER TABLE card_checkouts ADD COLUMN pay_by_bank BIGINT NOT NULL DEFAULT 0;
-- Whether the customer paid that way; NULL of what is no payment through the provider, or not told yet.
ALTER TABLE payments ADD COLUMN by_bank BIGINT;
-- To whom the business had a receipt mailed.
ALTER TABLE payments ADD COLUMN receipt_to TEXT;
