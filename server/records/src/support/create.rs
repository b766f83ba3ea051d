//! POST /api/support

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};

use super::store::{self, SupportMessageRow, SupportStatus, pictures};
use super::{SupportMessage, SupportMessageFields, emails};
use crate::plans;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::files::store::{self as files, Purpose};
use plumbline_platform::http::{ApiJson, Create, Write};
use plumbline_platform::ids::FileId;
use plumbline_platform::limits::AccountLimit;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::mail;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// How many characters of the user agent are stored.
const BROWSER_MAX: usize = 300;

/// Sends a message to the operator, and confirms it to the writer by email. The client may choose the `id`; repeating
/// the request returns the same message and sends no second email.
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
    state.limits.check_account(AccountLimit::SupportByAccount, &user.id).await?;
    let browser = headers.get(header::USER_AGENT);
    let browser = browser.and_then(|name| name.to_str().ok());
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let goes_first = plans::has_priority_support(&state, &mut tx, &user.id).await?;
    let row = SupportMessageRow {
        id,
        user_id: user.id.clone(),
        subject: fields.subject,
        message: fields.message,
        browser: browser.unwrap_or_default().chars().take(BROWSER_MAX).collect(),
        created_at: now,
        status: SupportStatus::Open,
        goes_first,
        changed_at: now,
    };
    let is_new = store::insert(&mut tx, &row).await?;
    if is_new {
        check_pictures(&mut tx, &row, &fields.pictures).await?;
        pictures::insert(&mut tx, &row.id, &fields.pictures).await?;
    }
    // Not written if the id exists already: then it is this account's own message, sent again.
    let Some(made) = store::find(&mut tx, &user.id, &row.id).await? else {
        return Err(ApiError::id_taken());
    };
    // Refused if the stored message has different contents, so that what was entered isn't silently lost.
    let typed = SupportMessageFields {
        subject: row.subject.clone(),
        message: row.message.clone(),
        pictures: fields.pictures,
    };
    if !is_new && made.fields != typed {
        return Err(ApiError::id_taken());
    }
    if is_new {
        let support = &state.config.support_email;
        let link = state.link_to(&format!("/admin/support/{}", row.id.as_str()));
        let email = emails::compose_to_operator(&row, &user, support, (typed.pictures.len(), &link))?;
        mail::enqueue(&state, &mut tx, &email).await?;
        let email = emails::compose_received(&row, &user, support)?;
        mail::enqueue(&state, &mut tx, &email).await?;
        let bytes = i64::try_from(row.subject.len() + row.message.len()).unwrap_or(i64::MAX);
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(bytes)).await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Checks the pictures of a question: they must be the account's own and belong to no other question.
async fn check_pictures(conn: &mut Conn, row: &SupportMessageRow, named: &[FileId]) -> Result<(), ApiError> {
    for (at, id) in named.iter().enumerate() {
        let is_own = files::is_owned(conn, &row.user_id, id, Purpose::Support).await?;
        if !is_own || pictures::is_taken(conn, id).await? {
            let text = "This picture no longer exists. Please add it again.";
            let error = FieldError::new(format!("pictures[{at}]"), "not_found", text);
            return Err(ApiError::rule_broken(vec![error]));
        }
    }
    Ok(())
}
