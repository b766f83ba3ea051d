//! Lists of documents.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use plumbline_core::dates::Date;
use plumbline_core::money::Pence;
use plumbline_core::status::Badge;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::kind::Kind;
use super::status::badge_of;
use super::store::list::{self as store, Filter, KeyValue, ListRow, SortKey};
use super::stored::date;
use crate::error::{ApiError, FieldError};
use crate::state::AppState;

/// What to list. Every part may be left out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// A status as shown: of quotes `draft`, `sent`, `expired`, `accepted`, `declined`,
    /// `invoiced`; of invoices `draft`, `outstanding`, `overdue`, `partially_paid`, `paid`, `void`.
    pub status: Option<String>,
    /// Text in number, customer or job description.
    pub q: Option<String>,
    /// A contact's documents.
    pub contact_id: Option<String>,
    /// First issue date, YYYY-MM-DD.
    pub from: Option<String>,
    /// Last issue date, YYYY-MM-DD.
    pub to: Option<String>,
    /// `true`, `false` (default) or `all`.
    pub archived: Option<String>,
    /// `createdAt`, `updatedAt`, `issueDate`, `expiryDate`, `dueDate`, `number`, `totalAmount` or
    /// `contactName`; with `-` before it highest first. Default `-createdAt`.
    pub sort: Option<String>,
    /// `nextCursor` of the page before.
    pub cursor: Option<String>,
    /// 1 to 100 rows, default 50.
    pub limit: Option<String>,
}

/// A row of a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct DocumentSummary {
    /// UUIDv7.
    pub id: String,
    /// A quote or an invoice.
    #[cfg_attr(feature = "typescript", ts(as = "plumbline_core::public::Kind"))]
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
    /// What the job is.
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
    /// Out of sight.
    pub archived: bool,
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
}

/// Where a page ends, and of which order it is.
#[derive(Serialize, Deserialize)]
struct Cursor {
    sort: String,
    whole: Option<i64>,
    text: Option<String>,
    id: String,
}

impl Cursor {
    fn after(sort: String, value: KeyValue, id: String) -> Self {
        let (whole, text) = match value {
            KeyValue::Whole(n) => (Some(n), None),
            KeyValue::Text(text) => (None, Some(text)),
        };
        Self {
            sort,
            whole,
            text,
            id,
        }
    }

    /// Where to go on in a list of this very order.
    fn read(text: &str, sort: &str, key: SortKey) -> Option<(KeyValue, String)> {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let cursor: Self = serde_json::from_slice(&bytes).ok()?;
        let value = match (key.is_whole(), cursor.whole, cursor.text) {
            (true, Some(n), _) => KeyValue::Whole(n),
            (false, _, Some(text)) if !text.contains('\0') => KeyValue::Text(text),
            _ => return None,
        };
        (cursor.sort == sort && !cursor.id.contains('\0')).then_some((value, cursor.id))
    }
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
    let today = super::today(state)?;
    let limit = limit(query.limit.as_deref())?;
    let sort = query
        .sort
        .clone()
        .unwrap_or_else(|| "-createdAt".to_owned());
    let filter = filter(user_id, kind, query, &sort, today)?;
    let mut tx = state.db.begin_read().await?;
    let mut rows = store::page(&mut tx, &filter, limit + 1).await?;
    let total = store::count(&mut tx, &filter).await?;
    drop(tx);
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > limit;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => {
            let cursor = Cursor::after(sort, filter.sort.value(last), last.id.clone());
            Some(URL_SAFE_NO_PAD.encode(serde_json::to_vec(&cursor)?))
        }
        _ => None,
    };
    let data = rows.into_iter().map(|row| summary(row, today)).collect();
    Ok(DocumentList {
        data,
        next_cursor,
        total,
    })
}

/// A row as it is answered.
pub fn summary(row: ListRow, today: Date) -> DocumentSummary {
    let kind = Kind::parse(&row.kind).unwrap_or(Kind::Quote);
    let due = date(&row.due_date);
    DocumentSummary {
        display_status: badge_of(&row, today),
        id: row.id,
        kind,
        status: row.status,
        number: row.number,
        contact_name: row.contact_name,
        job_description: row.job_description,
        issue_date: date(&row.issue_date),
        expiry_date: due.filter(|_| kind == Kind::Quote),
        due_date: due.filter(|_| kind == Kind::Invoice),
        total_amount: Pence(row.total_amount),
        balance_due: Pence(row.balance_due),
        archived: row.archived != 0,
        updated_at: row.updated_at,
    }
}

fn filter(
    user_id: &str,
    kind: Kind,
    query: ListQuery,
    sort: &str,
    today: Date,
) -> Result<Filter, ApiError> {
    let (key, descending) = match sort.strip_prefix('-') {
        Some(key) => (key, true),
        None => (sort, false),
    };
    let key = sort_key(key).ok_or_else(|| refused("sort", "There is no such order."))?;
    let after = match &query.cursor {
        None => None,
        Some(text) => Some(
            Cursor::read(text, sort, key)
                .ok_or_else(|| refused("cursor", "This cursor is of another list."))?,
        ),
    };
    let archived = match query.archived.as_deref() {
        None | Some("" | "false") => Some(false),
        Some("true") => Some(true),
        Some("all") => None,
        Some(_) => return Err(refused("archived", "Say true, false or all.")),
    };
    Ok(Filter {
        user_id: user_id.to_owned(),
        kind,
        status: status(kind, query.status.unwrap_or_default())?,
        contact_id: query.contact_id.unwrap_or_default(),
        from: day("from", query.from)?,
        to: day("to", query.to)?,
        q: query
            .q
            .unwrap_or_default()
            .trim()
            .chars()
            .filter(|c| *c != '\0')
            .take(200)
            .collect(),
        archived,
        today: today.to_string(),
        sort: key,
        descending,
        after,
    })
}

fn sort_key(word: &str) -> Option<SortKey> {
    Some(match word {
        "createdAt" => SortKey::CreatedAt,
        "updatedAt" => SortKey::UpdatedAt,
        "issueDate" => SortKey::IssueDate,
        "expiryDate" | "dueDate" => SortKey::DueDate,
        "number" => SortKey::Number,
        "totalAmount" => SortKey::TotalAmount,
        "contactName" => SortKey::Contact,
        _ => return None,
    })
}

fn status(kind: Kind, word: String) -> Result<String, ApiError> {
    let known: &[&str] = match kind {
        Kind::Quote => &[
            "", "draft", "sent", "expired", "accepted", "declined", "invoiced",
        ],
        Kind::Invoice => &[
            "",
            "draft",
            "outstanding",
            "overdue",
            "partially_paid",
            "paid",
            "void",
        ],
    };
    if known.contains(&word.as_str()) {
        Ok(word)
    } else {
        Err(refused("status", "There is no such status."))
    }
}

fn day(path: &'static str, text: Option<String>) -> Result<String, ApiError> {
    let text = text.unwrap_or_default();
    if text.is_empty() || text.parse::<Date>().is_ok() {
        Ok(text)
    } else {
        Err(refused(path, "Give the date as YYYY-MM-DD."))
    }
}

fn limit(text: Option<&str>) -> Result<i64, ApiError> {
    match text {
        None | Some("") => Ok(50),
        Some(text) => match text.parse() {
            Ok(n @ 1..=100) => Ok(n),
            _ => Err(refused("limit", "Ask for 1 to 100 rows.")),
        },
    }
}

fn refused(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}
