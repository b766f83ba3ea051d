-- How accounts stand to what the operator sells: a mirror of Stripe's word. An account without a row has nothing but
-- its trial; where nothing is sold nobody has one.
CREATE TABLE subscriptions (
    user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    -- cus_…, sub_… and the checkout that was opened last, cs_…
    customer TEXT,
    subscription TEXT,
    checkout TEXT,
    -- What was bought: trial, core, plus.
    plan TEXT NOT NULL,
    -- What Stripe last said of it: none, active, pastDue, ended.
    state TEXT NOT NULL,
    -- Days in London: the last of the trial, and the last that is paid for.
    trial_to TEXT NOT NULL,
    paid_to TEXT,
    cancelled BIGINT NOT NULL,
    -- Unix seconds: when the last event that was taken in was made, and when Stripe was last asked.
    told_at BIGINT NOT NULL,
    asked_at BIGINT NOT NULL,
    -- Whether its customers may pay by card. What a day changes is noted here by the job of the day.
    takes_cards BIGINT NOT NULL,
    -- Whether its windows were told that it lapsed, and of which last days of the trial its owner was reminded: the
    -- days that were left then.
    lapsed BIGINT NOT NULL,
    reminded BIGINT,
    version BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX subscriptions_customer ON subscriptions (customer);

-- The invoices of subscriptions, as Stripe numbers them.
CREATE TABLE subscription_invoices (
    -- in_…
    id TEXT PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    number TEXT NOT NULL,
    -- The day in London on which it was made.
    date TEXT NOT NULL,
    -- Unix seconds.
    made_at BIGINT NOT NULL,
    -- Pence; below nothing where it is a credit.
    amount BIGINT NOT NULL,
    paid BIGINT NOT NULL,
    link TEXT NOT NULL
);
CREATE INDEX subscription_invoices_user ON subscription_invoices (user_id, made_at);
