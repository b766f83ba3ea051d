//! The table of changes of bank details.

use serde_json::{Value, json};

use plumbline_platform::db::table::{Table as _, stored_enum, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{BankChangeId, ProfileId, UserId};

stored_enum! {
    /// A payment method whose details are delayed after a change.
    pub enum PayoutMethod {
        /// A transfer to a bank account.
        Bank = "bank",
        /// PayPal.
        Paypal = "paypal",
    }
}

table! {
    /// A change as stored.
    pub struct BankChangeRow: "bank_changes", by id {
        /// UUIDv7.
        pub id: BankChangeId,
        /// The account.
        pub user_id: UserId,
        /// The business profile.
        pub profile_id: ProfileId,
        /// The payment method.
        pub way: PayoutMethod,
        /// The details before the change, as JSON.
        pub held: String,
        /// When it was made, milliseconds since the epoch.
        pub changed_at: i64,
        /// Whether it has taken effect.
        pub stood: bool,
    }
}

/// The changes on which a business's displayed details depend: the last two for each payment method, newest first.
pub(super) async fn list_latest(conn: &mut Conn, profile_id: &ProfileId) -> DbResult<Vec<BankChangeRow>> {
    let rows: Vec<BankChangeRow> =
        BankChangeRow::select("WHERE profile_id = $1 ORDER BY changed_at DESC, id DESC")
            .bind(profile_id)
            .fetch_all(conn)
            .await?;
    let mut seen = [0; 2];
    let wanted = rows.into_iter().filter(|row| {
        let count = &mut seen[usize::from(row.way == PayoutMethod::Paypal)];
        *count += 1;
        *count <= 2
    });
    Ok(wanted.collect())
}

/// The newest change for a payment method.
pub(super) async fn find_newest(
    conn: &mut Conn,
    profile_id: &ProfileId,
    payout_method: PayoutMethod,
) -> DbResult<Option<BankChangeRow>> {
    BankChangeRow::select("WHERE profile_id = $1 AND way = $2 ORDER BY changed_at DESC, id DESC LIMIT 1")
        .bind(profile_id)
        .bind(payout_method.code())
        .fetch_optional(conn)
        .await
}

/// The changes of an account that have not taken effect yet.
pub(super) async fn list_waiting(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<BankChangeRow>> {
    BankChangeRow::select("WHERE user_id = $1 AND stood = 0 ORDER BY changed_at, id")
        .bind(user_id)
        .fetch_all(conn)
        .await
}

/// The change with this id.
pub(super) async fn find(conn: &mut Conn, id: &BankChangeId) -> DbResult<Option<BankChangeRow>> {
    BankChangeRow::select("WHERE id = $1").bind(id).fetch_optional(conn).await
}

/// Inserts a change.
pub(super) async fn insert(conn: &mut Conn, row: &BankChangeRow) -> DbResult<()> {
    row.insert().execute(conn).await?;
    Ok(())
}

/// Restarts the waiting time of a change that has not taken effect; returns false if it has.
pub(super) async fn restart_waiting(conn: &mut Conn, id: &BankChangeId, now: i64) -> DbResult<bool> {
    let done = sql::query("UPDATE bank_changes SET changed_at = $1 WHERE id = $2 AND stood = 0")
        .bind(now)
        .bind(id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Marks a change as effective if it was made at this instant, and not changed since.
pub(super) async fn mark_effective(conn: &mut Conn, id: &BankChangeId, changed_at: i64) -> DbResult<()> {
    sql::query("UPDATE bank_changes SET stood = 1 WHERE id = $1 AND changed_at = $2")
        .bind(id)
        .bind(changed_at)
        .execute(conn)
        .await?;
    Ok(())
}

/// Deletes a change that is undone before it takes effect; returns false if it has taken effect.
pub(super) async fn delete(conn: &mut Conn, id: &BankChangeId) -> DbResult<bool> {
    let done =
        sql::query("DELETE FROM bank_changes WHERE id = $1 AND stood = 0").bind(id).execute(conn).await?;
    Ok(done.rows_affected() == 1)
}

/// Whether any document was ever issued from this business; an issued document never moves to another one. Before that,
/// nobody's payments could be redirected.
pub(super) async fn has_issued(conn: &mut Conn, user_id: &UserId, profile_id: &ProfileId) -> DbResult<bool> {
    let found: Option<i64> = sql::query_scalar(
        "SELECT issued_version FROM documents \
         WHERE user_id = $1 AND business_profile_id = $2 AND issued_version > 0 LIMIT 1",
    )
    .bind(user_id)
    .bind(profile_id)
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}

/// Every change of an account, oldest first, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = BankChangeRow::select("WHERE user_id = $1 ORDER BY changed_at, id")
        .bind(user_id)
        .fetch_all(conn)
        .await?;
    let value = |row: BankChangeRow| {
        let BankChangeRow {
            id,
            user_id: _, // whose export it is
            profile_id,
            way: payout_method,
            held: cached,
            changed_at,
            stood,
        } = row;
        json!({
            "id": id,
            "businessProfileId": profile_id,
            "way": payout_method,
            "before": cached,
            "changedAt": changed_at,
            "counts": stood,
        })
    };
    Ok(rows.into_iter().map(value).collect())
}
