//! The tables of Income Tax.

use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;

use super::choices::{QuarterEnds, TaxedAs};
use crate::reports::query::ReportBasis;
use crate::reports::vehicles::VehicleCosts;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::{OtherIncomeId, ProfileId, TaxYearId, UserId};

table! {
    /// What was chosen for a tax year.
    pub(super) struct YearRow: "tax_years", by id, keeping [user_id, year] {
        /// One for each year: UUIDv7.
        pub id: TaxYearId,
        /// The account.
        pub user_id: UserId,
        /// The calendar year in which it begins.
        pub year: i64,
        /// Raised by every change.
        pub version: i64,
        /// What the business is.
        pub business: TaxedAs,
        /// When something counts.
        pub basis: ReportBasis,
        /// How vehicles count.
        pub vehicles: VehicleCosts,
        /// The percentage of what they really cost that was private.
        pub private_share: Number,
        /// How its quarters end.
        pub quarters: QuarterEnds,
        /// Hours of work at home in each tax month, JSON.
        pub home_hours: String,
        /// Pence of gross income from elsewhere.
        pub elsewhere: Pence,
        /// Whether that was said: what was not is nothing, and nobody knows it.
        pub elsewhere_known: bool,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// What is put aside for tax.
    pub(super) struct PotRow: "tax_pots", by user_id {
        /// The account.
        pub user_id: UserId,
        /// A percentage.
        pub percentage: Number,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

/// What an account puts aside; none until somebody says so.
pub(super) async fn pot(conn: &mut Conn, user_id: &str) -> DbResult<Option<PotRow>> {
    PotRow::select("WHERE user_id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

table! {
    /// Income that no document asked for.
    pub(super) struct OtherRow: "other_income", by id, keeping [user_id, created_at] {
        /// UUIDv7.
        pub id: OtherIncomeId,
        /// The account.
        pub user_id: UserId,
        /// When it came in.
        pub date: Date,
        /// What for.
        pub description: String,
        /// How much.
        pub amount: Pence,
        /// The business that it is of; none: the account's first.
        pub business_profile_id: Option<ProfileId>,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// What was chosen for a tax year, or for the last one before it of which something was.
pub(super) async fn latest(
    conn: &mut Conn,
    user_id: &str,
    year: TaxYear,
) -> DbResult<Option<YearRow>> {
    YearRow::select("WHERE user_id = $1 AND year <= $2 ORDER BY year DESC LIMIT 1")
        .bind(user_id)
        .bind(i64::from(year.begins_in()))
        .fetch_optional(conn)
        .await
}

/// Every year of which something was chosen, in order.
pub(super) async fn years(conn: &mut Conn, user_id: &str) -> DbResult<Vec<YearRow>> {
    YearRow::select("WHERE user_id = $1 ORDER BY year")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Writes what was chosen over the version that it was made from, 0 being none; whether it was.
pub(super) async fn put(conn: &mut Conn, row: &YearRow, over: i64) -> DbResult<bool> {
    let written = match over {
        0 => row.insert_unless_taken("user_id, year"),
        over => row.write_back(over),
    };
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// Other income from one day to another, by day.
pub(super) async fn others(
    conn: &mut Conn,
    user_id: &str,
    [from, to]: [Date; 2],
) -> DbResult<Vec<OtherRow>> {
    OtherRow::select("WHERE user_id = $1 AND date >= $2 AND date <= $3 ORDER BY date, id")
        .bind(user_id)
        .bind(from.to_string())
        .bind(to.to_string())
        .fetch_all(conn)
        .await
}

/// Other income of an account.
pub(super) async fn other(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<Option<OtherRow>> {
    OtherRow::select("WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Keeps other income unless its id is there already; whether it was kept.
pub(super) async fn add(conn: &mut Conn, row: &OtherRow) -> DbResult<bool> {
    let done = row.insert_unless_there().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Removes other income; whether there was any.
pub(super) async fn remove(conn: &mut Conn, user_id: &str, id: &str) -> DbResult<bool> {
    let done = sqlx::query("DELETE FROM other_income WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}
