//! Whether an action is possible for a document, as far as that is known before it is done.

use plumbline_core::kind::Kind;

use super::Refusal;
use super::store::{Action, Fate, MemberRow};
use crate::letters::remind;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{BatchId, DocumentId};
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::delete;
use plumbline_records::documents::issuing::issue;
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::stored::Stored;

/// The code of a temporary refusal: the email allowance is used up.
pub(super) const SPENT: &str = "mails_spent";

/// The check of one id of an action.
pub(super) enum Judged {
    /// A document of the account: waiting, or refused with its reason.
    Member(MemberRow),
    /// There is no such document, or it is another account's.
    Strange(Refusal),
}

/// Checks a document for an action.
///
/// # Errors
/// 500 when the stored data cannot be read.
pub(super) async fn member(
    state: &AppState,
    conn: &mut Conn,
    (user_id, kind, action): (&str, Kind, Action),
    (batch_id, id): (&BatchId, DocumentId),
) -> Result<Judged, ApiError> {
    let waiting = MemberRow {
        batch_id: batch_id.clone(),
        document_id: id,
        state: Fate::Waiting,
        name: String::new(),
        code: String::new(),
        reason: String::new(),
    };
    let id = waiting.document_id.clone();
    let stored = match Stored::find(conn, user_id, kind, &id).await {
        Ok(stored) => stored,
        Err(error) => {
            let strange = refused(waiting, &error).ok_or(error)?;
            return Ok(Judged::Strange(strange.into()));
        }
    };
    let waiting = MemberRow {
        name: name(conn, &stored).await?,
        ..waiting
    };
    let judged = match action {
        Action::Send => sendable(conn, &stored).await,
        Action::Remind => remind::may_remind(state, conn, &stored).await.map(|_| ()),
        Action::DeleteDrafts => {
            let draft = delete::judge(state, conn, user_id, kind, &id).await;
            draft.map(|_| ())
        }
    };
    let member = match judged {
        Ok(()) => waiting,
        Err(error) => refused(waiting, &error).ok_or(error)?,
    };
    Ok(Judged::Member(member))
}

/// The document, refused with an error's message; `None` if the error is a fault of the server.
pub(super) fn refused(member: MemberRow, error: &ApiError) -> Option<MemberRow> {
    if error.status().is_server_error() {
        return None;
    }
    let code = if error.is_too_many() {
        SPENT
    } else {
        error.code()
    };
    Some(MemberRow {
        state: Fate::Refused,
        code: code.to_owned(),
        reason: error.sentence().to_owned(),
        ..member
    })
}

/// Whether a document is a draft with everything that its customer needs, and an address to send it to.
pub(super) async fn sendable(conn: &mut Conn, stored: &Stored) -> Result<(), ApiError> {
    if !stored.is_draft() {
        let msg = format!(
            "This {} has already been sent. Open it to send it again.",
            stored.kind.name()
        );
        return Err(ApiError::conflict("sent", msg));
    }
    let parties = issue::ready(conn, stored).await?;
    let email = parties.contact.map(|contact| contact.email);
    if email.is_none_or(|email| email.trim().is_empty()) {
        let msg = "This customer has no email address. Share the link with them instead.";
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "to", "required", msg,
        )]));
    }
    Ok(())
}

/// The name by which a person knows the document: its number, or else its customer.
async fn name(conn: &mut Conn, stored: &Stored) -> Result<String, ApiError> {
    if let Some(number) = &stored.row.number {
        return Ok(number.clone());
    }
    let customer = Parties::now(conn, &stored.row).await?.customer_name();
    Ok(match customer.as_str() {
        "" => "Draft without a customer".to_owned(),
        customer => format!("Draft for {customer}"),
    })
}
