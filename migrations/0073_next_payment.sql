-- The day of the next payment of a plan, YYYY-MM-DD in London: the period that is paid for ends at an hour, so that its
-- last day may be that of the next payment. NULL until Stripe is asked again.
ALTER TABLE subscriptions ADD COLUMN next_payment TEXT;

-- What an owner did to their own account names them by its id alone, so that no address outlives it.
UPDATE audit_log SET actor = 'Its owner' WHERE actor_id = on_id;
