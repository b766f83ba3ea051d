//! The steps of a new business in its first week; each is finished by doing it.

use serde::Serialize;
use utoipa::ToSchema;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_records::profiles;

/// Which steps are done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct FirstWeek {
    /// The business has a profile.
    pub profile: bool,
    /// Customers can see where to pay: there is a bank account, or cards are accepted.
    pub payment: bool,
    /// There is a customer.
    pub contact: bool,
    /// There is a quote or an invoice.
    pub document: bool,
    /// A document was sent.
    pub sent: bool,
}

/// A week, in milliseconds.
const WEEK: i64 = 7 * 24 * 60 * 60 * 1_000;

/// The steps of an account at the instant `now`; `None` once all of them are done or, if something was sent, once the
/// week is over: a business that is paid in cash has no bank to name.
pub(super) async fn load(conn: &mut Conn, user_id: &str, now: i64) -> DbResult<Option<FirstWeek>> {
    let profiles = profiles::store::list(conn, user_id).await?;
    let week = FirstWeek {
        profile: !profiles.is_empty(),
        payment: profiles.iter().any(|profile| {
            let has_bank = !profile.fields.account_number.trim().is_empty();
            has_bank || profile.stripe_account_id.is_some()
        }),
        contact: has_row(conn, "contacts WHERE user_id = $1", user_id).await?,
        document: has_row(conn, "document_summaries WHERE user_id = $1", user_id).await?,
        sent: has_row(conn, "document_summaries WHERE user_id = $1 AND number > ''", user_id).await?,
    };
    let is_done = week.profile && week.payment && week.contact && week.document && week.sent;
    let is_over = week.sent && now >= account_created_at(conn, user_id).await?.saturating_add(WEEK);
    Ok((!is_done && !is_over).then_some(week))
}

/// When the account was created, unix milliseconds.
async fn account_created_at(conn: &mut Conn, user_id: &str) -> DbResult<i64> {
    sqlx::query_scalar("SELECT created_at FROM users WHERE id = $1").bind(user_id).fetch_one(conn).await
}

/// Whether a table has such a row; `rows` is one of the fixed texts above.
async fn has_row(conn: &mut Conn, rows: &'static str, user_id: &str) -> DbResult<bool> {
    let sql = format!("SELECT CASE WHEN EXISTS (SELECT 1 FROM {rows}) THEN 1 ELSE 0 END");
    let there: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(user_id).fetch_one(conn).await?;
    Ok(there == 1)
}
