//! Questions to the operator of the server. A question is stored, so that the person who asked sees it, and emailed
//! to the operator's address; the reply comes by email and is stored with it. Replies are written in the
//! administration (`admin::queue`), which has all questions in one queue.
//!
//! A question may have pictures (`pictures`). An owner may let support view their account (`access`).

pub mod emails;
mod pictures;
pub mod store;

use std::collections::HashSet;

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, StatusCode, header};
use serde::{Deserialize, Serialize};
use store::{SupportAccessRow, SupportMessageRow, SupportStatus};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::plans;
use plumbline_platform::audit::{self, AuditAction, AuditActor};
use plumbline_platform::clock::DAY;
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::files::store as files;
use plumbline_platform::files::store::Purpose;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::form::FRAME_MAX;
use plumbline_platform::http::{ApiJson, Create, Write};
use plumbline_platform::ids::{FileId, SupportAnswerId, SupportMessageId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::limits::{AccountLimit, ProcessLimit};
use plumbline_platform::mail;
use plumbline_platform::sessions::store::SupportSessions;
use plumbline_platform::sessions::{CurrentUser, store as sessions};
use plumbline_platform::state::AppState;

/// The most characters in a subject.
const SUBJECT_MAX: usize = 120;

/// The most characters in a message.
const MESSAGE_MAX: usize = 5_000;

/// The most pictures with a message.
const PICTURES_MAX: usize = 5;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    let pictures = OpenApiRouter::new()
        .routes(routes!(pictures::upload))
        .layer(DefaultBodyLimit::max(pictures::FILE_LIMIT.0 + FRAME_MAX));
    OpenApiRouter::new()
        .merge(pictures)
        .routes(routes!(pictures::picture))
        .routes(routes!(list, create))
        .routes(routes!(read, give, take_back))
}

/// A question to support, as a person writes it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "SupportMessageInput"))]
#[schema(as = SupportMessageInput)]
pub struct SupportMessageFields {
    /// The subject, one line.
    pub subject: String,
    /// The question, with lines and paragraphs.
    pub message: String,
    /// Pictures for it, uploaded before; at most five.
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    pub pictures: Vec<FileId>,
}

impl SupportMessageFields {
    fn checked(self) -> Result<Self, ApiError> {
        let mut checks = FieldChecks::new();
        let text = "Please enter a subject.";
        checks.check_required_line("subject", &self.subject, SUBJECT_MAX, text);
        if self.message.trim().is_empty() {
            checks.add("message", "required", "Please write your message.");
        }
        checks.check_paragraphs("message", &self.message, MESSAGE_MAX);
        if self.pictures.len() > PICTURES_MAX {
            let output = format!("A message can have at most {PICTURES_MAX} pictures.");
            checks.add("pictures", "too_many", output);
        }
        let mut seen = HashSet::new();
        if !self.pictures.iter().all(|id| seen.insert(id)) {
            checks.add("pictures", "twice", "You’ve added a picture twice.");
        }
        checks.into_result()?;
        Ok(Self {
            subject: self.subject.trim().to_owned(),
            message: self.message.trim().to_owned(),
            pictures: self.pictures,
        })
    }
}

/// A message as it was sent, with the replies. A sent message never changes.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SupportMessage {
    /// UUIDv7.
    pub id: SupportMessageId,
    /// The contents.
    #[serde(flatten)]
    pub fields: SupportMessageFields,
    /// When it was sent, milliseconds since the epoch.
    pub created_at: i64,
    /// Its state: `open`, `answered` or `closed`.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(type = "\"open\" | \"answered\" | \"closed\""))]
    pub status: SupportStatus,
    /// Support's replies, oldest first.
    pub answers: Vec<SupportAnswer>,
}

/// A reply from support.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SupportAnswer {
    /// UUIDv7.
    pub id: SupportAnswerId,
    /// The text.
    pub text: String,
    /// When it was sent, milliseconds since the epoch.
    pub created_at: i64,
}

/// How many characters of the user agent are stored.
const BROWSER_MAX: usize = 300;

/// Sends a message to the operator, and confirms it to the writer by email. The client may choose the `id`; repeating
/// the request returns the same message and sends no second email.
#[utoipa::path(post, path = "/api/support", tag = "support",
    request_body = Create<SupportMessageFields>,
    responses((status = 201, body = SupportMessage), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 429, body = ErrorBody)))]
async fn create(
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
        crate::support::store::pictures::insert(&mut tx, &row.id, &fields.pictures).await?;
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
        if !is_own || crate::support::store::pictures::is_taken(conn, id).await? {
            let text = "This picture no longer exists. Please add it again.";
            let error = FieldError::new(format!("pictures[{at}]"), "not_found", text);
            return Err(ApiError::rule_broken(vec![error]));
        }
    }
    Ok(())
}

/// The account's questions to support, newest first.
#[utoipa::path(get, path = "/api/support", tag = "support",
    responses((status = 200, body = Vec<SupportMessage>)))]
async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<SupportMessage>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}

// An owner lets support view their account.

/// How long support may look into an account, unless the permission is withdrawn.
const ACCESS_DURATION: i64 = DAY;

/// Whether support may look into the account.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SupportAccess {
    /// When the permission ends, milliseconds since the epoch; null if there is no permission.
    until: Option<i64>,
}

/// Whether support may look into the account.
#[utoipa::path(get, path = "/api/account/support-access", tag = "support",
    operation_id = "support_access", responses((status = 200, body = SupportAccess)))]
async fn read(State(state): State<AppState>, user: CurrentUser) -> Result<Json<SupportAccess>, ApiError> {
    let mut conn = state.db.read().await?;
    let until = store::find_end(&mut conn, &user.id, state.clock.now_ms()).await?;
    Ok(Json(SupportAccess { until }))
}

/// Allows support to look into the account for 24 hours from now. It requires the password, because somebody who has
/// the phone may know its PIN.
#[utoipa::path(put, path = "/api/account/support-access", tag = "support",
    operation_id = "support_give_access", responses((status = 200, body = SupportAccess), (status = 403, body = ErrorBody)))]
async fn give(State(state): State<AppState>, user: CurrentUser) -> Result<Json<SupportAccess>, ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    let now = state.clock.now_ms();
    user.require_fresh_password(now)?;
    let row = SupportAccessRow { user_id: user.id.clone(), given_at: now, ends_at: now + ACCESS_DURATION };
    let mut tx = state.db.begin_write().await?;
    store::save(&mut tx, &row).await?;
    let actor = AuditActor::Account(&user.id, &user.email);
    audit::record(&state, &mut tx, actor, AuditAction::Allow, Some(&user.id), "").await?;
    tx.commit().await?;
    let until = Some(row.ends_at);
    Ok(Json(SupportAccess { until }))
}

/// Withdraws the permission: the session of a support worker who is looking ends. Repeating the request is no error.
#[utoipa::path(delete, path = "/api/account/support-access", tag = "support",
    operation_id = "support_take_access_back", responses((status = 200, body = SupportAccess)))]
async fn take_back(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SupportAccess>, ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    let mut tx = state.db.begin_write().await?;
    let was_given = store::delete(&mut tx, &user.id).await?;
    sessions::delete_support_sessions(&mut tx, SupportSessions::Into(&user.id)).await?;
    if was_given {
        let actor = AuditActor::Account(&user.id, &user.email);
        audit::record(&state, &mut tx, actor, AuditAction::Disallow, Some(&user.id), "").await?;
    }
    tx.commit().await?;
    Ok(Json(SupportAccess { until: None }))
}
