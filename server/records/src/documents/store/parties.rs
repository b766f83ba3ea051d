//! SQL on the two parties of a document: the business and its customer.

use sqlx::AssertSqlSafe;

use plumbline_platform::db::{Conn, DbResult, find_dialect, sql};
use plumbline_platform::ids::{ContactId, ProfileId, UserId};

/// Whether the account has a contact with this id; if so, the contact is locked against changes until the transaction
/// ends.
pub async fn lock_contact(conn: &mut Conn, user_id: &UserId, id: &ContactId) -> DbResult<bool> {
    let end = find_dialect(conn).for_share();
    let sql = format!("SELECT id FROM contacts WHERE id = $1 AND user_id = $2{end}");
    let found: Option<String> =
        sql::query_scalar(AssertSqlSafe(sql)).bind(id).bind(user_id).fetch_optional(conn).await?;
    Ok(found.is_some())
}

/// Whether the account has this profile, deleted or not: a deleted business's expenses still belong to it.
pub async fn owns_profile(conn: &mut Conn, user_id: &UserId, id: &ProfileId) -> DbResult<bool> {
    let found: Option<i64> =
        sql::query_scalar("SELECT version FROM business_profiles WHERE id = $1 AND user_id = $2")
            .bind(id)
            .bind(user_id)
            .fetch_optional(conn)
            .await?;
    Ok(found.is_some())
}

/// Whether the account has this profile and it isn't deleted.
pub async fn has_profile(conn: &mut Conn, user_id: &UserId, id: &ProfileId) -> DbResult<bool> {
    let found: Option<i64> = sql::query_scalar(
        "SELECT version FROM business_profiles WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL",
    )
    .bind(id)
    .bind(user_id)
    .fetch_optional(conn)
    .await?;
    Ok(found.is_some())
}

/// The name of the account's owner.
pub async fn find_owner_name(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<String>> {
    sql::query_scalar("SELECT name FROM users WHERE id = $1").bind(user_id).fetch_optional(conn).await
}

/// The email address of the account's owner.
pub async fn find_owner_email(conn: &mut Conn, user_id: &UserId) -> DbResult<Option<String>> {
    sql::query_scalar("SELECT email FROM users WHERE id = $1").bind(user_id).fetch_optional(conn).await
}

/// The name, telephone number and address of the owner's business; each is empty if it wasn't entered.
pub async fn find_owner_business(
    conn: &mut Conn,
    user_id: &UserId,
) -> DbResult<Option<(String, String, String)>> {
    sql::query_as("SELECT business_name, phone, address FROM users WHERE id = $1")
        .bind(user_id)
        .fetch_optional(conn)
        .await
}

/// Moves one contact's documents, drafts and issued ones, to another. Issued versions still name the original customer.
pub async fn reassign_contact(
    conn: &mut Conn,
    user_id: &UserId,
    [from, to]: [&ContactId; 2],
) -> DbResult<()> {
    sql::query("UPDATE documents SET contact_id = $1 WHERE user_id = $2 AND contact_id = $3")
        .bind(to)
        .bind(user_id)
        .bind(from)
        .execute(conn)
        .await?;
    Ok(())
}
