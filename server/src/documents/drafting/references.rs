//! What a document points at must be the account's own.

use crate::db::Conn;
use crate::documents::drafting::body::Head;
use crate::documents::store::parties;
use crate::error::ApiError;
use crate::http::text::Checks;

/// Refuses a contact or a business profile that is not there, or is another account's.
///
/// # Errors
/// 422 naming the field.
pub async fn check(conn: &mut Conn, user_id: &str, head: &Head) -> Result<(), ApiError> {
    let mut checks = Checks::new();
    if !parties::has_profile(conn, user_id, &head.business_profile_id).await? {
        checks.add(
            "businessProfileId",
            "not_found",
            "There is no such business profile.",
        );
    }
    if let Some(id) = &head.contact_id
        && parties::contact(conn, user_id, id).await?.is_none()
    {
        checks.add("contactId", "not_found", "There is no such contact.");
    }
    checks.finish()
}
