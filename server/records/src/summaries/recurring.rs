//! Which recurring invoices a customer or a business profile has, so that neither is deleted while it has some.

use plumbline_platform::db::{Conn, DbResult};

/// The names of a contact's recurring invoices, the first by name, and how many there are.
pub async fn of_contact(
    conn: &mut Conn,
    user_id: &str,
    contact_id: &str,
) -> DbResult<(i64, Option<String>)> {
    sqlx::query_as(
        "SELECT COUNT(*), MIN(name) FROM recurring_invoices \
         WHERE user_id = $1 AND contact_id = $2",
    )
    .bind(user_id)
    .bind(contact_id)
    .fetch_one(conn)
    .await
}

/// The same of a business profile.
pub async fn of_profile(
    conn: &mut Conn,
    user_id: &str,
    profile_id: &str,
) -> DbResult<(i64, Option<String>)> {
    sqlx::query_as(
        "SELECT COUNT(*), MIN(name) FROM recurring_invoices \
         WHERE user_id = $1 AND business_profile_id = $2",
    )
    .bind(user_id)
    .bind(profile_id)
    .fetch_one(conn)
    .await
}

/// What they are called in a sentence: by its name where there is one, else by their number.
#[must_use]
pub fn called((count, name): &(i64, Option<String>)) -> Option<String> {
    match (*count, name) {
        (0, _) => None,
        (1, Some(name)) => Some(format!("the recurring invoice “{name}”")),
        (count, _) => Some(format!("{count} recurring invoices")),
    }
}
