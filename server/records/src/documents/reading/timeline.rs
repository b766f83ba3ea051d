//! The timeline of a document: its activities, and when its link was opened.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;
use serde::Serialize;
use utoipa::ToSchema;

use super::emails::{self, DocumentEmail};
use super::questions::{self, Question};
use crate::activities;
use crate::documents::store::made::{self, MadeRow, Outcome};
use crate::documents::store::{self, mails, openings, origins};
use plumbline_platform::clock::london_date;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most happenings of one document that are told: the newest.
const MOST: i64 = 200;

/// What happened to a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Timeline {
    /// The oldest first.
    pub happened: Vec<Happened>,
    /// When a person first opened its link, milliseconds since the epoch.
    pub opened_first: Option<i64>,
    /// When a person last did, to the hour.
    pub opened_last: Option<i64>,
    /// The program that it was brought over from: `Tradify`; none that was made here.
    pub brought_from: Option<String>,
    /// What comes again that it was made of by itself; none that somebody made.
    pub made_of: Option<MadeOf>,
    /// Its emails to the customer, the oldest first.
    pub emails: Vec<DocumentEmail>,
    /// What its customer asked about it, the oldest first; left out where they asked nothing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<Vec<Question>>"))]
    pub questions: Vec<Question>,
}

/// What a document was made of by itself.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct MadeOf {
    /// The recurring invoice, while that is there.
    pub recurring_id: Option<String>,
    /// What that was called then.
    pub name: String,
    /// What became of the document when it was made.
    #[schema(inline)]
    pub outcome: Outcome,
    /// Why it could not be sent; none where it was, or was not to be.
    pub reason: Option<String>,
}

impl From<MadeRow> for MadeOf {
    fn from(row: MadeRow) -> Self {
        Self {
            recurring_id: row.series_id.map(String::from),
            name: row.name,
            outcome: row.outcome,
            reason: Some(row.reason).filter(|reason| !reason.is_empty()),
        }
    }
}

/// One thing that happened.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Happened {
    /// Its id.
    pub id: String,
    /// What: `sent`, `link_given`, `reminded`, `quote_accepted`, …
    pub kind: String,
    /// When, milliseconds since the epoch.
    pub at: i64,
    /// How a link was passed on: `copy`, `share`, `whatsapp`, `sms`, `qr`.
    pub by: Option<String>,
    /// Pounds: of a payment, or what was agreed of a job with a variation.
    pub amount: Option<String>,
    /// The email that it brought about, or is about.
    pub email: Option<String>,
    /// What there is to be said of it, in a sentence or two.
    pub said: Option<String>,
}

/// What happened to a document, the oldest first.
#[utoipa::path(get, path = "/{id}/timeline", tag = "documents", responses(
    (status = 200, body = Timeline), (status = 404, body = ErrorBody)))]
pub async fn timeline(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
) -> Result<Json<Timeline>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(of(&mut conn, (&user.id, kind, &id)).await?))
}

/// The same, on a connection that the caller has.
///
/// # Errors
/// 404 where there is no such document.
pub async fn of(
    conn: &mut Conn,
    (user_id, kind, id): (&str, Kind, &str),
) -> Result<Timeline, ApiError> {
    if !store::is_there(conn, user_id, kind, id).await? {
        return Err(ApiError::not_found(kind.title()));
    }
    let opened = openings::find(conn, id).await?;
    let origin = origins::find(conn, id).await?;
    let made = made::find(conn, id).await?;
    let mut happened = activities::of_subject(conn, user_id, id, MOST).await?;
    happened.reverse();
    let text = |data: &serde_json::Value, name: &str| data[name].as_str().map(str::to_owned);
    let waiting = mails::reminders_not_gone(conn, id).await?;
    let happened = happened.into_iter().map(|one| Happened {
        by: text(&one.data, "by"),
        email: text(&one.data, "email"),
        said: text(&one.data, "said").or_else(|| of_reminder(&waiting, &one)),
        amount: one
            .tells_an_amount()
            .then(|| text(&one.data, "amount"))
            .flatten(),
        id: one.id.into(),
        kind: one.kind,
        at: one.created_at,
    });
    Ok(Timeline {
        happened: happened.collect(),
        opened_first: opened.as_ref().map(|row| row.first_at),
        opened_last: opened.as_ref().map(|row| row.last_at),
        brought_from: origin.map(|row| row.source.title().to_owned()),
        made_of: made.map(MadeOf::from),
        emails: emails::of(conn, id).await?,
        questions: questions::of(conn, id).await?,
    })
}

/// What there is to be said of a reminder of which nobody knows that it arrived.
fn of_reminder(waiting: &BTreeMap<String, String>, one: &activities::Activity) -> Option<String> {
    let is_reminder = matches!(one.kind.as_str(), "reminded" | "chased");
    let day = is_reminder.then(|| london_date(one.created_at).to_string())?;
    let said = match waiting.get(&day)?.as_str() {
        "dropped" => "Not sent: it was no longer needed",
        "unsure" => "Not confirmed",
        "failed" => "It didn’t arrive",
        "given_up" => "It wasn’t sent",
        _ => "On its way to the mail server",
    };
    Some(said.to_owned())
}
