//! The questions to support, of all accounts, in the order in which they should be answered.

mod answer;
mod message;

use axum::Json;
use axum::extract::State;
use axum::response::Response;
use message::QueuedMessageDetails;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::admin::{Admin, AdminPage, like_pattern, limit_and_offset};
use plumbline_platform::audit::{self, AuditAction};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::files::{self, store as rows};
use plumbline_platform::http::{ApiJson, ApiQuery, Path};
use plumbline_platform::ids::{FileId, SupportMessageId};
use plumbline_platform::state::AppState;
use plumbline_records::support::store::queue::{self, QueuedMessageRow};
use plumbline_records::support::store::{SupportStatus, pictures};

/// The routes.
pub(super) fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(message::read_message))
        .routes(routes!(read_picture))
        .routes(routes!(answer::answer_message))
        .routes(routes!(answer::resend_answer))
        .routes(routes!(answer::mark_answer_arrived))
        .routes(routes!(set_status))
}

/// The query of the queue.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct QueueQuery {
    /// `open` (the default), `answered`, `closed` or `all`.
    status: Option<String>,
    /// Words of the question, or of the writer's name or address.
    search: Option<String>,
    /// The page, from 1.
    page: Option<i64>,
}

/// A question in the queue.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct QueuedMessage {
    /// Its id.
    id: String,
    /// The account.
    user_id: String,
    /// The writer's name.
    name: String,
    /// The writer's address.
    email: String,
    /// The subject.
    subject: String,
    /// `open`, `answered` or `closed`.
    status: String,
    /// Whether it is answered before others, as part of the plan.
    goes_first: bool,
    /// When it was written, milliseconds since the epoch.
    created_at: i64,
    /// When it last changed, milliseconds since the epoch.
    changed_at: i64,
    /// Whether the email of a reply may not have arrived.
    lost_email: bool,
}

impl From<QueuedMessageRow> for QueuedMessage {
    fn from(row: QueuedMessageRow) -> Self {
        Self {
            id: row.id,
            user_id: row.user_id,
            name: row.name,
            email: row.email,
            subject: row.subject,
            status: row.status,
            goes_first: row.goes_first == 1,
            created_at: row.created_at,
            changed_at: row.changed_at,
            lost_email: row.lost > 0,
        }
    }
}

/// The questions with a status, or all of them. Open questions are in the order in which they should be answered, all
/// others latest first.
#[utoipa::path(get, path = "/api/admin/support", tag = "admin", operation_id = "questions",
    params(QueueQuery), responses((status = 200, body = AdminPage<QueuedMessage>),
        (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn list(
    State(state): State<AppState>,
    _: Admin,
    ApiQuery(query): ApiQuery<QueueQuery>,
) -> Result<Json<AdminPage<QueuedMessage>>, ApiError> {
    let status = match query.status.as_deref() {
        None | Some("") => Some(SupportStatus::Open),
        Some("all") => None,
        Some(word) => Some(parse_status(word)?),
    };
    let pattern = like_pattern(query.search.as_deref());
    let mut conn = state.db.read().await?;
    let found = queue::list_page(&mut conn, status, &pattern, limit_and_offset(query.page)).await?;
    Ok(Json(AdminPage::from_rows(found)))
}

/// The status with a code.
fn parse_status(word: &str) -> Result<SupportStatus, ApiError> {
    word.parse().map_err(|_| {
        let text = "A question is open, answered or closed.";
        ApiError::bad_field("status", "invalid", text)
    })
}

/// The new status of a question.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct StatusInput {
    /// `open`, `answered` or `closed`.
    status: String,
}

/// Sets the status of a question. Nobody gets an email.
#[utoipa::path(post, path = "/api/admin/support/{id}/status", tag = "admin",
    operation_id = "question_status", params(SupportMessageId), request_body = StatusInput,
    responses((status = 200, body = QueuedMessageDetails), (status = 400, body = ErrorBody),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn set_status(
    State(state): State<AppState>,
    admin: Admin,
    Path(id): Path<SupportMessageId>,
    ApiJson(input): ApiJson<StatusInput>,
) -> Result<Json<QueuedMessageDetails>, ApiError> {
    let status = parse_status(&input.status)?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let row = queue::lock(&mut tx, &id).await?;
    let row = row.ok_or_else(|| ApiError::not_found("Message"))?;
    if row.status == status {
        drop(tx);
    } else {
        queue::set_status(&mut tx, &id, status, now).await?;
        let about = format!("{}: {}", status.code(), row.subject);
        let on = Some(&row.user_id);
        audit::record(&state, &mut tx, admin.actor(), AuditAction::Status, on, &about).await?;
        tx.commit().await?;
    }
    message::load_message(&state, &id).await.map(Json)
}

/// A picture that belongs to a question; the account's other pictures can't be read here.
#[utoipa::path(get, path = "/api/admin/support/{id}/pictures/{picture}", tag = "admin",
    operation_id = "question_picture",
    params(("id" = String, Path), ("picture" = String, Path)),
    responses((status = 200, content_type = "image/jpeg"), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn read_picture(
    State(state): State<AppState>,
    _: Admin,
    Path((id, picture)): Path<(SupportMessageId, FileId)>,
) -> Result<Response, ApiError> {
    let not_found = || ApiError::not_found("Picture");
    let mut conn = state.db.read().await?;
    if !pictures::list_for_message(&mut conn, &id).await?.contains(&picture) {
        return Err(not_found());
    }
    let row = rows::find(&mut conn, &picture).await?;
    drop(conn);
    let row = row.ok_or_else(not_found)?;
    files::respond_privately(&state, &row).await?.ok_or_else(not_found)
}
