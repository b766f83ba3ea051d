//! POST /api/support

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};

use super::store::{self, SupportMessageRow};
use super::{SupportMessage, SupportMessageFields, letter};
use crate::error::{ApiError, ErrorBody};
use crate::http::{ApiJson, Create, Write};
use crate::limits::AccountLimit;
use crate::limits::quota::{self, Kept};
use crate::mail;
use crate::plans;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// So much of what a browser calls itself is kept, in characters.
const BROWSER_KEPT: usize = 300;

/// Sends a message to whoever runs the server. The client may choose the `id`: the same create sent
/// again is the same message, and one mail.
#[utoipa::path(post, path = "/api/support", tag = "support",
    request_body = Create<SupportMessageFields>,
    responses((status = 201, body = SupportMessage), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
pub(super) async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    headers: HeaderMap,
    ApiJson(request): ApiJson<Write<SupportMessageFields>>,
) -> Result<(StatusCode, Json<SupportMessage>), ApiError> {
    let id = request.id_or_new(&state.ids)?;
    let fields = request.fields.checked()?;
    state
        .limits
        .check_account(AccountLimit::SupportByAccount, &user.id)
        .await?;
    let browser = headers.get(header::USER_AGENT);
    let browser = browser.and_then(|name| name.to_str().ok());
    let row = SupportMessageRow {
        id,
        user_id: user.id.clone(),
        subject: fields.subject,
        message: fields.message,
        browser: browser
            .unwrap_or_default()
            .chars()
            .take(BROWSER_KEPT)
            .collect(),
        created_at: state.clock.now_ms(),
    };
    let mut tx = state.db.begin_write().await?;
    let is_new = store::insert(&mut tx, &row).await?;
    // Not written when the id is there already: then it is this account's own, sent again.
    let Some(made) = store::find(&mut tx, &user.id, &row.id).await? else {
        return Err(ApiError::id_taken());
    };
    // What was typed under it since is something else, and is not lost in silence.
    if !is_new && (&made.fields.subject, &made.fields.message) != (&row.subject, &row.message) {
        return Err(ApiError::id_taken());
    }
    if is_new {
        let goes_first = plans::goes_first(&state, &mut tx, &user.id).await?;
        let letter = letter::of(&row, &user, &state.config.support_email, goes_first)?;
        mail::enqueue(&state, &mut tx, &letter).await?;
        let bytes = i64::try_from(row.subject.len() + row.message.len()).unwrap_or(i64::MAX);
        quota::keep(&state, &mut tx, &user.id, Kept::bytes(bytes)).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}
