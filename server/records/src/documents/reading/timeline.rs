//! The timeline of a document: its activities, and when its link was opened.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use serde::Serialize;
use utoipa::ToSchema;

use super::emails::{self, DocumentEmail};
use super::questions::{self, Question};
use crate::activities;
use crate::documents::path::DocumentPath;
use crate::documents::store::recurring_documents::{self, RecurringDocumentRow, RecurringOutcome};
use crate::documents::store::{self, openings, origins, posted_emails};
use plumbline_platform::clock::london_date;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::ids::{DocumentId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most activities of one document in its timeline: the newest.
const EVENTS_MAX: i64 = 200;

/// The timeline of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// The activities, oldest first.
    pub happened: Vec<TimelineEvent>,
    /// When a person first opened its link, milliseconds since the epoch.
    pub opened_first: Option<i64>,
    /// When a person last opened it, milliseconds since the epoch, with a precision of an hour.
    pub opened_last: Option<i64>,
    /// The program that it was imported from: `Tradify`; null if it was made here.
    pub brought_from: Option<String>,
    /// The recurring invoice from which it was made automatically; null if a person made it.
    pub made_of: Option<RecurringOrigin>,
    /// The emails to its customer, oldest first.
    pub emails: Vec<DocumentEmail>,
    /// Its customer's questions, oldest first; left out if there are no questions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Question>>"))]
    pub questions: Vec<Question>,
}

/// The recurring invoice from which a document was made automatically.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct RecurringOrigin {
    /// The id of the recurring invoice, while it exists.
    pub recurring_id: Option<String>,
    /// Its name at that time.
    pub name: String,
    /// The result of making the document.
    #[schema(inline)]
    pub outcome: RecurringOutcome,
    /// Why it couldn't be sent; null if it was sent, or wasn't meant to be.
    pub reason: Option<String>,
}

impl From<RecurringDocumentRow> for RecurringOrigin {
    fn from(row: RecurringDocumentRow) -> Self {
        Self {
            recurring_id: row.series_id.map(String::from),
            name: row.name,
            outcome: row.outcome,
            reason: Some(row.reason).filter(|reason| !reason.is_empty()),
        }
    }
}

/// One activity.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TimelineEvent {
    /// Its id.
    pub id: String,
    /// The kind of activity: `sent`, `link_given`, `reminded`, `quote_accepted`, …
    pub kind: String,
    /// When it happened, milliseconds since the epoch.
    pub at: i64,
    /// How a link was passed on: `copy`, `share`, `whatsapp`, `sms`, `qr`.
    pub by: Option<String>,
    /// Pounds: the amount of a payment, or the agreed total of a job including a variation.
    pub amount: Option<String>,
    /// The email that it caused or is about.
    pub email: Option<String>,
    /// A message about it, in a sentence or two.
    pub said: Option<String>,
}

/// The timeline of a document, oldest activity first.
#[utoipa::path(get, path = "/{id}/timeline", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 200, body = Timeline), (status = 404, body = ErrorBody)))]
pub async fn timeline(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<Json<Timeline>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(load_timeline(&mut conn, (&user.id, kind, &id)).await?))
}

/// The same, on the caller's connection.
///
/// # Errors
/// 404 if there is no such document.
pub async fn load_timeline(
    conn: &mut Conn,
    (user_id, kind, id): (&UserId, DocumentKind, &DocumentId),
) -> Result<Timeline, ApiError> {
    if !store::exists(conn, user_id, kind, id).await? {
        return Err(ApiError::not_found(kind.title()));
    }
    let opened = openings::find(conn, id).await?;
    let origin = origins::find(conn, id).await?;
    let made = recurring_documents::find(conn, id).await?;
    let mut happened = activities::list_for_subject(conn, user_id, id.as_str(), EVENTS_MAX).await?;
    happened.reverse();
    let text = |data: &serde_json::Value, name: &str| data[name].as_str().map(str::to_owned);
    let waiting = posted_emails::list_unsent_reminders(conn, id).await?;
    let happened = happened.into_iter().map(|one| TimelineEvent {
        by: text(&one.data, "by"),
        email: text(&one.data, "email"),
        said: text(&one.data, "said").or_else(|| reminder_text(&waiting, &one)),
        amount: one.has_own_amount().then(|| text(&one.data, "amount")).flatten(),
        id: one.id.into(),
        kind: one.kind,
        at: one.created_at,
    });
    Ok(Timeline {
        happened: happened.collect(),
        opened_first: opened.as_ref().map(|row| row.first_at),
        opened_last: opened.as_ref().map(|row| row.last_at),
        brought_from: origin.map(|row| row.source.label().to_owned()),
        made_of: made.map(RecurringOrigin::from),
        emails: emails::list_for_document(conn, id).await?,
        questions: questions::list_for_document(conn, id).await?,
    })
}

/// The message about a reminder whose delivery isn't confirmed.
fn reminder_text(waiting: &BTreeMap<String, String>, one: &activities::Activity) -> Option<String> {
    let is_reminder = matches!(one.kind.as_str(), "reminded" | "chased");
    let day = is_reminder.then(|| london_date(one.created_at).to_string())?;
    let text = match waiting.get(&day)?.as_str() {
        "dropped" => "Not sent: it was no longer needed",
        "unsure" => "Not confirmed",
        "failed" => "It didn’t arrive",
        "given_up" => "It wasn’t sent",
        _ => "On its way to the mail server",
    };
    Some(text.to_owned())
}
