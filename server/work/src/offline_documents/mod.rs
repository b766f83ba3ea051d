//! What a device stores for work without signal: whole documents, read a page at a time, and the ids of those that
//! are gone.

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::clock::MINUTE;
use plumbline_platform::db::ColumnValue;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiQuery, query};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::reading::response::{DocumentResponse, Invoice, Quote};
use plumbline_records::documents::store::edits::{self, ChangedDocumentsQuery};
use plumbline_records::documents::stored::StoredDocument;

/// The route of cached documents.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_documents))
}

/// Documents on a page, by default.
const DEFAULT_LIMIT: i64 = 20;

/// The most documents on a page.
const LIMIT_MAX: i64 = 50;

/// The name of the order, for the cursor.
const CURSOR_ORDER: &str = "held";

/// Documents that changed so many milliseconds before the requested time are returned again: a change of that time may
/// have been committed later.
const OVERLAP: i64 = MINUTE;

/// The kind of documents.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum OfflineKind {
    /// Quotes.
    Quote,
    /// Invoices.
    Invoice,
}

/// The query of the documents.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct OfflineQuery {
    /// `quote` or `invoice`.
    #[param(inline)]
    kind: OfflineKind,
    /// Only documents that changed since: the `asOf` of an earlier response, unix milliseconds.
    #[serde(default)]
    changed_since: Option<i64>,
    /// Only documents dated on this day or later, YYYY-MM-DD, and those without a date.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[param(value_type = Option<String>)]
    from: Option<Date>,
    /// The `nextCursor` of the previous page.
    #[serde(default)]
    cursor: Option<String>,
    /// Documents on a page: 1 to 50; by default 20.
    #[serde(default)]
    limit: Option<i64>,
}

/// A document as a device caches it.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(untagged)]
pub enum OfflineDocument {
    /// A quote.
    Quote(Box<Quote>),
    /// An invoice.
    Invoice(Box<Invoice>),
}

/// One page of documents to cache.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct OfflineDocuments {
    /// Complete documents, as they are read one at a time, the latest change first. A document that changes while pages
    /// are read is not on a later page: the next round of reading includes it.
    pub data: Vec<OfflineDocument>,
    /// The cursor of the next page; `None` on the last.
    pub next_cursor: Option<String>,
    /// The ids of documents that were deleted since `changedSince`, only on the first page: at most 1,000, newest
    /// first.
    pub gone: Vec<String>,
    /// The server's clock when the page was read, unix milliseconds. That of the first page is the `changedSince` of
    /// the next round of reading.
    pub as_of: i64,
}

/// Complete documents for a device to cache, including drafts and archived ones.
#[utoipa::path(get, path = "/api/held/documents", tag = "held", params(OfflineQuery), responses(
    (status = 200, body = OfflineDocuments), (status = 400, body = ErrorBody)))]
async fn list_documents(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<OfflineQuery>,
) -> Result<Json<OfflineDocuments>, ApiError> {
    let limit = query.limit.unwrap_or(DEFAULT_LIMIT);
    if !(1..=LIMIT_MAX).contains(&limit) {
        return Err(query_error("limit", "Ask for 1 to 50 documents."));
    }
    let after = query.cursor.as_deref().filter(|text| !text.is_empty());
    let after = after.map(parse_cursor).transpose()?;
    let is_first = after.is_none();
    let kind = match query.kind {
        OfflineKind::Quote => DocumentKind::Quote,
        OfflineKind::Invoice => DocumentKind::Invoice,
    };
    let since = query.changed_since.map(|at| at.saturating_sub(OVERLAP));
    let as_of = state.clock.now_ms();
    let mut tx = state.db.begin_read().await?;
    // One more than requested shows whether there is another page.
    let wanted = ChangedDocumentsQuery {
        user_id: &user.id,
        kind,
        since: since.unwrap_or(i64::MIN),
        from: query.from.map(|day| day.to_string()).unwrap_or_default(),
        after,
        limit: limit + 1,
    };
    let mut rows = edits::list_changed(&mut tx, &wanted).await?;
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > limit;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => {
            Some(query::encode(CURSOR_ORDER, ColumnValue::Integer(last.updated_at), &last.id)?)
        }
        _ => None,
    };
    let mut data = Vec::with_capacity(rows.len());
    for row in rows {
        let stored = StoredDocument::load(&mut tx, row).await?;
        data.extend(to_offline_document(DocumentResponse::from_stored(&state, &mut tx, stored).await?));
    }
    let gone = match since {
        Some(since) if is_first => {
            activities::list_deleted_since(&mut tx, &user.id, kind.code(), since).await?
        }
        _ => Vec::new(),
    };
    Ok(Json(OfflineDocuments { data, next_cursor, gone, as_of }))
}

fn to_offline_document(answer: DocumentResponse) -> Option<OfflineDocument> {
    match answer {
        DocumentResponse::Quote(quote) => Some(OfflineDocument::Quote(quote)),
        DocumentResponse::Invoice(invoice) => Some(OfflineDocument::Invoice(invoice)),
        DocumentResponse::CreditNote(_) => None,
    }
}

/// The position after which a cursor continues.
fn parse_cursor(text: &str) -> Result<(i64, String), ApiError> {
    match query::decode(text, CURSOR_ORDER, true) {
        Some((ColumnValue::Integer(at), id)) => Ok((at, id)),
        _ => Err(query_error("cursor", "This cursor is of another list.")),
    }
}

fn query_error(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}
