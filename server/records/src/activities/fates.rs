//! Whether the emails that activities caused were sent. An activity is written in the transaction that queues its
//! email and never changes, so this is looked up whenever it is read: no sentence says 'sent' before the mail
//! server has confirmed the message.

use std::collections::HashMap;

use serde_json::Value;
use sqlx::AssertSqlSafe;

use super::store::Row;
use plumbline_platform::clock::london_date;
use plumbline_platform::db::{Conn, DbResult};

/// How many are asked for at once: a list of a page is one question, a file of all some.
const AT_ONCE: usize = 500;

/// What became of an email that the mail server has not confirmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is on its way to the mail server, or is tried again.
    Waiting,
    /// Nobody knows whether the mail server took it.
    Unconfirmed,
    /// The mail server does not take it.
    Refused,
    /// It was not taken for as long as we try.
    GivenUp,
    /// There was no reason for it any more.
    Dropped,
}

impl Fate {
    /// What the words of `posted_mails` and `document_reminders` mean; none of what was sent.
    fn of(word: &str) -> Option<Self> {
        Some(match word {
            "waiting" | "queued" | "sending" => Self::Waiting,
            "unconfirmed" | "unsure" => Self::Unconfirmed,
            "refused" | "failed" => Self::Refused,
            "given_up" => Self::GivenUp,
            "dropped" => Self::Dropped,
            _ => return None,
        })
    }

    /// The end of a sentence that says what was asked for.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Waiting => "it is being sent",
            Self::Unconfirmed => "not confirmed by the mail server",
            Self::Refused => "refused by the mail server",
            Self::GivenUp => "it wasn’t sent",
            Self::Dropped => "it wasn’t sent",
        }
    }
}

/// The email that an activity brought about.
fn email_of(data: &Value) -> Option<&str> {
    data["email"].as_str()
}

/// The document and the day in London of a reminder that an activity brought about.
fn reminder_of(row: &Row) -> Option<(String, String)> {
    let is_reminder = matches!(row.kind.as_str(), "reminded" | "chased");
    is_reminder.then(|| {
        (
            row.subject_id.clone(),
            london_date(row.created_at).to_string(),
        )
    })
}

/// Those of activities, beside what each needs for its line: none where it brought about no email, or one that was
/// sent.
pub(super) async fn of(conn: &mut Conn, read: &[(Row, Value)]) -> DbResult<Vec<Option<Fate>>> {
    let emails: Vec<&str> = read.iter().filter_map(|(_, data)| email_of(data)).collect();
    let emails = emails_by_id(conn, &emails).await?;
    let reminders: Vec<_> = read
        .iter()
        .filter_map(|(row, _)| reminder_of(row))
        .collect();
    let reminders = reminders_by_day(conn, &reminders).await?;
    let fate = |(row, data): &(Row, Value)| match reminder_of(row) {
        Some(reminder) => reminders.get(&reminder).copied(),
        None => emails.get(email_of(data)?).copied(),
    };
    Ok(read.iter().map(fate).collect())
}

async fn emails_by_id(conn: &mut Conn, ids: &[&str]) -> DbResult<HashMap<String, Fate>> {
    let mut found = HashMap::new();
    for ids in ids.chunks(AT_ONCE) {
        let sql = format!(
            "SELECT id, state FROM posted_mails WHERE id IN ({})",
            places(ids.len())
        );
        let mut query = sqlx::query_as::<_, (String, String)>(AssertSqlSafe(sql));
        for id in ids {
            query = query.bind(*id);
        }
        for (id, state) in query.fetch_all(&mut *conn).await? {
            found.extend(Fate::of(&state).map(|fate| (id, fate)));
        }
    }
    Ok(found)
}

async fn reminders_by_day(
    conn: &mut Conn,
    reminders: &[(String, String)],
) -> DbResult<HashMap<(String, String), Fate>> {
    let mut found = HashMap::new();
    for some in reminders.chunks(AT_ONCE) {
        let sql = format!(
            "SELECT document_id, day, state FROM document_reminders WHERE document_id IN ({})",
            places(some.len())
        );
        let mut query = sqlx::query_as::<_, (String, String, String)>(AssertSqlSafe(sql));
        for (document, _) in some {
            query = query.bind(document);
        }
        for (document, day, state) in query.fetch_all(&mut *conn).await? {
            found.extend(Fate::of(&state).map(|fate| ((document, day), fate)));
        }
    }
    Ok(found)
}

/// `$1, $2, $3`
fn places(many: usize) -> String {
    let places: Vec<String> = (1..=many).map(|at| format!("${at}")).collect();
    places.join(", ")
}
