//! The query of the list: filters, order and the cursor.

use axum::Json;
use axum::extract::State;
use plumbline_core::expense::ExpenseCategory;
use plumbline_core::list::expenses::{Receipt, USUAL, parse_sorting};
use plumbline_core::money::Pence;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::ExpenseSummary;
use super::store::ExpenseRow;
use super::store::find::{self, ExpenseFilter, ExpenseOrder};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::http::query::{self, parse_query_day};
use plumbline_platform::ids::{UserId, parse_id};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The query of the list. Every part may be omitted.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub(super) struct ExpenseListQuery {
    /// Words, or beginnings of words, of the supplier, the purpose, the job, the category or the amount.
    pub q: Option<String>,
    /// A category of the tax return.
    pub category: Option<String>,
    /// The id of a contact, for expenses of its jobs.
    pub contact_id: Option<String>,
    /// `with` or `without` a receipt; journeys, which need none, are in neither.
    pub receipt: Option<String>,
    /// First day, YYYY-MM-DD.
    pub from: Option<String>,
    /// Last day, YYYY-MM-DD.
    pub to: Option<String>,
    /// `date`, `amount`, `supplier` or `createdAt`; with a leading `-`, highest first. The default is `-date`.
    pub sort: Option<String>,
    /// The `nextCursor` of the previous page.
    pub cursor: Option<String>,
    /// The number of rows, 1 to 100; by default 50.
    pub limit: Option<String>,
}

/// A valid query, as the database needs it.
pub(super) struct ExpenseListRequest {
    pub filter: ExpenseFilter,
    pub order: ExpenseOrder,
    pub limit: i64,
    sort: String,
}

impl ExpenseListRequest {
    /// Checks a query. An invalid part is a 400 that names it.
    pub(super) fn from_query(user_id: &UserId, query: ExpenseListQuery) -> Result<Self, ApiError> {
        let sort = non_empty(query.sort).unwrap_or_else(|| USUAL.to_owned());
        let sorting = parse_sorting(&sort).ok_or_else(|| field_error("sort", "There is no such order."))?;
        let after = non_empty(query.cursor).map(|text| {
            let read = query::decode(&text, &sort, find::is_integer(sorting.key));
            read.ok_or_else(|| field_error("cursor", "This cursor is of another list."))
        });
        let order = ExpenseOrder { sorting, after: after.transpose()? };
        let limit = match non_empty(query.limit).as_deref().map(str::parse) {
            None => 50,
            Some(Ok(limit @ 1..=100)) => limit,
            Some(_) => return Err(field_error("limit", "Ask for 1 to 100 rows.")),
        };
        let category = non_empty(query.category).map(|word| {
            ExpenseCategory::parse(&word).ok_or_else(|| field_error("category", "There is no such category."))
        });
        let contact = non_empty(query.contact_id)
            .map(|text| parse_id(&text).ok_or_else(|| field_error("contactId", "This is not an id.")));
        let receipt = non_empty(query.receipt)
            .map(|word| Receipt::parse(&word).ok_or_else(|| field_error("receipt", "Say with or without.")));
        let filter = ExpenseFilter {
            user_id: user_id.to_owned(),
            category: category.transpose()?,
            contact_id: contact.transpose()?,
            receipt: receipt.transpose()?,
            from: parse_query_day("from", query.from.as_deref())?,
            to: parse_query_day("to", query.to.as_deref())?,
            // Only the first 200 characters are searched for.
            typed: non_empty(query.q).map(|q| q.chars().take(200).collect()),
        };
        Ok(Self { filter, order, limit, sort })
    }

    /// The cursor for the page after this row.
    pub(super) fn cursor_after(&self, last: &ExpenseRow) -> Result<String, ApiError> {
        let value = find::value_of(last, self.order.sorting.key);
        query::encode(&self.sort, value, &last.id)
    }
}

fn non_empty(text: Option<String>) -> Option<String> {
    text.filter(|text| !text.trim().is_empty())
}

fn field_error(path: &'static str, msg: &'static str) -> ApiError {
    ApiError::bad_request("bad_query", msg).with_errors(vec![FieldError::new(path, "invalid", msg)])
}

/// One page of the list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct ExpenseList {
    /// The rows.
    pub data: Vec<ExpenseSummary>,
    /// The cursor of the next page; null on the last.
    pub next_cursor: Option<String>,
    /// How many expenses all pages have.
    pub total: i64,
    /// Their total, in pounds.
    #[schema(value_type = String)]
    pub total_amount: Pence,
    /// The total VAT in them, in pounds.
    #[schema(value_type = String)]
    pub total_vat: Pence,
}

/// One page of the account's expenses.
#[utoipa::path(get, path = "/api/expenses", tag = "expenses", params(ExpenseListQuery),
    responses((status = 200, body = ExpenseList), (status = 400, body = ErrorBody)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<ExpenseListQuery>,
) -> Result<Json<ExpenseList>, ApiError> {
    let request = ExpenseListRequest::from_query(&user.id, query)?;
    let mut tx = state.db.begin_read().await?;
    // One row more than requested shows whether there is a next page.
    let most = request.limit + 1;
    let mut rows = find::list_page(&mut tx, &request.filter, &request.order, most).await?;
    let sums = find::sum_expenses(&mut tx, &request.filter).await?;
    drop(tx);
    let more = i64::try_from(rows.len()).unwrap_or(i64::MAX) > request.limit;
    if more {
        rows.pop();
    }
    let next_cursor = match rows.last() {
        Some(last) if more => Some(request.cursor_after(last)?),
        _ => None,
    };
    Ok(Json(ExpenseList {
        data: rows.into_iter().map(ExpenseSummary::from).collect(),
        next_cursor,
        total: sums.total,
        total_amount: sums.amount,
        total_vat: sums.vat_amount,
    }))
}

/// The most suppliers in the list: those that were paid last.
const SUPPLIERS_MAX: i64 = 500;

/// A supplier whom the account has paid before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Supplier {
    /// The supplier's name.
    pub name: String,
    /// The category of the last expense.
    #[schema(value_type = String)]
    pub category: ExpenseCategory,
    /// The VAT percentage of the last expense; empty if it had no VAT.
    pub vat_rate: String,
}

/// The suppliers whom the account has paid, latest first, at most 500.
#[utoipa::path(get, path = "/api/expenses/suppliers", tag = "expenses",
    responses((status = 200, body = Vec<Supplier>)))]
pub(super) async fn suppliers(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<Supplier>>, ApiError> {
    let mut conn = state.db.read().await?;
    let paid = find::list_suppliers(&mut conn, &user.id, SUPPLIERS_MAX).await?;
    let suppliers = paid.into_iter().map(|paid| Supplier {
        name: paid.supplier,
        category: paid.category,
        vat_rate: paid.vat_rate,
    });
    Ok(Json(suppliers.collect()))
}
