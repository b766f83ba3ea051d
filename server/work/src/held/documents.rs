//! GET /api/held/documents

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::Kind;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_platform::clock::MINUTE;
use plumbline_platform::db::Value;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiQuery, cursor};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::reading::answer::{Answer, Invoice, Quote};
use plumbline_records::documents::store::changed::{self, Changed};
use plumbline_records::documents::stored::Stored;

/// Documents on a page, where nobody says.
const PAGE: i64 = 20;
/// The most documents on a page.
const MOST: i64 = 50;
/// The order, for the cursor.
const ORDER: &str = "held";
/// What changed so long before is given once more: what was written then may have been seen later.
const OVERLAP: i64 = MINUTE;

/// Which kind is read ahead.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(super) enum HeldKind {
    /// Quotes.
    Quote,
    /// Invoices.
    Invoice,
}

/// Which documents are wanted.
#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(super) struct HeldQuery {
    /// `quote` or `invoice`.
    #[param(inline)]
    kind: HeldKind,
    /// Only what changed since: the `asOf` of an answer before, unix milliseconds.
    #[serde(default)]
    changed_since: Option<i64>,
    /// Only what is dated on this day or after it, YYYY-MM-DD, and what has no date.
    #[serde(default, deserialize_with = "plumbline_core::time::supplied::option")]
    #[param(value_type = Option<String>)]
    from: Option<Date>,
    /// The `nextCursor` of the page before.
    #[serde(default)]
    cursor: Option<String>,
    /// Documents on a page: 1 to 50; 20 when not given.
    #[serde(default)]
    limit: Option<i64>,
}

/// A document as a device holds it.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(untagged)]
pub enum HeldDocument {
    /// A quote.
    Quote(Box<Quote>),
    /// An invoice.
    Invoice(Box<Invoice>),
}

/// One page of documents to hold.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct HeldDocuments {
    /// Each as it is answered by itself, what changed last first. A document that changes while pages
    /// are read is on none of those that are left: the next reading ahead brings it.
    pub data: Vec<HeldDocument>,
    /// For the next page; none on the last.
    pub next_cursor: Option<String>,
    /// The ids of documents that were deleted since `changedSince`, on the first page alone: at most
    /// 1,000, the newest first.
    pub gone: Vec<String>,
    /// The server's clock when the page was read, unix milliseconds: of the first page the
    /// `changedSince` of the next reading ahead.
    pub as_of: i64,
}

/// Whole documents, drafts and what is archived too, for a device to hold.
#[utoipa::path(get, path = "/api/held/documents", tag = "held", params(HeldQuery), responses(
    (status = 200, body = HeldDocuments), (status = 400, body = ErrorBody)))]
pub(super) async fn documents(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<HeldQuery>,
) -> Result<Json<HeldDocuments>, ApiError> {
    let limit = query.limit.unwrap_or(PAGE);
    if !(1..=MOST).contains(&limit) {
        return Err(refused("limit", "Ask for 1 to 50 documents."));
    }
    let after = query.cursor.as_deref().filter(|text| !text.is_empty());
    let after = after.map(place).transpose()?;
    let is_first = after.is_none();
    let kind = match query.kind {
        HeldKind::Quote => Kind::Quote,
        HeldKind::Invoice => Kind::Invoice,
    };
    let since = query.changed_since.map(|at| at.saturating_sub(OVERLAP));
    let as_of = state.clock.now_ms();
    let mut tx = state.db.begin_read().await?;
    // One more than asked for tells whether there is a next page.
    let wanted = Changed {
        user_id: &user.id,
        kind,
        since: since.unwrap_or(i64::MIN),
        from: query.from.map(|day| day.to_string()).unwrap_or_default(),
        after,
        limit: limit + 1,
    };
    let mut rows = changed::page(&mut tx, &wanted).await?;
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > limit;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => Some(cursor::write(
            ORDER,
            Value::Whole(last.updated_at),
            &last.id,
        )?),
        _ => None,
    };
    let mut data = Vec::with_capacity(rows.len());
    for row in rows {
        let stored = Stored::read(&mut tx, row).await?;
        data.extend(held(Answer::of(&state, &mut tx, stored).await?));
    }
    let gone = match since {
        Some(since) if is_first => {
            activities::deleted_since(&mut tx, &user.id, kind.word(), since).await?
        }
        _ => Vec::new(),
    };
    Ok(Json(HeldDocuments {
        data,
        next_cursor,
        gone,
        as_of,
    }))
}

fn held(answer: Answer) -> Option<HeldDocument> {
    match answer {
        Answer::Quote(quote) => Some(HeldDocument::Quote(quote)),
        Answer::Invoice(invoice) => Some(HeldDocument::Invoice(invoice)),
        Answer::CreditNote(_) => None,
    }
}

/// Where a cursor goes on.
fn place(text: &str) -> Result<(i64, String), ApiError> {
    match cursor::read(text, ORDER, true) {
        Some((Value::Whole(at), id)) => Ok((at, id)),
        _ => Err(refused("cursor", "This cursor is of another list.")),
    }
}

fn refused(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}
