//! What a document's customer asked on its page, and what the business replied, as the business sees it.

use serde::Serialize;
use utoipa::ToSchema;

use super::emails::find_customer_email;
use crate::documents::store;
use crate::documents::store::questions::{self, QuestionKind, QuestionRow, ReplyRow};
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::DocumentId;

/// A customer's question about a document.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// UUIDv7.
    pub id: String,
    /// Whether it asks a question or for changes.
    pub wish: QuestionKind,
    /// The text as the customer typed it; plain text.
    pub words: String,
    /// When it was asked, milliseconds since the epoch.
    pub asked_at: i64,
    /// When it was answered, milliseconds since the epoch; null while it isn't.
    pub answered_at: Option<i64>,
    /// The address that a reply would go to; null if no address is known.
    pub reply_to: Option<String>,
    /// The replies, oldest first.
    pub replies: Vec<QuestionReply>,
}

/// The business's reply, which is sent by email.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct QuestionReply {
    /// The id of its email.
    pub id: String,
    /// The text as the business typed it.
    pub words: String,
    /// The address it was sent to.
    pub to: String,
    /// When it was sent, milliseconds since the epoch.
    pub replied_at: i64,
}

impl From<ReplyRow> for QuestionReply {
    fn from(row: ReplyRow) -> Self {
        Self { id: row.id.into(), words: row.words, to: row.receiver, replied_at: row.replied_at }
    }
}

/// The address for the reply to a question: the customer's own if known, otherwise the one entered with the question.
#[must_use]
pub fn reply_address(known: Option<&str>, question: &QuestionRow) -> Option<String> {
    let given = Some(question.email.as_str()).filter(|given| !given.is_empty());
    known.or(given).map(str::to_owned)
}

/// The questions about a document, oldest first.
pub async fn list_for_document(conn: &mut Conn, document_id: &DocumentId) -> Result<Vec<Question>, ApiError> {
    let rows = questions::list_for_document(conn, document_id).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let mut replies = questions::list_replies_for_document(conn, document_id).await?;
    let known = match store::find_by_id(conn, document_id).await? {
        Some(document) => find_customer_email(conn, &document).await?,
        None => None,
    };
    let displayed = rows.into_iter().map(|row| {
        let all = std::mem::take(&mut replies);
        let (own, others): (Vec<_>, Vec<_>) = all.into_iter().partition(|reply| reply.question_id == row.id);
        replies = others;
        Question {
            reply_to: reply_address(known.as_deref(), &row),
            id: row.id.into(),
            wish: row.wish,
            words: row.words,
            asked_at: row.asked_at,
            answered_at: row.answered_at,
            replies: own.into_iter().map(QuestionReply::from).collect(),
        }
    });
    Ok(displayed.collect())
}
