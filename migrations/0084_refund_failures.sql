-- Refunds that failed, so that what Stripe reports of a payment adds up in whatever order it arrives.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- What had gone back of a charge altogether, as Stripe last said it, in pence, and when it said so, in Unix seconds.
ALTER TABLE payments ADD COLUMN refund_total BIGINT NOT NULL DEFAULT 0;
ALTER TABLE payments ADD COLUMN refund_total_at BIGINT NOT NULL DEFAULT 0;
UPDATE payments SET refund_total = refunded;

CREATE TABLE refund_failures (
    -- Stripe's id of the refund.
    id TEXT PRIMARY KEY NOT NULL,
    payment_id TEXT NOT NULL REFERENCES payments (id) ON DELETE CASCADE,
    -- Pence.
    amount BIGINT NOT NULL,
    -- Unix seconds.
    failed_at BIGINT NOT NULL
);
CREATE INDEX refund_failures_payment ON refund_failures (payment_id);
