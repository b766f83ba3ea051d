//! What is announced.

use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};

use crate::db::{DbResult, WriteTx};
use crate::ids::{DocumentId, UserId};

/// That something happened to a document, as servers hand it on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Announcement {
    /// The `type` of the message, by the names of `spec.md`, section 7.
    pub event: String,
    /// The account whose windows are told.
    pub user_id: UserId,
    /// A quote, an invoice, …
    pub kind: Kind,
    /// The document, whose public pages are told.
    pub id: DocumentId,
}

/// A message to a public page: the type alone, since a link's holder learns no ids.
#[derive(Serialize)]
struct ToCustomer<'a> {
    r#type: &'a str,
}

/// A message to the business's windows.
#[derive(Serialize)]
struct ToBusiness<'a> {
    r#type: &'a str,
    kind: &'a str,
    id: &'a str,
}

impl Announcement {
    /// The message for the pages behind the document's link.
    pub(super) fn to_customer(&self) -> String {
        text(&ToCustomer {
            r#type: &self.event,
        })
    }

    /// The message for the business's windows.
    pub(super) fn to_business(&self) -> String {
        text(&ToBusiness {
            r#type: &self.event,
            kind: self.kind.word(),
            id: &self.id,
        })
    }
}

fn text(message: &impl Serialize) -> String {
    // Plain structs of text always serialise.
    serde_json::to_string(message).unwrap_or_default()
}

/// Announces what this transaction does, when it commits.
///
/// # Errors
/// When the database fails.
pub async fn announce(tx: &mut WriteTx, announcement: &Announcement) -> DbResult<()> {
    tx.announce(text(announcement)).await
}
