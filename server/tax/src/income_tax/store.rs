//! The tables of Income Tax.

use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::tax::TaxYear;
use plumbline_core::time::Date;

use super::choices::{QuarterEnds, TaxedAs};
use crate::reports::query::ReportBasis;
use crate::reports::vehicles::VehicleCosts;
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{OtherIncomeId, ProfileId, TaxYearId, UserId};

table! {
    /// The settings of a tax year.
    pub(super) struct TaxYearRow: "tax_years", by id, immutable [user_id, year] {
        /// UUIDv7; there is one row for each year.
        pub id: TaxYearId,
        /// The account.
        pub user_id: UserId,
        /// The calendar year in which the tax year begins.
        pub year: i64,
        /// Incremented by every change.
        pub version: i64,
        /// The legal form of the business.
        pub business: TaxedAs,
        /// Whether records count by payment date or by invoice date.
        pub basis: ReportBasis,
        /// How the costs of vehicles count.
        pub vehicles: VehicleCosts,
        /// The private part of the actual vehicle costs, as a percentage.
        pub private_share: Number,
        /// When its quarters end.
        pub quarters: QuarterEnds,
        /// Hours worked at home in each tax month, as JSON.
        pub home_hours: String,
        /// Gross income from elsewhere.
        pub elsewhere: Pence,
        /// Whether that income was entered; if not, it is stored as 0 but isn't known.
        pub elsewhere_known: bool,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

table! {
    /// The percentage that an account sets aside for tax.
    pub(super) struct TaxPotRow: "tax_pots", by user_id {
        /// The account.
        pub user_id: UserId,
        /// The percentage.
        pub percentage: Number,
        /// Milliseconds since the epoch.
        pub updated_at: i64,
    }
}

/// The percentage that an account sets aside; `None` until it is set.
pub(super) async fn find_pot(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<TaxPotRow>> {
    TaxPotRow::select("WHERE user_id = $1").bind(user_id).fetch_optional(conn).await
}

table! {
    /// Income that isn't for a document.
    pub(super) struct OtherIncomeRow: "other_income", by id, immutable [user_id, created_at] {
        /// UUIDv7.
        pub id: OtherIncomeId,
        /// The account.
        pub user_id: UserId,
        /// The date of receipt.
        pub date: Date,
        /// What it was for.
        pub description: String,
        /// The amount.
        pub amount: Pence,
        /// The business that received it; `None` for the account's first business.
        pub business_profile_id: Option<ProfileId>,
        /// Milliseconds since the epoch.
        pub created_at: i64,
    }
}

/// The settings of a tax year, or of the last year before it that has settings.
pub(super) async fn find_latest_year(
    conn: &mut Conn,
    user_id: &UserId,
    year: TaxYear,
) -> DbResult<Option<TaxYearRow>> {
    TaxYearRow::select("WHERE user_id = $1 AND year <= $2 ORDER BY year DESC LIMIT 1")
        .bind(user_id)
        .bind(i64::from(year.start_year()))
        .fetch_optional(conn)
        .await
}

/// Every year with settings, in order.
pub(super) async fn list_years(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<TaxYearRow>> {
    TaxYearRow::select("WHERE user_id = $1 ORDER BY year").bind(user_id).fetch_all(conn).await
}

/// Saves settings over their base version (0 if there were none); returns whether they were saved.
pub(super) async fn save_year(conn: &mut Conn, row: &TaxYearRow, over: i64) -> DbResult<bool> {
    let written = match over {
        0 => row.insert_if_unique("user_id, year"),
        over => row.update_version(over),
    };
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// Other income between two days, by date.
pub(super) async fn list_other_income(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [Date; 2],
) -> DbResult<Vec<OtherIncomeRow>> {
    OtherIncomeRow::select("WHERE user_id = $1 AND date >= $2 AND date <= $3 ORDER BY date, id")
        .bind(user_id)
        .bind(from.to_string())
        .bind(to.to_string())
        .fetch_all(conn)
        .await
}

/// One entry of an account's other income.
pub(super) async fn find_other_income(
    conn: &mut Conn,
    user_id: &UserId,
    id: &OtherIncomeId,
) -> DbResult<Option<OtherIncomeRow>> {
    OtherIncomeRow::select("WHERE user_id = $1 AND id = $2").bind(user_id).bind(id).fetch_optional(conn).await
}

/// Stores other income unless its id exists; returns whether it was stored.
pub(super) async fn insert_other_income(conn: &mut Conn, row: &OtherIncomeRow) -> DbResult<bool> {
    let done = row.insert_if_absent().execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Removes other income; returns whether it existed.
pub(super) async fn delete_other_income(
    conn: &mut Conn,
    user_id: &UserId,
    id: &OtherIncomeId,
) -> DbResult<bool> {
    let done = sql::query("DELETE FROM other_income WHERE user_id = $1 AND id = $2")
        .bind(user_id)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// The trades of an account's businesses, by the id of the business.
pub(super) async fn list_trades(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<(String, String)>> {
    sql::query_as("SELECT id, trade FROM business_profiles WHERE user_id = $1")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Sets the trade of a business.
pub(super) async fn set_trade(
    conn: &mut Conn,
    user_id: &UserId,
    profile: &ProfileId,
    trade: &str,
) -> DbResult<()> {
    sql::query("UPDATE business_profiles SET trade = $1 WHERE user_id = $2 AND id = $3")
        .bind(trade)
        .bind(user_id)
        .bind(profile.as_str())
        .execute(conn)
        .await?;
    Ok(())
}

/// Stores the percentage to set aside.
pub(super) async fn save_pot(conn: &mut Conn, row: &TaxPotRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}
