//! What was asked on a document's page, as the page shows it: to the person with its link, and to nobody else.

use plumbline_core::time::text::format_date_time;
use serde::Serialize;

use plumbline_platform::clock::london_wall_clock;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_records::documents::store::questions::{self, QuestionKind, QuestionRow};
use plumbline_records::documents::stored::StoredDocument;

/// The most questions that a page shows, the newest ones, so that the page stays small.
const QUESTIONS_MAX: usize = 10;

/// A question on a document's page. The address that came with it is for the business only, and the text of the reply
/// is in the email that brought it.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct PageQuestion {
    /// Whether this is a question or a request for changes.
    pub wish: QuestionKind,
    /// The text as the customer typed it: plain text.
    pub words: String,
    /// When it was sent: `30/11/2026 14:05`.
    pub asked: String,
    /// What happened to the question: `Replied by email on 01/12/2026 09:30`.
    pub reply: String,
}

/// The questions asked about a document, newest first.
pub(super) async fn list_for_document(
    conn: &mut Conn,
    stored: &StoredDocument,
) -> Result<Vec<PageQuestion>, ApiError> {
    let rows = questions::list_for_document(conn, &stored.row.id).await?;
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let replies = questions::list_replies_for_document(conn, &stored.row.id).await?;
    let displayed = rows.into_iter().rev().take(QUESTIONS_MAX).map(|row| {
        let own = replies.iter().filter(|reply| reply.question_id == row.id);
        let replied_at = own.map(|reply| reply.replied_at).max();
        PageQuestion {
            reply: reply_status(&row, replied_at),
            wish: row.wish,
            words: row.words,
            asked: format_date_time(london_wall_clock(row.asked_at)),
        }
    });
    Ok(displayed.collect())
}

/// What happened to a question. It may have been answered without an email: on the phone, or, if changes were
/// requested, by a new version.
fn reply_status(row: &QuestionRow, replied_at: Option<i64>) -> String {
    let on = |at: i64| format_date_time(london_wall_clock(at));
    match (replied_at, row.answered_at) {
        (Some(at), _) => format!("Replied by email on {}", on(at)),
        (None, Some(at)) => format!("Answered on {}", on(at)),
        (None, None) => "Not answered yet".to_owned(),
    }
}
