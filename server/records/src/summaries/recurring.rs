//! Which recurring invoices a customer or a business profile has, so that neither is deleted while it has some.

use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{ContactId, ProfileId, UserId};

/// How many recurring invoices a contact has, and the name of the first in alphabetical order.
pub async fn count_for_contact(
    conn: &mut Conn,
    user_id: &UserId,
    contact_id: &ContactId,
) -> DbResult<(i64, Option<String>)> {
    sql::query_as(
        "SELECT COUNT(*), MIN(name) FROM recurring_invoices \
         WHERE user_id = $1 AND contact_id = $2",
    )
    .bind(user_id)
    .bind(contact_id)
    .fetch_one(conn)
    .await
}

/// The same for a business profile.
pub async fn count_for_profile(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
) -> DbResult<(i64, Option<String>)> {
    sql::query_as(
        "SELECT COUNT(*), MIN(name) FROM recurring_invoices \
         WHERE user_id = $1 AND business_profile_id = $2",
    )
    .bind(user_id)
    .bind(profile_id)
    .fetch_one(conn)
    .await
}

/// How a sentence refers to them: by name if there is only one, otherwise by their number; `None` if there are none.
#[must_use]
pub fn describe_count((count, name): &(i64, Option<String>)) -> Option<String> {
    match (*count, name) {
        (0, _) => None,
        (1, Some(name)) => Some(format!("the recurring invoice “{name}”")),
        (count, _) => Some(format!("{count} recurring invoices")),
    }
}
