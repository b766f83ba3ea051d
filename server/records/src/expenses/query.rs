//! The query of the list: filters, order and the cursor.

use plumbline_core::expense::Category;
use plumbline_core::list::expenses::{Receipt, USUAL, parse_sorting};
use serde::Deserialize;
use utoipa::IntoParams;

use super::store::ExpenseRow;
use super::store::find::{self, Filter, Order};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::cursor;
use plumbline_platform::http::days::day;
use plumbline_platform::ids::parse_id;

/// What to list. Every part may be left out.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Words, or beginnings of them, of the supplier, what it was for, the job, the category, the amount.
    pub q: Option<String>,
    /// A category of the tax return.
    pub category: Option<String>,
    /// What was for a contact's jobs.
    pub contact_id: Option<String>,
    /// `with` or `without` a receipt; journeys need none and are neither.
    pub receipt: Option<String>,
    /// First day, YYYY-MM-DD.
    pub from: Option<String>,
    /// Last day, YYYY-MM-DD.
    pub to: Option<String>,
    /// `date`, `amount`, `supplier` or `createdAt`; with `-` before it highest first. Default `-date`.
    pub sort: Option<String>,
    /// `nextCursor` of the page before.
    pub cursor: Option<String>,
    /// 1 to 100 rows, default 50.
    pub limit: Option<String>,
}

/// A query that was judged: what to ask the database for.
pub(super) struct Request {
    pub filter: Filter,
    pub order: Order,
    pub limit: i64,
    sort: String,
}

impl Request {
    /// Judges a query: 400 naming the part that cannot be.
    pub(super) fn of(user_id: &str, query: ListQuery) -> Result<Self, ApiError> {
        let sort = given(query.sort).unwrap_or_else(|| USUAL.to_owned());
        let sorting =
            parse_sorting(&sort).ok_or_else(|| refused("sort", "There is no such order."))?;
        let after = given(query.cursor).map(|text| {
            let read = cursor::read(&text, &sort, find::is_whole(sorting.key));
            read.ok_or_else(|| refused("cursor", "This cursor is of another list."))
        });
        let order = Order {
            sorting,
            after: after.transpose()?,
        };
        let limit = match given(query.limit).as_deref().map(str::parse) {
            None => 50,
            Some(Ok(limit @ 1..=100)) => limit,
            Some(_) => return Err(refused("limit", "Ask for 1 to 100 rows.")),
        };
        let category = given(query.category).map(|word| {
            Category::parse(&word).ok_or_else(|| refused("category", "There is no such category."))
        });
        let contact = given(query.contact_id)
            .map(|text| parse_id(&text).ok_or_else(|| refused("contactId", "This is not an id.")));
        let receipt = given(query.receipt).map(|word| {
            Receipt::parse(&word).ok_or_else(|| refused("receipt", "Say with or without."))
        });
        let filter = Filter {
            user_id: user_id.to_owned(),
            category: category.transpose()?,
            contact_id: contact.transpose()?,
            receipt: receipt.transpose()?,
            from: day("from", query.from.as_deref())?,
            to: day("to", query.to.as_deref())?,
            // More than 200 characters are not looked at.
            typed: given(query.q).map(|q| q.chars().take(200).collect()),
        };
        Ok(Self {
            filter,
            order,
            limit,
            sort,
        })
    }

    /// The cursor of the page after this row.
    pub(super) fn cursor_after(&self, last: &ExpenseRow) -> Result<String, ApiError> {
        let value = find::value_of(last, self.order.sorting.key);
        cursor::write(&self.sort, value, &last.id)
    }
}

fn given(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

fn refused(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}
