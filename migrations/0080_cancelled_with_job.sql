-- Variations that end with the job that they vary.
-- One text for SQLite and PostgreSQL, as in the files before it.

-- Whether it is a variation that was cancelled with its whole job, with which it is settled.
ALTER TABLE cancellations ADD COLUMN with_job BIGINT NOT NULL DEFAULT 0;

-- Those of jobs that were cancelled until now.
INSERT INTO cancellations (document_id, user_id, noted_at, by_business, share_done, with_job)
SELECT d.id, c.user_id, c.noted_at, c.by_business, NULL, 1
FROM cancellations c
JOIN variations v ON v.quote_id = c.document_id
JOIN documents d ON d.id = v.variation_id
WHERE v.place IS NOT NULL AND d.cancelled_date IS NULL;

UPDATE documents SET cancelled_date = (
    SELECT q.cancelled_date FROM variations v JOIN documents q ON q.id = v.quote_id
    WHERE v.variation_id = documents.id)
WHERE cancelled_date IS NULL AND id IN (
    SELECT c.document_id FROM cancellations c WHERE c.with_job = 1);
