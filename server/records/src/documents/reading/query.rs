//! The query of a list: filters, order and the cursor.

use plumbline_core::kind::DocumentKind;
use plumbline_core::list::documents::{Archived, USUAL, parse_sorting};
use plumbline_core::status::display_status;
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::summaries::find::{self, DocumentFilter, DocumentOrder, ListedDocument};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::query::{self, parse_query_day};
use plumbline_platform::ids::{UserId, parse_id};

/// The query of a list. Every part may be omitted.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct DocumentListQuery {
    /// A displayed status. For quotes: `draft`, `sent`, `expired`, `accepted`, `declined`, `invoiced`, and `expiring`
    /// for sent ones in their last week. For invoices: `draft`, `partially_paid`, `paid`, `void`, `outstanding` for all
    /// that aren't fully paid yet, and `overdue` for those of them that are late, whether partly paid or not.
    pub status: Option<String>,
    /// Words, or beginnings of words, of the number, the customer, the job, the lines or the total.
    pub q: Option<String>,
    /// The id of a contact, for only its documents.
    pub contact_id: Option<String>,
    /// The first issue date, YYYY-MM-DD.
    pub from: Option<String>,
    /// The last issue date, YYYY-MM-DD.
    pub to: Option<String>,
    /// `true`, `false` (default) or `all`.
    pub archived: Option<String>,
    /// `createdAt`, `updatedAt`, `issueDate`, `expiryDate`, `dueDate`, `number`, `totalAmount`, `balanceDue` or
    /// `contactName`; with a leading `-`, highest first. The default is `-createdAt`.
    pub sort: Option<String>,
    /// The `nextCursor` of the previous page.
    pub cursor: Option<String>,
    /// The number of rows, 1 to 100; by default 50.
    pub limit: Option<String>,
}

/// A valid query, as the database needs it.
pub struct DocumentListRequest {
    /// Which documents to find.
    pub filter: DocumentFilter,
    /// Their order.
    pub order: DocumentOrder,
    /// The most rows on a page.
    pub limit: i64,
    sort: String,
}

impl DocumentListRequest {
    /// Checks a query.
    ///
    /// # Errors
    /// 400 naming the part that is not valid.
    pub fn from_query(
        user_id: &UserId,
        kind: DocumentKind,
        query: DocumentListQuery,
        today: Date,
    ) -> Result<Self, ApiError> {
        let limit = parse_limit(query.limit.as_deref())?;
        let sort = query.sort.clone().filter(|text| !text.is_empty()).unwrap_or_else(|| USUAL.to_owned());
        let order = order_of(query.cursor.as_deref(), &sort)?;
        let filter = parse_filter(user_id, kind, query, today)?;
        Ok(Self { filter, order, limit, sort })
    }

    /// Makes the next page begin after this row.
    pub fn continue_after(&mut self, last: &ListedDocument) {
        let value = find::value_of(last, self.order.sorting.key);
        self.order.after = Some((value, last.document_id.to_string()));
    }

    /// The cursor for the page after this row.
    ///
    /// # Errors
    /// 500 if it can't be written.
    pub fn cursor_after(&self, last: &ListedDocument) -> Result<String, ApiError> {
        let value = find::value_of(last, self.order.sorting.key);
        query::encode(&self.sort, value, &last.document_id)
    }
}

fn order_of(cursor: Option<&str>, sort: &str) -> Result<DocumentOrder, ApiError> {
    let sorting = parse_sorting(sort).ok_or_else(|| field_error("sort", "There is no such order."))?;
    let after = match cursor.filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => Some(
            query::decode(text, sort, find::is_integer(sorting.key))
                .ok_or_else(|| field_error("cursor", "This cursor is of another list."))?,
        ),
    };
    Ok(DocumentOrder { sorting, after })
}

fn parse_filter(
    user_id: &UserId,
    kind: DocumentKind,
    query: DocumentListQuery,
    today: Date,
) -> Result<DocumentFilter, ApiError> {
    let status_filter = parse_status(kind, query.status)?;
    let archived = Archived::parse(query.archived.as_deref().unwrap_or_default(), status_filter)
        .ok_or_else(|| field_error("archived", "Say true, false or all."))?;
    Ok(DocumentFilter {
        shown: status_filter,
        contact_id: parse_contact(query.contact_id)?,
        from: parse_query_day("from", query.from.as_deref())?,
        to: parse_query_day("to", query.to.as_deref())?,
        typed: parse_search_text(query.q),
        archived: match archived {
            Archived::No => Some(false),
            Archived::Yes => Some(true),
            Archived::Either => None,
        },
        ..DocumentFilter::for_kind(user_id, kind, today)
    })
}

fn parse_status(
    kind: DocumentKind,
    name: Option<String>,
) -> Result<Option<display_status::StatusFilter>, ApiError> {
    match name.filter(|name| !name.is_empty()) {
        None => Ok(None),
        Some(name) => match kind.find_list(&name) {
            None => Err(field_error("status", "There is no such status.")),
            filter => Ok(filter),
        },
    }
}

fn parse_contact(text: Option<String>) -> Result<Option<String>, ApiError> {
    match text.filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => match parse_id(&text) {
            None => Err(field_error("contactId", "This is not an id.")),
            id => Ok(id),
        },
    }
}

/// The text to search for, of which only the first 200 characters are used.
fn parse_search_text(q: Option<String>) -> Option<String> {
    let text: String = q?.trim().chars().take(200).collect();
    (!text.is_empty()).then_some(text)
}

fn parse_limit(text: Option<&str>) -> Result<i64, ApiError> {
    match text {
        None | Some("") => Ok(50),
        Some(text) => match text.parse() {
            Ok(n @ 1..=100) => Ok(n),
            _ => Err(field_error("limit", "Ask for 1 to 100 rows.")),
        },
    }
}

fn field_error(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}
