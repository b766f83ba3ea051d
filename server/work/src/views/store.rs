//! The table of views.

use plumbline_core::kind::DocumentKind;
use serde_json::Value;

use super::{View, ViewInput};
use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{UserId, ViewId};

table! {
    /// A view as stored.
    struct ViewRow: "saved_views", by id, immutable [user_id, kind, created_at] {
        /// UUIDv7.
        id: ViewId,
        /// The account.
        user_id: UserId,
        /// Which list.
        kind: DocumentKind,
        /// Its name.
        name: String,
        /// Its filters and order, as JSON.
        query: String,
        /// Milliseconds since the epoch.
        created_at: i64,
    }
}

impl ViewRow {
    fn into_view(self) -> DbResult<View> {
        let query = serde_json::from_str(&self.query);
        Ok(View {
            query: query.map_err(|error| sqlx::Error::Decode(error.into()))?,
            id: self.id,
            kind: self.kind,
            name: self.name,
        })
    }
}

fn query_json(input: &ViewInput) -> DbResult<String> {
    serde_json::to_string(&input.query).map_err(|error| sqlx::Error::Encode(error.into()))
}

/// The views of an account, oldest first.
pub(super) async fn list(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<View>> {
    let rows =
        ViewRow::select("WHERE user_id = $1 ORDER BY created_at, id").bind(user_id).fetch_all(conn).await?;
    rows.into_iter().map(ViewRow::into_view).collect()
}

/// The views of an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let views = list(conn, user_id).await?;
    let values = views.iter().map(serde_json::to_value);
    values.map(|value| value.map_err(|error| sqlx::Error::Encode(error.into()))).collect()
}

/// A view of an account.
pub(super) async fn find(conn: &mut Conn, user_id: &UserId, id: &ViewId) -> DbResult<Option<View>> {
    let row =
        ViewRow::select("WHERE id = $1 AND user_id = $2").bind(id).bind(user_id).fetch_optional(conn).await?;
    row.map(ViewRow::into_view).transpose()
}

/// The view of an account's list that has this name.
pub(super) async fn find_by_name(
    conn: &mut Conn,
    user_id: &UserId,
    kind: DocumentKind,
    name: &str,
) -> DbResult<Option<View>> {
    let row = ViewRow::select("WHERE user_id = $1 AND kind = $2 AND name = $3")
        .bind(user_id)
        .bind(kind.code())
        .bind(name)
        .fetch_optional(conn)
        .await?;
    row.map(ViewRow::into_view).transpose()
}

/// How many views an account's list has.
pub(super) async fn count(conn: &mut Conn, user_id: &UserId, kind: DocumentKind) -> DbResult<i64> {
    sql::query_scalar("SELECT COUNT(*) FROM saved_views WHERE user_id = $1 AND kind = $2")
        .bind(user_id)
        .bind(kind.code())
        .fetch_one(conn)
        .await
}

/// Inserts a new view. Returns false if its id was taken.
pub(super) async fn insert(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ViewId,
    input: &ViewInput,
    now: i64,
) -> DbResult<bool> {
    let row = ViewRow {
        id: id.clone(),
        user_id: user_id.clone(),
        kind: input.kind,
        name: input.name.clone(),
        query: query_json(input)?,
        created_at: now,
    };
    let written = row.insert_if_absent().execute(conn).await?;
    Ok(written.rows_affected() == 1)
}

/// Changes the name or the query of a view. Returns false if there is no such view.
pub(super) async fn update(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ViewId,
    input: &ViewInput,
) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE saved_views SET name = $1, query = $2 WHERE id = $3 AND user_id = $4 AND kind = $5",
    )
    .bind(&input.name)
    .bind(query_json(input)?)
    .bind(id)
    .bind(user_id)
    .bind(input.kind.code())
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Deletes a view. Returns false if there was no such view.
pub(super) async fn delete(conn: &mut Conn, user_id: &UserId, id: &ViewId) -> DbResult<bool> {
    let done = sql::query("DELETE FROM saved_views WHERE id = $1 AND user_id = $2")
        .bind(id)
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(done.rows_affected() == 1)
}

/// Locks the account until the transaction ends, so that two devices that save the last possible view take turns.
pub(super) async fn lock_account(conn: &mut Conn, user_id: &UserId) -> DbResult<()> {
    sql::query("UPDATE users SET created_at = created_at WHERE id = $1").bind(user_id).execute(conn).await?;
    Ok(())
}
