//! The table of subscriptions.

use plumbline_core::money::Pence;
use plumbline_core::plan::{Plan, Subscription, SubscriptionState};
use plumbline_core::time::Date;

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, find_dialect, sql};
use plumbline_platform::ids::UserId;

/// How many rows the daily job reads at once.
const PAGE_SIZE: i64 = 500;

table! {
    /// The state of an account's plan.
    pub struct SubscriptionRow: "subscriptions", by user_id, immutable [created_at] {
        /// The account.
        pub user_id: UserId,
        /// `cus_…`.
        pub customer: Option<String>,
        /// `sub_…`.
        pub subscription: Option<String>,
        /// `cs_…`: the checkout that was opened last, until something is bought.
        pub checkout: Option<String>,
        /// The plan that was bought.
        pub plan: Plan,
        /// The state that Stripe last reported.
        pub state: SubscriptionState,
        /// The last day of the trial.
        pub trial_to: Date,
        /// The last paid day.
        pub paid_to: Option<Date>,
        /// The date of the next payment, in London; `None` if Stripe hasn't been asked since this is stored.
        pub next_payment: Option<Date>,
        /// Whether the plan ends on that date.
        pub cancelled: bool,
        /// When the last event that was processed was created, unix seconds.
        pub told_at: i64,
        /// When Stripe was last asked, unix seconds.
        pub asked_at: i64,
        /// Whether its customers can pay by card.
        pub takes_cards: bool,
        /// Whether its open windows were notified that it lapsed.
        pub lapsed: bool,
        /// The last reminder sent to its owner: how many days of the trial were left.
        pub reminded: Option<i64>,
        /// Incremented by every change.
        pub version: i64,
        /// Milliseconds since the epoch.
        pub created_at: i64,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

impl SubscriptionRow {
    /// An account in its trial.
    #[must_use]
    pub fn new_trial(user_id: UserId, trial_to: Date, now: i64) -> Self {
        Self {
            user_id,
            customer: None,
            subscription: None,
            checkout: None,
            plan: Plan::Trial,
            state: SubscriptionState::None,
            trial_to,
            paid_to: None,
            next_payment: None,
            cancelled: false,
            told_at: 0,
            asked_at: 0,
            takes_cards: true,
            lapsed: false,
            reminded: None,
            version: 1,
            created_at: now,
            updated_at: now,
        }
    }

    /// Core's type, from which its state is derived.
    #[must_use]
    pub const fn to_subscription(&self) -> Subscription {
        Subscription {
            plan: self.plan,
            trial_to: self.trial_to,
            state: self.state,
            paid_to: self.paid_to,
            cancelled: self.cancelled,
        }
    }
}

/// The row of an account.
pub async fn find(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<SubscriptionRow>> {
    SubscriptionRow::select("WHERE user_id = $1").bind(user_id).fetch_optional(conn).await
}

/// Like [`find`], and locks the row until the transaction ends.
pub async fn lock(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<SubscriptionRow>> {
    let end = find_dialect(conn).for_update();
    SubscriptionRow::select(&format!("WHERE user_id = $1{end}")).bind(user_id).fetch_optional(conn).await
}

/// The account of a customer at Stripe.
pub async fn find_account(conn: &mut Conn, customer: &str) -> DbResult<Option<UserId>> {
    let found: Option<String> = sql::query_scalar("SELECT user_id FROM subscriptions WHERE customer = $1")
        .bind(customer)
        .fetch_optional(conn)
        .await?;
    found.map(|id| id.parse::<UserId>()).transpose().map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Inserts the row of an account unless it has one.
pub async fn insert(conn: &mut Conn, row: &SubscriptionRow) -> DbResult<()> {
    row.insert_if_absent().execute(conn).await?;
    Ok(())
}

/// Saves a locked row and increments its version.
pub async fn write(conn: &mut Conn, row: &mut SubscriptionRow, now: i64) -> DbResult<()> {
    let over = row.version;
    row.version += 1;
    row.updated_at = now;
    row.update_version(over).execute(conn).await?;
    Ok(())
}

/// Starts the trial of every account without a row: those from before the server sold plans.
pub async fn start_all_trials(conn: &mut Conn, trial_to: Date, now: i64) -> DbResult<()> {
    sql::query(
        "INSERT INTO subscriptions (user_id, plan, state, trial_to, cancelled, told_at, asked_at, \
         takes_cards, lapsed, version, created_at, updated_at) \
         SELECT id, 'trial', 'none', $1, 0, 0, 0, 1, 0, 1, $2, $2 FROM users WHERE TRUE \
         ON CONFLICT (user_id) DO NOTHING",
    )
    .bind(trial_to.to_string())
    .bind(now)
    .execute(conn)
    .await?;
    Ok(())
}

/// Lets the customers of every account pay by card again, because the server no longer sells plans.
pub async fn enable_cards_for_all(conn: &mut Conn) -> DbResult<()> {
    sql::query("UPDATE subscriptions SET takes_cards = 1 WHERE takes_cards = 0").execute(conn).await?;
    Ok(())
}

/// One page of rows, in order of account, after the given account.
pub async fn list_page(conn: &mut Conn, after: &str) -> DbResult<Vec<SubscriptionRow>> {
    SubscriptionRow::select("WHERE user_id > $1 ORDER BY user_id LIMIT $2")
        .bind(after)
        .bind(PAGE_SIZE)
        .fetch_all(conn)
        .await
}

/// The email address and name of an account's owner, and when the account was created.
pub async fn find_owner(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<(String, String, i64)>> {
    sql::query_as("SELECT email, name, created_at FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

/// Every account, and when it was created.
pub async fn list_owners(conn: &mut Conn) -> DbResult<Vec<(UserId, i64)>> {
    sql::query_as("SELECT id, created_at FROM users").fetch_all(conn).await
}

/// How many invoices are displayed.
const LISTED_MAX: i64 = 36;

table! {
    /// An invoice of a subscription.
    pub struct SubscriptionInvoiceRow: "subscription_invoices", by id, immutable [user_id] {
        /// `in_…`.
        pub id: String,
        /// The account.
        pub user_id: UserId,
        /// The number printed on it.
        pub number: String,
        /// The date in London on which it was made.
        pub date: Date,
        /// When it was made, unix seconds.
        pub made_at: i64,
        /// Negative for a credit.
        pub amount: Pence,
        /// Whether it is paid.
        pub paid: bool,
        /// The address of its page.
        pub link: String,
    }
}

/// Stores an invoice in its present state.
pub async fn save(conn: &mut Conn, row: &SubscriptionInvoiceRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

/// The invoices of an account, newest first.
pub async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<SubscriptionInvoiceRow>> {
    SubscriptionInvoiceRow::select("WHERE user_id = $1 ORDER BY made_at DESC, id DESC LIMIT $2")
        .bind(user_id)
        .bind(LISTED_MAX)
        .fetch_all(conn)
        .await
}

/// All invoices of an account, for its export.
pub async fn list_for_account(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<SubscriptionInvoiceRow>> {
    SubscriptionInvoiceRow::select("WHERE user_id = $1 ORDER BY made_at, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}
