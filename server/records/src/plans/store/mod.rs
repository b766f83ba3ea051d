//! The table of subscriptions.

pub mod invoices;

use plumbline_core::plan::{Plan, Subscription, SubscriptionState};
use plumbline_core::time::Date;

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, dialect_of};
use plumbline_platform::ids::UserId;

/// How many rows the job of the day reads at once.
const PAGE: i64 = 500;

table! {
    /// How an account stands.
    pub struct SubscriptionRow: "subscriptions", by user_id, keeping [created_at] {
        /// The account.
        pub user_id: UserId,
        /// `cus_…`.
        pub customer: Option<String>,
        /// `sub_…`.
        pub subscription: Option<String>,
        /// `cs_…`: what was opened last, until something is bought.
        pub checkout: Option<String>,
        /// What was bought.
        pub plan: Plan,
        /// What Stripe last said of it.
        pub state: SubscriptionState,
        /// The last day of the trial.
        pub trial_to: Date,
        /// The last day that is paid for.
        pub paid_to: Option<Date>,
        /// The day of the payment after that, in London; none where Stripe was not asked since it is kept.
        pub next_payment: Option<Date>,
        /// Whether it ends with that.
        pub cancelled: bool,
        /// When the last event that was taken in was made, unix seconds.
        pub told_at: i64,
        /// When Stripe was last asked, unix seconds.
        pub asked_at: i64,
        /// Whether its customers may pay by card.
        pub takes_cards: bool,
        /// Whether its windows were told that it lapsed.
        pub lapsed: bool,
        /// Of which days of the trial its owner was reminded last: so many were left.
        pub reminded: Option<i64>,
        /// Counts up.
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
    pub fn trial(user_id: UserId, trial_to: Date, now: i64) -> Self {
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

    /// What core judges it by.
    #[must_use]
    pub const fn known(&self) -> Subscription {
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
pub async fn find(conn: &mut Conn, user_id: &str) -> DbResult<Option<SubscriptionRow>> {
    SubscriptionRow::select("WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

/// Like [`find`], and holds the row until the transaction ends.
pub async fn lock(conn: &mut Conn, user_id: &str) -> DbResult<Option<SubscriptionRow>> {
    let end = dialect_of(conn).for_update();
    SubscriptionRow::select(&format!("WHERE user_id = $1{end}"))
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

/// The account of a customer at Stripe.
pub async fn account_of(conn: &mut Conn, customer: &str) -> DbResult<Option<UserId>> {
    let found: Option<String> =
        sqlx::query_scalar("SELECT user_id FROM subscriptions WHERE customer = $1")
            .bind(customer)
            .fetch_optional(conn)
            .await?;
    found
        .map(|id| id.parse::<UserId>())
        .transpose()
        .map_err(|error| sqlx::Error::Decode(error.into()))
}

/// Writes the row of an account that has none; one that is there stays.
pub async fn insert(conn: &mut Conn, row: &SubscriptionRow) -> DbResult<()> {
    row.insert_unless_there().execute(conn).await?;
    Ok(())
}

/// Writes a row back that is held; its version counts up.
pub async fn write(conn: &mut Conn, row: &mut SubscriptionRow, now: i64) -> DbResult<()> {
    let over = row.version;
    row.version += 1;
    row.updated_at = now;
    row.write_back(over).execute(conn).await?;
    Ok(())
}

/// Begins the trial of every account that has no row: those of before the server sold anything.
pub async fn begin_all(conn: &mut Conn, trial_to: Date, now: i64) -> DbResult<()> {
    sqlx::query(
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

/// Lets every account's customers pay by card again: the server sells nothing any more.
pub async fn all_take_cards(conn: &mut Conn) -> DbResult<()> {
    sqlx::query("UPDATE subscriptions SET takes_cards = 1 WHERE takes_cards = 0")
        .execute(conn)
        .await?;
    Ok(())
}

/// The rows after an account's, in the order of their accounts; few at a time.
pub async fn page(conn: &mut Conn, after: &str) -> DbResult<Vec<SubscriptionRow>> {
    SubscriptionRow::select("WHERE user_id > $1 ORDER BY user_id LIMIT $2")
        .bind(after)
        .bind(PAGE)
        .fetch_all(conn)
        .await
}

/// The address and the name of an account's owner, and when it was made.
pub async fn owner(conn: &mut Conn, user_id: &str) -> DbResult<Option<(String, String, i64)>> {
    sqlx::query_as("SELECT email, name, created_at FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

/// Every account, and when it was made.
pub async fn owners(conn: &mut Conn) -> DbResult<Vec<(UserId, i64)>> {
    sqlx::query_as("SELECT id, created_at FROM users")
        .fetch_all(conn)
        .await
}
