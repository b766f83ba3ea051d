//! What a document refers to must belong to the account.

use crate::documents::drafting::body::ParsedHeader;
use crate::documents::store::parties;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::FieldChecks;

/// Refuses a contact or a business profile that the account doesn't have. `before` is the document's present contact; a
/// different contact is locked, so that it still exists when the document is written.
///
/// # Errors
/// 422 naming the field.
pub async fn check_references(
    conn: &mut Conn,
    user_id: &str,
    head: &ParsedHeader,
    before: Option<&str>,
) -> Result<(), ApiError> {
    let mut checks = FieldChecks::new();
    if let Some(profile) = &head.business_profile_id
        && !parties::has_profile(conn, user_id, profile).await?
    {
        checks.add("businessProfileId", "not_found", "We couldn’t find this business profile.");
    }
    let contact = head.contact_id.as_deref();
    if let Some(id) = contact.filter(|id| before != Some(id))
        && !parties::lock_contact(conn, user_id, id).await?
    {
        checks.add("contactId", "not_found", "We couldn’t find this customer.");
    }
    checks.into_result()
}
