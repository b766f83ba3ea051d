//! The state of an email, as a text for the person who sent it. It counts as sent once the mail server has confirmed
//! it; until then it is on its way, however long ago it was written.

use serde::Serialize;
use utoipa::ToSchema;

use crate::contacts::store as contacts;
use crate::documents::parties::Parties;
use crate::documents::store::DocumentRow;
use crate::documents::store::posted_emails::{self, EmailRow, EmailState, EmailTopic};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::DocumentId;
use plumbline_platform::jobs;

/// How many emails of one document are listed at most: the latest ones.
const EMAILS_MAX: i64 = 50;

/// An email whose delivery is displayed: about a document, a statement or a question to support.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentEmail {
    /// Its id.
    pub id: String,
    /// Its subject.
    pub subject: String,
    /// What happened to it.
    #[schema(value_type = String)]
    pub state: EmailState,
    /// A message about that, in a sentence or two; `None` if all is well.
    pub says: Option<String>,
    /// Whether a person needs to take action.
    pub unsettled: bool,
    /// Whether it can be sent again with one tap.
    pub may_send_again: bool,
}

/// The emails of a document, oldest first.
pub async fn list_for_document(conn: &mut Conn, document_id: &DocumentId) -> DbResult<Vec<DocumentEmail>> {
    let rows = posted_emails::list_for_document(conn, document_id, EMAILS_MAX).await?;
    to_document_emails(conn, rows).await
}

/// Converts the rows to the API's type.
pub async fn to_document_emails(conn: &mut Conn, rows: Vec<EmailRow>) -> DbResult<Vec<DocumentEmail>> {
    let lost = rows.iter().filter(|row| is_undelivered(row.state));
    let lost: Vec<&str> = lost.map(|row| row.id.as_str()).collect();
    let retryable = jobs::list_retryable(conn, &lost).await?;
    let emails = rows.into_iter().map(|row| DocumentEmail {
        says: status_text(&row),
        may_send_again: retryable.iter().any(|id| *id == row.id.as_str()),
        id: row.id.into(),
        subject: row.subject,
        state: row.state,
        unsettled: row.unsettled,
    });
    Ok(emails.collect())
}

/// Whether delivery isn't confirmed and it won't be tried again automatically.
#[must_use]
pub fn is_undelivered(state: EmailState) -> bool {
    matches!(state, EmailState::Unconfirmed | EmailState::Refused | EmailState::GivenUp)
}

/// The message about an email's delivery, or `None` if all is well.
#[must_use]
pub fn status_text(row: &EmailRow) -> Option<String> {
    let (to, problem) = (&row.receiver, &row.problem);
    let why = match problem.as_str() {
        "" => String::new(),
        problem => format!(": {problem}"),
    };
    let (who, other_way) = match row.about {
        EmailTopic::Document => ("your customer", "share the link another way"),
        EmailTopic::CisStatement | EmailTopic::AccountStatement => ("them", "hand it over another way"),
        EmailTopic::SupportAnswer => ("them", "reach them another way"),
    };
    Some(match row.state {
        EmailState::Sent | EmailState::Arrived => return None,
        EmailState::Waiting if problem.is_empty() => return None,
        EmailState::Waiting => {
            format!("We haven’t been able to send the email to {to} yet{why}. We’ll keep trying.")
        }
        EmailState::Unconfirmed => format!(
            "The mail server didn’t say whether it accepted the email to {to}. Ask {who}, or send it again."
        ),
        EmailState::Refused => format!(
            "The mail server doesn’t accept the email to {to}{why}. Check the address, or {other_way}."
        ),
        EmailState::GivenUp => format!(
            "We couldn’t send the email to {to} for two days, so we stopped trying{why}. Send it again, or \
             {other_way}."
        ),
        EmailState::Dropped => format!("The email wasn’t sent{why}."),
    })
}

/// The email address of a document's customer: the contact's current one, which may have been corrected since; if the
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

#[cfg(test)]
mod tests {
    use super::*;
    use plumbline_platform::ids::{Ids, SystemEntropy};

    #[test]
    fn describes_an_email_whose_delivery_is_delayed_or_failed() {
        let clock = std::sync::Arc::new(plumbline_platform::clock::ManualClock::new(0));
        let ids = Ids::new(clock, std::sync::Arc::new(SystemEntropy));
        let text_for = |state, problem: &str| {
            status_text(&EmailRow {
                id: ids.new_id(),
                user_id: ids.new_id(),
                about: EmailTopic::Document,
                document_id: Some(ids.new_id()),
                about_id: String::new(),
                part: String::new(),
                receiver: "jo@example.com".to_owned(),
                subject: String::new(),
                state,
                problem: problem.to_owned(),
                unsettled: false,
                created_at: 0,
                changed_at: 0,
            })
        };
        assert_eq!(text_for(EmailState::Sent, ""), None);
        assert_eq!(
            text_for(EmailState::Waiting, "the mail server cannot be reached").as_deref(),
            Some(
                "We haven’t been able to send the email to jo@example.com yet: the mail server cannot be \
                 reached. We’ll keep trying."
            )
        );
        assert_eq!(
            text_for(EmailState::Unconfirmed, "").as_deref(),
            Some(
                "The mail server didn’t say whether it accepted the email to jo@example.com. Ask your \
                 customer, or send it again."
            )
        );
        assert_eq!(
            text_for(EmailState::Refused, "the mailbox is full").as_deref(),
            Some(
                "The mail server doesn’t accept the email to jo@example.com: the mailbox is full. \
                 Check the address, or share the link another way."
            )
        );
    }
}
