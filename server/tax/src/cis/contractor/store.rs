//! The tables of who pays subcontractors.

use plumbline_core::tax::TaxMonth;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use sqlx::AssertSqlSafe;

pub(super) use super::rows::{CisPaymentRow, ContractorRow, FiledCisReturnRow, SubcontractorRow};
use plumbline_platform::db::row::row;
use plumbline_platform::db::table::Table as _;
use plumbline_platform::db::{Conn, DbResult, find_dialect, sql};
use plumbline_platform::ids::{CisReturnId, ContactId, ExpenseId, ProfileId, UserId};
use plumbline_records::documents::store::posted_emails;

/// The account's businesses that are contractors.
pub(super) async fn list_contractors(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<ContractorRow>> {
    ContractorRow::select("WHERE user_id = $1 ORDER BY created_at, profile_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// A business's registration as a contractor.
pub(super) async fn find_contractor(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
) -> DbResult<Option<ContractorRow>> {
    ContractorRow::select("WHERE user_id = $1 AND profile_id = $2")
        .bind(user_id)
        .bind(profile_id)
        .fetch_optional(conn)
        .await
}

/// The same, locked until the transaction ends, so that saving a payment and marking its month as filed can't happen at
/// once.
pub(super) async fn lock_contractor(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
) -> DbResult<Option<ContractorRow>> {
    let end = find_dialect(conn).for_update();
    let sql = format!("SELECT profile_id FROM cis_contractors WHERE profile_id = $1{end}");
    let _: Option<String> =
        sql::query_scalar(AssertSqlSafe(sql)).bind(profile_id).fetch_optional(&mut *conn).await?;
    find_contractor(conn, user_id, profile_id).await
}

/// Saves a contractor over its base version (0 if there was none); returns whether it was saved.
pub(super) async fn save_contractor(conn: &mut Conn, row: &ContractorRow, over: i64) -> DbResult<bool> {
    let written = match over {
        0 => row.insert_if_absent(),
        over => row.update_version(over),
    };
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// The subcontractors of an account, by name.
pub(super) async fn list_subcontractors(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Vec<SubcontractorRow>> {
    SubcontractorRow::select("WHERE user_id = $1 ORDER BY LOWER(name), contact_id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// A subcontractor of an account.
pub async fn find_subcontractor(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> DbResult<Option<SubcontractorRow>> {
    SubcontractorRow::select("WHERE user_id = $1 AND contact_id = $2")
        .bind(user_id)
        .bind(contact_id)
        .fetch_optional(conn)
        .await
}

/// Saves a subcontractor over its base version (0 if there was none); returns whether it was saved.
pub(super) async fn save_subcontractor(conn: &mut Conn, row: &SubcontractorRow, over: i64) -> DbResult<bool> {
    let written = match over {
        0 => row.insert_if_absent(),
        over => row.update_version(over),
    };
    Ok(written.execute(conn).await?.rows_affected() == 1)
}

/// A business's payments to subcontractors between two days, by date.
pub(super) async fn list_payments(
    conn: &mut Conn,
    (user_id, profile_id): (&UserId, &ProfileId),
    [from, to]: [Date; 2],
) -> DbResult<Vec<CisPaymentRow>> {
    CisPaymentRow::select(
        "WHERE user_id = $1 AND profile_id = $2 AND date >= $3 AND date <= $4 ORDER BY date, expense_id",
    )
    .bind(user_id)
    .bind(profile_id)
    .bind(from.to_string())
    .bind(to.to_string())
    .fetch_all(conn)
    .await
}

/// All of an account's payments to subcontractors, by date.
pub(super) async fn list_payments_for_account(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Vec<CisPaymentRow>> {
    CisPaymentRow::select("WHERE user_id = $1 ORDER BY date, expense_id").bind(user_id).fetch_all(conn).await
}

/// A payment of an account, by its expense's id.
pub(super) async fn find_payment(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ExpenseId,
) -> DbResult<Option<CisPaymentRow>> {
    CisPaymentRow::select("WHERE user_id = $1 AND expense_id = $2")
        .bind(user_id)
        .bind(id)
        .fetch_optional(conn)
        .await
}

/// Saves or replaces the part of a payment that its expense doesn't have.
pub(super) async fn save_payment(conn: &mut Conn, row: &CisPaymentRow) -> DbResult<()> {
    row.upsert().execute(conn).await?;
    Ok(())
}

/// The months that an account's businesses have filed, by month.
pub(super) async fn list_returns(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<FiledCisReturnRow>> {
    FiledCisReturnRow::select("WHERE user_id = $1 ORDER BY month, id").bind(user_id).fetch_all(conn).await
}

/// The record that a business filed a month; `None` if it didn't.
pub(super) async fn find_return(
    conn: &mut Conn,
    profile_id: &ProfileId,
    month: TaxMonth,
) -> DbResult<Option<FiledCisReturnRow>> {
    FiledCisReturnRow::select("WHERE profile_id = $1 AND month = $2")
        .bind(profile_id)
        .bind(month.last_day().to_string())
        .fetch_optional(conn)
        .await
}

/// Records a month as filed unless it is; returns whether it was recorded.
pub(super) async fn insert_return(conn: &mut Conn, row: &FiledCisReturnRow) -> DbResult<bool> {
    let done = row.insert_if_unique("profile_id, month").execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes the record that a month was filed.
pub(super) async fn delete_return(conn: &mut Conn, id: &CisReturnId) -> DbResult<()> {
    sql::query("DELETE FROM cis_returns WHERE id = $1").bind(id.as_str()).execute(conn).await?;
    Ok(())
}

/// Moves one contact's payments, and the emails with its statements, to another contact; also its details as a
/// subcontractor, if the other has no such details.
pub async fn reassign_contact(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    if find_subcontractor(conn, user_id, to).await?.is_none() {
        sql::query("UPDATE cis_subcontractors SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
            .bind(to)
            .bind(user_id)
            .bind(from)
            .execute(&mut *conn)
            .await?;
    }
    sql::query("UPDATE cis_payments SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(&mut *conn)
        .await?;
    // A filed return refers to a contact by its id, and an id occurs nowhere else in it.
    sql::query("UPDATE cis_returns SET filed = REPLACE(filed, $1, $2) WHERE user_id = $3 AND filed > ''")
        .bind(from)
        .bind(to)
        .bind(user_id)
        .execute(&mut *conn)
        .await?;
    posted_emails::reassign_contact(conn, user_id, [from, to]).await
}

// What a merge of two contacts would lose of a subcontractor (`merging.rs`).

row! {
    /// A row of `cis_subcontractors`, without its contact and account.
    #[derive(Debug, Serialize, Deserialize)]
    pub(super) struct SavedSubcontractor {
        version: i64,
        name: String,
        utr: String,
        verification_number: String,
        vat_registered: i64,
        holdings: String,
        created_at: i64,
        updated_at: i64,
    }
}

/// The details of a subcontractor.
pub(super) async fn find_details(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> DbResult<Option<SavedSubcontractor>> {
    sql::query_as(
        "SELECT version, name, utr, verification_number, vat_registered, holdings, created_at, updated_at \
         FROM cis_subcontractors WHERE user_id = $1 AND contact_id = $2",
    )
    .bind(user_id)
    .bind(contact_id)
    .fetch_optional(conn)
    .await
}

/// Makes a subcontractor's details another contact's.
pub(super) async fn reassign_details(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    sql::query("UPDATE cis_subcontractors SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}

/// Inserts the saved details of a subcontractor again.
pub(super) async fn restore_details(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
    saved: &SavedSubcontractor,
) -> DbResult<()> {
    sql::query(
        "INSERT INTO cis_subcontractors (contact_id, user_id, version, name, utr, verification_number, \
         vat_registered, holdings, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
    )
    .bind(contact_id)
    .bind(user_id)
    .bind(saved.version)
    .bind(&saved.name)
    .bind(&saved.utr)
    .bind(&saved.verification_number)
    .bind(saved.vat_registered)
    .bind(&saved.holdings)
    .bind(saved.created_at)
    .bind(saved.updated_at)
    .execute(conn)
    .await?;
    Ok(())
}

/// The returns that were filed: the id, and what was filed.
pub(super) async fn list_filed_texts(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Vec<(CisReturnId, String)>> {
    sql::query_as("SELECT id, filed FROM cis_returns WHERE user_id = $1 AND filed > '' ORDER BY id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// Replaces what was filed, unless it was filed again since.
pub(super) async fn replace_filed_text(
    conn: &mut Conn,
    user_id: &UserId,
    id: &CisReturnId,
    [from, to]: [&str; 2],
) -> DbResult<()> {
    sql::query("UPDATE cis_returns SET filed = $1 WHERE user_id = $2 AND id = $3 AND filed = $4")
        .bind(to)
        .bind(user_id)
        .bind(id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}
