//! The table of the invoices of subscriptions.

use plumbline_core::money::Pence;
use plumbline_core::time::Date;

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::UserId;

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
pub async fn list(conn: &mut Conn, user_id: &str) -> DbResult<Vec<SubscriptionInvoiceRow>> {
    SubscriptionInvoiceRow::select("WHERE user_id = $1 ORDER BY made_at DESC, id DESC LIMIT $2")
        .bind(user_id)
        .bind(LISTED_MAX)
        .fetch_all(conn)
        .await
}

/// All invoices of an account, for its export.
pub async fn list_for_account(conn: &mut Conn, user_id: &str) -> DbResult<Vec<SubscriptionInvoiceRow>> {
    SubscriptionInvoiceRow::select("WHERE user_id = $1 ORDER BY made_at, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}
