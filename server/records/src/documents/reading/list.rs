//! Lists of documents.

use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::status::Badge;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::reading::query::{ListQuery, Request};
use crate::documents::status::badge_of;
use crate::documents::store::mails::{self, EmailState};
use crate::documents::store::questions::{self, Wish};
use crate::summaries::find::{self, Listed};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

/// A row of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentSummary {
    /// UUIDv7.
    pub id: String,
    /// A quote, an invoice, …
    #[schema(value_type = String)]
    pub kind: Kind,
    /// The stored status.
    pub status: String,
    /// The status as shown today.
    #[schema(value_type = Object)]
    pub display_status: Badge,
    /// Drafts have none.
    pub number: Option<String>,
    /// The customer's name; empty when none is chosen.
    pub contact_name: String,
    /// What the job is, its beginning.
    pub job_description: String,
    /// YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub issue_date: Option<Date>,
    /// A quote's last day to be accepted, YYYY-MM-DD; invoices have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[schema(value_type = Option<String>)]
    pub expiry_date: Option<Date>,
    /// An invoice's last day to be paid, YYYY-MM-DD; quotes have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[schema(value_type = Option<String>)]
    pub due_date: Option<Date>,
    /// Pounds.
    #[schema(value_type = String)]
    pub total_amount: Pence,
    /// Pounds.
    #[schema(value_type = String)]
    pub balance_due: Pence,
    /// Pounds that its customer recorded and the business has to confirm; 0 where nothing waits.
    #[schema(value_type = String)]
    pub to_confirm: Pence,
    /// Out of sight.
    pub archived: bool,
    /// What became of an email to its customer that somebody has to look after; none where nothing is to be
    /// done.
    #[schema(value_type = Option<String>)]
    pub lost_email: Option<EmailState>,
    /// What its customer asked for and nobody has answered: changes where any were requested, else a question.
    #[schema(value_type = Option<String>)]
    pub asked: Option<Wish>,
    /// Unix milliseconds.
    pub updated_at: i64,
}

/// One page of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentList {
    /// The rows.
    pub data: Vec<DocumentSummary>,
    /// For the next page; none on the last.
    pub next_cursor: Option<String>,
    /// Documents on all pages.
    pub total: i64,
    /// Pounds that issued invoices on all pages still bring in.
    #[schema(value_type = String)]
    pub outstanding: Pence,
    /// Pounds that the documents on all pages come to.
    #[schema(value_type = String)]
    pub total_amount: Pence,
}

/// One page of the account's quotes or invoices.
///
/// # Errors
/// 400 naming a part of the query that cannot be.
pub async fn list(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    query: ListQuery,
) -> Result<DocumentList, ApiError> {
    let today = crate::documents::today(state)?;
    let request = Request::of(user_id, kind, query, today)?;
    let mut tx = state.db.begin_read().await?;
    // One row more than asked for tells whether there is a next page.
    let most = request.limit + 1;
    let mut rows = find::page(&mut tx, &request.filter, &request.order, most).await?;
    let sums = find::sums(&mut tx, &request.filter).await?;
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > request.limit;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => Some(request.cursor_after(last)?),
        _ => None,
    };
    let data = summaries(&mut tx, rows, today).await?;
    Ok(DocumentList {
        data,
        next_cursor,
        total: sums.total,
        outstanding: Pence(sums.outstanding),
        total_amount: Pence(sums.amount),
    })
}

/// Rows as they are answered.
pub async fn summaries(
    conn: &mut Conn,
    rows: Vec<Listed>,
    today: Date,
) -> DbResult<Vec<DocumentSummary>> {
    let ids: Vec<&str> = rows.iter().map(|row| row.document_id.as_str()).collect();
    let mut lost = mails::unsettled(conn, &ids).await?;
    let mut asked = questions::unanswered(conn, &ids).await?;
    let rows = rows.into_iter().map(|row| {
        let lost_email = lost.remove(row.document_id.as_str());
        let asked = asked.remove(row.document_id.as_str());
        summary(row, (lost_email, asked), today)
    });
    Ok(rows.collect())
}

fn summary(
    row: Listed,
    (lost_email, asked): (Option<EmailState>, Option<Wish>),
    today: Date,
) -> DocumentSummary {
    let kind = row.kind;
    let (expiry_date, due_date) = kind.name_end(row.due_date.parse().ok());
    DocumentSummary {
        display_status: badge_of(&row, today),
        id: row.document_id.into(),
        kind,
        status: row.status.word().to_owned(),
        number: Some(row.number).filter(|number| !number.is_empty()),
        contact_name: row.contact_name,
        job_description: row.job_description,
        issue_date: row.issue_date.parse().ok(),
        expiry_date,
        due_date,
        total_amount: Pence(row.total_amount),
        balance_due: Pence(row.balance_due),
        to_confirm: Pence(row.to_confirm),
        archived: row.archived,
        lost_email,
        asked,
        updated_at: row.updated_at,
    }
}
