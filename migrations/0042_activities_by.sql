-- Who did what, as a column: a list of what customers did, or of what happened to expenses, is read along an index
-- however much else happened. Kinds of things that happen from here on say it when they are written. One text for
-- SQLite and PostgreSQL, as in the files before it.
ALTER TABLE activities ADD COLUMN actor TEXT NOT NULL DEFAULT 'business';
UPDATE activities SET actor = 'customer' WHERE kind IN
    ('opened', 'quote_accepted', 'quote_declined', 'payment_recorded', 'payment_withdrawn', 'card_paid');
UPDATE activities SET actor = 'plumbline' WHERE kind IN
    ('invoice_total_differs', 'card_refunded', 'card_refund_failed', 'repeated');
CREATE INDEX activities_actor ON activities (user_id, actor, created_at, id);
CREATE INDEX activities_subject_kind ON activities (user_id, subject_kind, created_at, id);
