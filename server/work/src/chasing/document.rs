//! GET and PUT /api/{kind}/{id}/chasing: a document's next reminder, what happened to the last, and its switch; sending
//! the last one again, and recording one that the business sends on its own.

use axum::Json;
use axum::extract::State;
use plumbline_core::chase::Moment;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::decision::{NoReminder, decide_next, first_day};
use super::schedule::schedule_next;
use super::{ChaseSwitch, store};
use crate::emails::reminders;
use crate::emails::reminders::store::{ReminderRow, ReminderState as Fate};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::parties::Parties;
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::sending::texts::{self, ShareTexts};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::today;

/// The automatic reminders of a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Chasing {
    /// Whether the business sends automatic reminders for documents of this kind.
    pub planned: bool,
    /// Whether they are switched off for this document.
    pub off: bool,
    /// Whether they are switched off for its customer, whatever this document's switch says.
    pub contact_off: bool,
    /// The next automatic reminder.
    pub next: Option<NextReminder>,
    /// Why there is none, in a sentence; `None` if the switches say it.
    pub why: Option<String>,
    /// The last reminder.
    pub last: Option<LastReminder>,
    /// Why the reminder that was due was not sent, in a sentence.
    pub problem: Option<String>,
    /// A reminder to send as a message; `None` if the customer should not be reminded today.
    pub message: Option<ShareTexts>,
}

/// The next automatic reminder.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct NextReminder {
    /// The day in London, YYYY-MM-DD, from nine in the morning.
    #[schema(value_type = String)]
    pub on: Date,
    /// The moment from which it is counted.
    #[schema(value_type = String)]
    pub moment: Moment,
    /// By how many days it differs from that.
    pub days: i64,
    /// Which instalment it is for: `instalment 2 of 4`; left out if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub instalment: Option<String>,
}

/// A reminder that was sent, or was due.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct LastReminder {
    /// The day in London, YYYY-MM-DD.
    pub day: String,
    /// Whether it was automatic.
    pub by_plan: bool,
    /// What happened to it.
    pub state: Fate,
    /// What should be said about it, in a sentence; `None` if it went well.
    pub says: Option<String>,
    /// Whether it may be sent again.
    pub may_try_again: bool,
}

impl LastReminder {
    fn from_row(row: ReminderRow) -> Self {
        let day = format_long_date(row.day);
        let problem = &row.problem;
        let says = match row.state {
            Fate::Failed => Some(format!("The reminder on {day} didn’t arrive: {problem}")),
            Fate::GivenUp => Some(format!("The reminder on {day} wasn’t sent. {problem}")),
            Fate::Unsure => Some(format!("We don’t know whether the reminder on {day} arrived. {problem}")),
            Fate::Queued if !problem.is_empty() => {
                Some(format!("The reminder on {day} hasn’t been sent yet. {problem}"))
            }
            Fate::Dropped => Some(format!("The reminder on {day} wasn’t sent. {problem}")),
            Fate::Told | Fate::Queued | Fate::Sending | Fate::Sent => None,
        };
        Self {
            by_plan: !row.step.is_empty(),
            may_try_again: reminders::can_resend(&row),
            state: row.state,
            says,
            day: row.day.to_string(),
        }
    }
}

/// The automatic reminders of a document.
#[utoipa::path(get, path = "/{id}/chasing", tag = "documents",
    params(("id" = String, Path)), operation_id = "chasing", responses(
    (status = 200, body = Chasing), (status = 404, body = ErrorBody)))]
pub(super) async fn read_chasing(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
) -> Result<Json<Chasing>, ApiError> {
    let mut conn = state.db.read().await?;
    let stored = StoredDocument::find(&mut conn, &user.id, kind, &id).await?;
    Ok(Json(load(&state, &mut conn, &stored).await?))
}

/// Switches automatic reminders of a document on or off.
#[utoipa::path(put, path = "/{id}/chasing", tag = "documents",
    params(("id" = String, Path)), operation_id = "switch_chasing",
    request_body = ChaseSwitch, responses(
    (status = 200, body = Chasing), (status = 404, body = ErrorBody)))]
pub(super) async fn switch_chasing(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
    ApiJson(chase_switch): ApiJson<ChaseSwitch>,
) -> Result<Json<Chasing>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let noted = store::find_document(&mut tx, &stored.row.id).await?;
    if noted.off != chase_switch.off {
        let noted = store::ChaseDocumentRow {
            off: chase_switch.off,
            problem: String::new(),
            problem_on: String::new(),
            ..noted
        };
        store::save_document(&mut tx, &noted).await?;
        let event = if chase_switch.off { "chasing_off" } else { "chasing_on" };
        notifying::record(&state, &mut tx, event, &stored, &[]).await?;
        announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
        schedule_next(&state, &mut tx, &stored).await?;
    }
    let answer = load(&state, &mut tx, &stored).await?;
    tx.commit().await?;
    Ok(Json(answer))
}

/// Sends the last reminder again, which is known to have failed.
#[utoipa::path(post, path = "/{id}/chasing/again", tag = "documents",
    params(("id" = String, Path)), operation_id = "chase_again",
    responses((status = 200, body = Chasing), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn resend_reminder(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
    key: IdempotencyKey,
) -> Result<axum::response::Response, ApiError> {
    let route = format!("{}/{id}/chasing/again", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    reminders::resend(&state, &mut tx, &stored).await?;
    let answer = load(&state, &mut tx, &stored).await?;
    let status = axum::http::StatusCode::OK;
    let response = repeatable.store_response(&mut tx, status, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The app with which the business sends a reminder on its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "lowercase")]
pub enum PassedOnBy {
    /// WhatsApp.
    Whatsapp,
    /// A text message.
    Sms,
}

/// Reports a reminder that the business sends on its own.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PassedOnRequest {
    /// The app that it uses.
    pub by: PassedOnBy,
}

/// Records that the business sends a reminder on its own: no automatic one is sent on that day.
#[utoipa::path(post, path = "/{id}/chasing/told", tag = "documents",
    params(("id" = String, Path)), operation_id = "chase_told",
    request_body = PassedOnRequest, responses((status = 200, body = Chasing),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub(super) async fn record_passed_on(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<axum::response::Response, ApiError> {
    let request: PassedOnRequest = body.parse()?;
    let route = format!("{}/{id}/chasing/told", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let stored = StoredDocument::lock(&mut tx, &user.id, kind, &id).await?;
    let by = match request.by {
        PassedOnBy::Whatsapp => "whatsapp",
        PassedOnBy::Sms => "sms",
    };
    reminders::record_passed_on(&state, &mut tx, &stored, by).await?;
    let answer = load(&state, &mut tx, &stored).await?;
    let status = axum::http::StatusCode::OK;
    let response = repeatable.store_response(&mut tx, status, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

async fn load(state: &AppState, conn: &mut Conn, stored: &StoredDocument) -> Result<Chasing, ApiError> {
    let first = first_day(state.clock.now_ms())?;
    let decided = decide_next(state, conn, stored, first).await?;
    let noted = store::find_document(conn, &stored.row.id).await?;
    let contact_off = match &stored.row.contact_id {
        Some(contact) => store::is_contact_off(conn, contact).await?,
        None => false,
    };
    let why = match &decided {
        Ok(_) | Err(NoReminder::NoPlan | NoReminder::DocumentOff | NoReminder::ContactOff) => None,
        Err(NoReminder::Archived) => Some("It’s archived.".to_owned()),
        Err(NoReminder::NotWaiting(why)) => Some(why.clone()),
        Err(NoReminder::NoneLeft) => Some("All your reminders have been sent.".to_owned()),
    };
    let last = reminders::store::find_latest(conn, &stored.row.id).await?;
    let problem = Some(noted.problem).filter(|problem| decided.is_ok() && !problem.is_empty());
    Ok(Chasing {
        planned: decided != Err(NoReminder::NoPlan),
        off: noted.off,
        contact_off,
        why,
        last: last.map(LastReminder::from_row),
        problem,
        message: share_text(state, conn, stored).await?,
        next: decided.ok().map(|going| NextReminder {
            on: going.reminder.on,
            moment: going.reminder.step.moment,
            days: going.reminder.step.days,
            instalment: stored.instalment_label(going.counted_from),
        }),
    })
}

/// A reminder to send as a message, if the document waits for its customer.
async fn share_text(
    state: &AppState,
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<Option<ShareTexts>, ApiError> {
    let today = today(state)?;
    if stored.check_reminder(today).is_err() || stored.row.archived {
        return Ok(None);
    }
    let parties = Parties::for_document(conn, &stored.row).await?;
    let share = texts::compose_share_texts(state, stored, &parties);
    Ok(share.map(|share| ShareTexts {
        text: reminders::share_message(state, (stored, &parties), today),
        ..share
    }))
}
