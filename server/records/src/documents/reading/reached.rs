//! The address at which a document's customer gets email.

use crate::contacts::store as contacts;
use crate::documents::parties::Parties;
use crate::documents::store::DocumentRow;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;

/// Where a document's customer is reached: the address that the contact has now, which may have been
/// put right since; that of the version they have where the contact is deleted.
pub async fn address_of(conn: &mut Conn, row: &DocumentRow) -> Result<Option<String>, ApiError> {
    let now = match &row.contact_id {
        Some(id) => contacts::find(conn, &row.user_id, id).await?,
        None => None,
    };
    let email = match now {
        Some(contact) => Some(contact.fields.email),
        None => {
            let shown = Parties::shown(conn, row).await?;
            shown.contact.map(|contact| contact.email)
        }
    };
    Ok(email.and_then(|email| address(&email)))
}

/// An address that an email can go to, where it can be one.
#[must_use]
pub fn address(text: &str) -> Option<String> {
    let text = text.trim();
    plumbline_core::credentials::is_email(text).then(|| text.to_owned())
}
