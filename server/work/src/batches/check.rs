//! Whether an action is possible for a document, as far as that is known before it is done.

use plumbline_core::kind::DocumentKind;

use super::Refusal;
use super::store::{BatchAction, MemberRow, MemberState};
use crate::emails::reminders;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{BatchId, DocumentId};
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::delete;
use plumbline_records::documents::issuing::issue;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::StoredDocument;

/// The code of a temporary refusal: the email allowance is used up.
pub(super) const EMAILS_SPENT: &str = "mails_spent";

/// The check of one id of an action.
pub(super) enum CheckedDocument {
    /// A document of the account: waiting, or refused with its reason.
    Member(MemberRow),
    /// There is no such document, or it is another account's.
    Unknown(Refusal),
}

/// Checks a document for an action.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) async fn check_document(
    state: &AppState,
    conn: &mut Conn,
    (user_id, kind, action): (&str, DocumentKind, BatchAction),
    (batch_id, id): (&BatchId, DocumentId),
) -> Result<CheckedDocument, ApiError> {
    let waiting = MemberRow {
        batch_id: batch_id.clone(),
        document_id: id,
        state: MemberState::Waiting,
        name: String::new(),
        code: String::new(),
        reason: String::new(),
    };
    let id = waiting.document_id.clone();
    let stored = match StoredDocument::find(conn, user_id, kind, &id).await {
        Ok(stored) => stored,
        Err(error) => {
            let strange = to_refused(waiting, &error).ok_or(error)?;
            return Ok(CheckedDocument::Unknown(strange.into()));
        }
    };
    let waiting = MemberRow { name: display_name(conn, &stored).await?, ..waiting };
    let judged = match action {
        BatchAction::Send => check_sendable(conn, &stored).await,
        BatchAction::Remind => reminders::check_may_remind(state, conn, &stored).await.map(|_| ()),
        BatchAction::DeleteDrafts => {
            let draft = delete::find_deletable(state, conn, user_id, kind, &id).await;
            draft.map(|_| ())
        }
    };
    let member = match judged {
        Ok(()) => waiting,
        Err(error) => to_refused(waiting, &error).ok_or(error)?,
    };
    Ok(CheckedDocument::Member(member))
}

/// The document, refused with an error's message; `None` if the error is a fault of the server.
pub(super) fn to_refused(member: MemberRow, error: &ApiError) -> Option<MemberRow> {
    if error.status().is_server_error() {
        return None;
    }
    let code = if error.is_too_many() { EMAILS_SPENT } else { error.code() };
    Some(MemberRow {
        state: MemberState::Refused,
        code: code.to_owned(),
        reason: error.user_message().to_owned(),
        ..member
    })
}

/// Whether a document is a draft with everything that its customer needs, and an address to send it to.
pub(super) async fn check_sendable(conn: &mut Conn, stored: &StoredDocument) -> Result<(), ApiError> {
    if !stored.is_draft() {
        let msg = format!("This {} has already been sent. Open it to send it again.", stored.kind.name());
        return Err(ApiError::conflict("sent", msg));
    }
    let parties = issue::check_ready(conn, stored).await?;
    let email = parties.contact.map(|contact| contact.email);
    if email.is_none_or(|email| email.trim().is_empty()) {
        let msg = "This customer has no email address. Share the link with them instead.";
        return Err(ApiError::rule_broken(vec![FieldError::new("to", "required", msg)]));
    }
    Ok(())
}

/// The name by which a person knows the document: its number, or else its customer.
async fn display_name(conn: &mut Conn, stored: &StoredDocument) -> Result<String, ApiError> {
    if let Some(number) = &stored.row.number {
        return Ok(number.clone());
    }
    let customer = Parties::current(conn, &stored.row).await?.customer_name();
    Ok(match customer.as_str() {
        "" => "Draft without a customer".to_owned(),
        customer => format!("Draft for {customer}"),
    })
}
