//! The query of a list: filters, order and the cursor.

use plumbline_core::kind::Kind;
use plumbline_core::list::documents::{Archived, USUAL, parse_sorting};
use plumbline_core::status::shown;
use plumbline_core::time::Date;
use serde::Deserialize;
use utoipa::IntoParams;

use crate::summaries::find::{Filter, Listed};
use crate::summaries::order::{self, Order};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::cursor;
use plumbline_platform::http::days::day;
use plumbline_platform::ids::parse_id;

/// What to list. Every part may be left out.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// A status as shown: of quotes `draft`, `sent`, `expired`, `accepted`, `declined`,
    /// `invoiced`, and `expiring` for those sent whose last week it is; of invoices `draft`, `partially_paid`, `paid`, `void`, and `outstanding` for all
    /// that is not paid yet, `overdue` for what of it is late, partly paid or not.
    pub status: Option<String>,
    /// Words, or beginnings of them, of the number, the customer, the job, the lines, the total.
    pub q: Option<String>,
    /// A contact's documents.
    pub contact_id: Option<String>,
    /// First issue date, YYYY-MM-DD.
    pub from: Option<String>,
    /// Last issue date, YYYY-MM-DD.
    pub to: Option<String>,
    /// `true`, `false` (default) or `all`.
    pub archived: Option<String>,
    /// `createdAt`, `updatedAt`, `issueDate`, `expiryDate`, `dueDate`, `number`, `totalAmount`,
    /// `balanceDue` or `contactName`; with `-` before it highest first. Default `-createdAt`.
    pub sort: Option<String>,
    /// `nextCursor` of the page before.
    pub cursor: Option<String>,
    /// 1 to 100 rows, default 50.
    pub limit: Option<String>,
}

/// A query that was judged: what to ask the database for.
pub struct Request {
    /// Which documents.
    pub filter: Filter,
    /// In which order.
    pub order: Order,
    /// The most rows of a page.
    pub limit: i64,
    sort: String,
}

impl Request {
    /// Judges a query.
    ///
    /// # Errors
    /// 400 naming the part that cannot be.
    pub fn of(user_id: &str, kind: Kind, query: ListQuery, today: Date) -> Result<Self, ApiError> {
        let limit = limit(query.limit.as_deref())?;
        let sort = query
            .sort
            .clone()
            .filter(|text| !text.is_empty())
            .unwrap_or_else(|| USUAL.to_owned());
        let order = order_of(query.cursor.as_deref(), &sort)?;
        let filter = filter(user_id, kind, query, today)?;
        Ok(Self {
            filter,
            order,
            limit,
            sort,
        })
    }

    /// Has the next page go on after this row.
    pub fn go_on_after(&mut self, last: &Listed) {
        let value = order::value_of(last, self.order.sorting.key);
        self.order.after = Some((value, last.document_id.to_string()));
    }

    /// The cursor of the page after this row.
    ///
    /// # Errors
    /// 500 when it cannot be written.
    pub fn cursor_after(&self, last: &Listed) -> Result<String, ApiError> {
        let value = order::value_of(last, self.order.sorting.key);
        cursor::write(&self.sort, value, &last.document_id)
    }
}

fn order_of(cursor: Option<&str>, sort: &str) -> Result<Order, ApiError> {
    let sorting = parse_sorting(sort).ok_or_else(|| refused("sort", "There is no such order."))?;
    let after = match cursor.filter(|text| !text.is_empty()) {
        None => None,
        Some(text) => Some(
            cursor::read(text, sort, order::is_whole(sorting.key))
                .ok_or_else(|| refused("cursor", "This cursor is of another list."))?,
        ),
    };
    Ok(Order { sorting, after })
}

fn filter(user_id: &str, kind: Kind, query: ListQuery, today: Date) -> Result<Filter, ApiError> {
    let shown = status(kind, query.status)?;
    let archived = Archived::parse(query.archived.as_deref().unwrap_or_default(), shown)
        .ok_or_else(|| refused("archived", "Say true, false or all."))?;
    Ok(Filter {
        shown,
        contact_id: contact(query.contact_id)?,
        from: day("from", query.from.as_deref())?,
        to: day("to", query.to.as_deref())?,
        typed: typed(query.q),
        archived: match archived {
            Archived::No => Some(false),
            Archived::Yes => Some(true),
            Archived::Either => None,
        },
        ..Filter::of(user_id, kind, today)
    })
}

fn status(kind: Kind, name: Option<String>) -> Result<Option<shown::Filter>, ApiError> {
    match name.filter(|name| !name.is_empty()) {
        None => Ok(None),
        Some(name) => match kind.list(&name) {
            None => Err(refused("status", "There is no such status.")),
            filter => Ok(filter),
        },
    }
}

fn contact(text: Option<String>) -> Result<Option<String>, ApiError> {
    match text.filter(|text| !text.is_empty()) {
        None => Ok(None),
        Some(text) => match parse_id(&text) {
            None => Err(refused("contactId", "This is not an id.")),
            id => Ok(id),
        },
    }
}

/// What was typed, of which more than 200 characters are not looked at.
fn typed(q: Option<String>) -> Option<String> {
    let text: String = q?.trim().chars().take(200).collect();
    (!text.is_empty()).then_some(text)
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
