//! GET /api/admin/support

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admin::Admin;
use crate::admin::page::{AdminPage, like_pattern, limit_and_offset};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::state::AppState;
use plumbline_records::support::store::SupportStatus;
use plumbline_records::support::store::queue::{self, QueuedMessageRow};

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
pub(super) async fn list(
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
pub(super) fn parse_status(word: &str) -> Result<SupportStatus, ApiError> {
    word.parse().map_err(|_| {
        let text = "A question is open, answered or closed.";
        ApiError::bad_field("status", "invalid", text)
    })
}
