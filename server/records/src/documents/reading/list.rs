//! Lists of documents.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::status::Badge;
use plumbline_core::time::Date;
use serde::Serialize;
use utoipa::ToSchema;

use crate::documents::reading::query::{DocumentListQuery, DocumentListRequest};
use crate::documents::status::badge_for_listed;
use crate::documents::store::posted_emails::{self, EmailState};
use crate::documents::store::questions::{self, QuestionKind};
use crate::documents::today;
use crate::summaries::find::{self, ListedDocument};
use crate::summaries::status::{self, DisplayStatusCount};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// A row of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentSummary {
    /// UUIDv7.
    pub id: String,
    /// The kind of document.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// The stored status.
    pub status: String,
    /// The status as displayed today.
    #[schema(value_type = Object)]
    pub display_status: Badge,
    /// Null for a draft.
    pub number: Option<String>,
    /// The customer's name; empty if no customer is chosen.
    pub contact_name: String,
    /// The beginning of the job's description.
    pub job_description: String,
    /// YYYY-MM-DD.
    #[schema(value_type = Option<String>)]
    pub issue_date: Option<Date>,
    /// A quote's expiry date, YYYY-MM-DD; null for an invoice.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "typescript", ts(optional))]
    #[schema(value_type = Option<String>)]
    pub expiry_date: Option<Date>,
    /// An invoice's due date, YYYY-MM-DD; null for a quote.
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
    /// Pounds announced by its customer that the business has to confirm; 0 if there is nothing to confirm.
    #[schema(value_type = String)]
    pub to_confirm: Pence,
    /// Whether it is archived.
    pub archived: bool,
    /// The state of an email to its customer that needs action; null if there is no such email.
    #[schema(value_type = Option<String>)]
    pub lost_email: Option<EmailState>,
    /// What its customer has asked for and not received a reply to: changes if any were requested, otherwise a
    /// question.
    #[schema(value_type = Option<String>)]
    pub asked: Option<QuestionKind>,
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
    /// The cursor of the next page; null on the last.
    pub next_cursor: Option<String>,
    /// How many documents all pages have.
    pub total: i64,
    /// Pounds that are outstanding on the issued invoices of all pages.
    #[schema(value_type = String)]
    pub outstanding: Pence,
    /// The sum of the totals of all pages, in pounds.
    #[schema(value_type = String)]
    pub total_amount: Pence,
}

/// One page of the account's quotes or invoices.
///
/// # Errors
/// 400 naming an invalid parameter.
pub async fn list_documents(
    state: &AppState,
    user_id: &UserId,
    kind: DocumentKind,
    query: DocumentListQuery,
) -> Result<DocumentList, ApiError> {
    let today = crate::documents::today(state)?;
    let request = DocumentListRequest::from_query(user_id, kind, query, today)?;
    let mut tx = state.db.begin_read().await?;
    // One row more than requested shows whether there is a next page.
    let most = request.limit + 1;
    let mut rows = find::list_page(&mut tx, &request.filter, &request.order, most).await?;
    let sums = find::sum_documents(&mut tx, &request.filter).await?;
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > request.limit;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => Some(request.cursor_after(last)?),
        _ => None,
    };
    let data = to_summaries(&mut tx, rows, today).await?;
    Ok(DocumentList {
        data,
        next_cursor,
        total: sums.total,
        outstanding: Pence(sums.outstanding),
        total_amount: Pence(sums.amount),
    })
}

/// Converts rows to the response's type.
pub async fn to_summaries(
    conn: &mut Conn,
    rows: Vec<ListedDocument>,
    today: Date,
) -> DbResult<Vec<DocumentSummary>> {
    let ids: Vec<&str> = rows.iter().map(|row| row.document_id.as_str()).collect();
    let mut lost = posted_emails::find_unsettled(conn, &ids).await?;
    let mut requested = questions::find_unanswered(conn, &ids).await?;
    let rows = rows.into_iter().map(|row| {
        let lost_email = lost.remove(row.document_id.as_str());
        let question_kind = requested.remove(row.document_id.as_str());
        to_summary(row, (lost_email, question_kind), today)
    });
    Ok(rows.collect())
}

fn to_summary(
    row: ListedDocument,
    (lost_email, question_kind): (Option<EmailState>, Option<QuestionKind>),
    today: Date,
) -> DocumentSummary {
    let kind = row.kind;
    let (expiry_date, due_date) = kind.split_end_date(row.due_date.0);
    DocumentSummary {
        display_status: badge_for_listed(&row, today),
        id: row.document_id.into(),
        kind,
        status: row.status.code().to_owned(),
        number: Some(row.number).filter(|number| !number.is_empty()),
        contact_name: row.contact_name,
        job_description: row.job_description,
        issue_date: row.issue_date.0,
        expiry_date,
        due_date,
        total_amount: Pence(row.total_amount),
        balance_due: Pence(row.balance_due),
        to_confirm: Pence(row.to_confirm),
        archived: row.archived,
        lost_email,
        asked: question_kind,
        updated_at: row.updated_at,
    }
}

/// How many documents a tab of the list has.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TabCount {
    /// The tab's `status`; empty for the tab with all documents.
    pub status: String,
    /// How many.
    pub documents: i64,
}

/// How many documents each tab of the list has, with the list's filters except the tab; `status`, `sort`, `cursor` and
/// `limit` are ignored.
#[utoipa::path(get, path = "/counts", tag = "documents", params(DocumentListQuery), responses(
    (status = 200, body = Vec<TabCount>), (status = 400, body = ErrorBody)))]
pub async fn counts(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiQuery(query): ApiQuery<DocumentListQuery>,
) -> Result<Json<Vec<TabCount>>, ApiError> {
    let query = DocumentListQuery { status: None, ..query };
    let today = today(&state)?;
    let request = DocumentListRequest::from_query(&user.id, kind, query.clone(), today)?;
    let mut tx = state.db.begin_read().await?;
    let showing = status::count_by_display_status(&mut tx, &request.filter).await?;
    let mut counts =
        vec![TabCount { status: String::new(), documents: showing.iter().map(|one| one.documents).sum() }];
    for tab in kind.facts().lists {
        let documents = if tab.to_confirm {
            // With the tab's own filter, so that a tab which includes archived documents counts those too.
            let document_list_query =
                DocumentListQuery { status: Some(tab.name.to_owned()), ..query.clone() };
            let its = DocumentListRequest::from_query(&user.id, kind, document_list_query, today)?;
            find::sum_documents(&mut tx, &its.filter).await?.total
        } else {
            let is_in = |one: &&DisplayStatusCount| {
                tab.words.contains(&one.status_code.as_str()) && one.is_on(tab.when)
            };
            showing.iter().filter(is_in).map(|one| one.documents).sum()
        };
        counts.push(TabCount { status: tab.name.to_owned(), documents });
    }
    Ok(Json(counts))
}

// The documents of a filtered list, for an action on all of them.

/// How many ids a page has: as many as a bulk action takes.
const PAGE_SIZE: i64 = 500;

/// A page of ids.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentIds {
    /// At most 500.
    pub ids: Vec<String>,
    /// The cursor of the next page; null on the last.
    pub next_cursor: Option<String>,
}

/// The ids of the documents that match a list's filters, in its order, 500 per page; `limit` is ignored.
#[utoipa::path(get, path = "/ids", tag = "documents", params(DocumentListQuery), responses(
    (status = 200, body = DocumentIds), (status = 400, body = ErrorBody)))]
pub async fn ids(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<DocumentKind>,
    ApiQuery(query): ApiQuery<DocumentListQuery>,
) -> Result<Json<DocumentIds>, ApiError> {
    let request = DocumentListRequest::from_query(&user.id, kind, query, today(&state)?)?;
    let mut tx = state.db.begin_read().await?;
    let mut rows = find::list_page(&mut tx, &request.filter, &request.order, PAGE_SIZE + 1).await?;
    drop(tx);
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > PAGE_SIZE;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => Some(request.cursor_after(last)?),
        _ => None,
    };
    let ids = rows.into_iter().map(|row| row.document_id.into()).collect();
    Ok(Json(DocumentIds { ids, next_cursor }))
}
