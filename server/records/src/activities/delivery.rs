//! Whether the emails that activities caused were sent. An activity is written in the transaction that queues its
//! email and never changes, so this is looked up whenever it is read: no sentence says 'sent' before the mail
//! server has confirmed the message.

use std::collections::HashMap;

use serde_json::Value;

use super::store::{self, ActivityRow};
use plumbline_platform::clock::london_date;
use plumbline_platform::db::{Conn, DbResult};

/// How many ids one query asks for: a page of the list needs one query, the export several.
const BATCH_SIZE: usize = 500;

/// What happened to an email that the mail server hasn't confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DeliveryStatus {
    /// It is in the queue, or will be tried again.
    Waiting,
    /// It isn't known whether the mail server accepted it.
    Unconfirmed,
    /// The mail server refused it.
    Refused,
    /// The mail server didn't accept it within the time for which it is tried.
    GivenUp,
    /// It was no longer needed.
    Dropped,
}

impl DeliveryStatus {
    /// Converts the states of `posted_mails` and `document_reminders`; `None` if the email was sent.
    fn parse(word: &str) -> Option<Self> {
        Some(match word {
            "waiting" | "queued" | "sending" => Self::Waiting,
            "unconfirmed" | "unsure" => Self::Unconfirmed,
            "refused" | "failed" => Self::Refused,
            "given_up" => Self::GivenUp,
            "dropped" => Self::Dropped,
            _ => return None,
        })
    }

    /// The end of a sentence that says what was requested.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Waiting => "it is being sent",
            Self::Unconfirmed => "not confirmed by the mail server",
            Self::Refused => "refused by the mail server",
            Self::GivenUp => "it wasn’t sent",
            Self::Dropped => "it wasn’t sent",
        }
    }
}

/// The email that an activity caused.
fn email_id(data: &Value) -> Option<&str> {
    data["email"].as_str()
}

/// The document, and the date in London, of a reminder that an activity caused.
fn reminder_key(row: &ActivityRow) -> Option<(String, String)> {
    let is_reminder = matches!(row.kind.as_str(), "reminded" | "chased");
    is_reminder.then(|| (row.subject_id.clone(), london_date(row.created_at).to_string()))
}

/// The delivery status of the emails of these activities, in the same order; `None` if an activity caused no email, or
/// one that was sent.
pub(super) async fn find_for_activities(
    conn: &mut Conn,
    read: &[(ActivityRow, Value)],
) -> DbResult<Vec<Option<DeliveryStatus>>> {
    let emails: Vec<&str> = read.iter().filter_map(|(_, data)| email_id(data)).collect();
    let emails = find_emails(conn, &emails).await?;
    let reminders: Vec<_> = read.iter().filter_map(|(row, _)| reminder_key(row)).collect();
    let reminders = find_reminders(conn, &reminders).await?;
    let fate = |(row, data): &(ActivityRow, Value)| match reminder_key(row) {
        Some(reminder) => reminders.get(&reminder).copied(),
        None => emails.get(email_id(data)?).copied(),
    };
    Ok(read.iter().map(fate).collect())
}

async fn find_emails(conn: &mut Conn, ids: &[&str]) -> DbResult<HashMap<String, DeliveryStatus>> {
    let mut found = HashMap::new();
    for ids in ids.chunks(BATCH_SIZE) {
        for (id, state) in store::list_email_states(conn, ids).await? {
            found.extend(DeliveryStatus::parse(&state).map(|fate| (id, fate)));
        }
    }
    Ok(found)
}

async fn find_reminders(
    conn: &mut Conn,
    reminders: &[(String, String)],
) -> DbResult<HashMap<(String, String), DeliveryStatus>> {
    let mut found = HashMap::new();
    for some in reminders.chunks(BATCH_SIZE) {
        let documents: Vec<&str> = some.iter().map(|(document, _)| document.as_str()).collect();
        for (document, day, state) in store::list_reminder_states(conn, &documents).await? {
            found.extend(DeliveryStatus::parse(&state).map(|fate| ((document, day), fate)));
        }
    }
    Ok(found)
}
