//! The address at which a document's customer gets email.

use crate::contacts::store as contacts;
use crate::documents::parties::Parties;
use crate::documents::store::DocumentRow;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// The email address of a document's customer: the contact's present one, which may have been corrected since; if the
/// contact was deleted, the one in the issued version.
pub async fn find_customer_email(conn: &mut Conn, row: &DocumentRow) -> Result<Option<String>, ApiError> {
    let now = match &row.contact_id {
        Some(id) => contacts::find(conn, &row.user_id, id).await?,
        None => None,
    };
    let email = match now {
        Some(contact) => Some(contact.fields.email),
        None => {
            let parties = Parties::for_document(conn, row).await?;
            parties.contact.map(|contact| contact.email)
        }
    };
    Ok(email.and_then(|email| parse_email(&email)))
}

/// The trimmed text, if it is a valid email address.
#[must_use]
pub fn parse_email(text: &str) -> Option<String> {
    let text = text.trim();
    plumbline_core::credentials::is_email(text).then(|| text.to_owned())
}
