//! GET /api/admin/support/{id}

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use crate::admin::{Admin, store};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::{FileId, SupportAnswerId, SupportMessageId, UserId};
use plumbline_platform::sessions::devices;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::emails::{self, DocumentEmail};
use plumbline_records::documents::store::posted_emails::{self, EmailTopic};
use plumbline_records::support::store::answers::{self, SupportAnswerRow};
use plumbline_records::support::store::{SupportMessageRow, SupportStatus, pictures, queue};

/// A question with everything that belongs to it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct QueuedMessageDetails {
    /// Its id.
    id: SupportMessageId,
    /// The account.
    user_id: UserId,
    /// The writer's name.
    name: String,
    /// The writer's address.
    email: String,
    /// The subject.
    subject: String,
    /// The text of the question.
    message: String,
    /// The browser in which it was written, described in words.
    browser: String,
    /// `open`, `answered` or `closed`.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(type = "\"open\" | \"answered\" | \"closed\""))]
    status: SupportStatus,
    /// Whether it is answered before others.
    goes_first: bool,
    /// When it was written, milliseconds since the epoch.
    created_at: i64,
    /// The ids of its pictures.
    #[schema(value_type = Vec<String>)]
    #[cfg_attr(feature = "typescript", ts(type = "Array<string>"))]
    pictures: Vec<FileId>,
    /// The replies, oldest first.
    answers: Vec<QueuedAnswer>,
    /// Until when support may look into the account, milliseconds since the epoch.
    access_until: Option<i64>,
}

/// A reply, and who wrote it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct QueuedAnswer {
    /// Its id.
    id: SupportAnswerId,
    /// Who replied, by their name at that time.
    answered_by: String,
    /// The text.
    text: String,
    /// When it was written, milliseconds since the epoch.
    created_at: i64,
    /// The email with the reply; `None` if an older server sent it.
    email: Option<DocumentEmail>,
}

impl QueuedAnswer {
    fn from_row(row: SupportAnswerRow, email: Option<DocumentEmail>) -> Self {
        Self { id: row.id, answered_by: row.answered_by, text: row.text, created_at: row.created_at, email }
    }
}

/// The emails with the replies to a question, by the reply's id.
async fn answer_emails(conn: &mut Conn, row: &SupportMessageRow) -> DbResult<HashMap<String, DocumentEmail>> {
    let rows = posted_emails::list_by_topic(conn, &row.user_id, EmailTopic::SupportAnswer).await?;
    let rows = rows.into_iter().filter(|mail| mail.about_id == row.id.as_str());
    let (answers, rows): (Vec<_>, Vec<_>) = rows.map(|mail| (mail.part.clone(), mail)).unzip();
    let document_emails = emails::to_document_emails(conn, rows).await?;
    Ok(answers.into_iter().zip(document_emails).collect())
}

/// A question with its replies.
#[utoipa::path(get, path = "/api/admin/support/{id}", tag = "admin", operation_id = "question",
    params(SupportMessageId), responses((status = 200, body = QueuedMessageDetails),
        (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
pub(super) async fn read_message(
    State(state): State<AppState>,
    _: Admin,
    Path(id): Path<SupportMessageId>,
) -> Result<Json<QueuedMessageDetails>, ApiError> {
    load_message(&state, &id).await.map(Json)
}

/// A question in its current state.
pub(super) async fn load_message(
    state: &AppState,
    id: &SupportMessageId,
) -> Result<QueuedMessageDetails, ApiError> {
    let not_found = || ApiError::not_found("Message");
    let mut conn = state.db.read().await?;
    let row = queue::find(&mut conn, id).await?.ok_or_else(not_found)?;
    let person = store::find_owner(&mut conn, &row.user_id).await?;
    let person = person.ok_or_else(not_found)?;
    let answers = answers::list_for_message(&mut conn, id).await?;
    let mut mails = answer_emails(&mut conn, &row).await?;
    let pictures = pictures::list_for_message(&mut conn, id).await?;
    let now = state.clock.now_ms();
    let answers = answers.into_iter().map(|answer| {
        let email = mails.remove(answer.id.as_str());
        QueuedAnswer::from_row(answer, email)
    });
    Ok(QueuedMessageDetails {
        access_until: plumbline_records::support::store::find_end(&mut conn, &row.user_id, now).await?,
        id: row.id,
        user_id: row.user_id,
        name: person.name,
        email: person.email,
        subject: row.subject,
        message: row.message,
        browser: devices::describe_user_agent(&row.browser),
        status: row.status,
        goes_first: row.goes_first,
        created_at: row.created_at,
        pictures,
        answers: answers.collect(),
    })
}
