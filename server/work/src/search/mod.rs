//! One search over everything of an account: documents, contacts, items, expenses, recurring invoices, quote
//! templates.

use std::cmp::Reverse;

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::list::Sorting;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::quote_templates;
use crate::quote_templates::store::QuoteTemplateRow;
use crate::recurring::{self, RecurringSummary};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::UserId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::contacts::{self, Contact};
use plumbline_records::documents::reading::list::{DocumentSummary, to_summaries};
use plumbline_records::expenses::store::ExpenseRow;
use plumbline_records::items::{self, Item};
use plumbline_records::summaries::find::{
    self, DocumentFilter, DocumentOrder, DocumentSortKey, ListedDocument,
};
use plumbline_records::{documents, expenses};

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(search))
}

/// How many characters of the search text are used.
const TYPED_MAX: usize = 200;

/// How many results of each type are returned by default.
const DEFAULT_LIMIT: i64 = 6;

/// The query of the search.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
struct SearchQuery {
    /// Words, or beginnings of words: of a document's number, customer, job, lines or total; of a contact's names,
    /// addresses, telephone numbers, email address or notes; of an item's name, code, category or description; of an
    /// expense's supplier, amount, job or description; of a recurring invoice's name, customer or job; of a quote
    /// template's name or job. If it is empty, the documents that changed last are returned.
    pub q: Option<String>,
    /// The most results of each type, 1 to 20; by default 6.
    pub limit: Option<String>,
}

/// The results. Of each type, what changed last comes first, unless its field says otherwise.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
struct SearchResults {
    /// Quotes and invoices, including archived ones; one whose number was typed comes first.
    pub documents: Vec<DocumentSummary>,
    /// Contacts; empty if nothing was typed.
    pub contacts: Vec<FoundContact>,
    /// Items; empty if nothing was typed.
    pub items: Vec<FoundItem>,
    /// Expenses, the latest first; empty if nothing was typed.
    pub expenses: Vec<FoundExpense>,
    /// Recurring invoices, by their next date; empty if nothing was typed.
    pub recurring: Vec<RecurringSummary>,
    /// Quote templates, by name; empty if nothing was typed.
    pub templates: Vec<FoundTemplate>,
}

/// A contact that was found. Its fields have the same names as a contact's.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
struct FoundContact {
    /// UUIDv7.
    pub id: String,
    /// The person's name; empty if only a company is known.
    pub name: String,
    /// The company.
    pub company: String,
    /// Town or city.
    pub city: String,
    /// The postcode, as typed.
    pub post_code: String,
}

/// An item that was found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
struct FoundItem {
    /// UUIDv7.
    pub id: String,
    /// The item's name.
    pub name: String,
    /// Its code in the merchant's price list.
    pub code: String,
    /// The price of one, in pounds.
    pub price: String,
    /// The unit; empty: each.
    pub unit: String,
}

/// An expense that was found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
struct FoundExpense {
    /// UUIDv7.
    pub id: String,
    /// The supplier or, if there is none, the description or category.
    pub name: String,
    /// The description.
    pub description: String,
    /// The date of the payment, YYYY-MM-DD.
    pub date: String,
    /// The amount in pounds, including VAT.
    pub amount: String,
}

/// A quote template that was found.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
struct FoundTemplate {
    /// UUIDv7.
    pub id: String,
    /// The name that the business gives it.
    pub name: String,
    /// The job.
    pub job_description: String,
    /// The total of a quote made from it, in pounds.
    pub total_amount: String,
}

/// Finds everything of the account that contains the typed words.
#[utoipa::path(get, path = "/api/search", tag = "search", params(SearchQuery),
    responses((status = 200, body = SearchResults)))]
async fn search(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<SearchQuery>,
) -> Result<Json<SearchResults>, ApiError> {
    let limit = parse_limit(query.limit.as_deref())?;
    let q = query.q.unwrap_or_default();
    let typed: String = q.trim().chars().take(TYPED_MAX).collect();
    let today = documents::today(&state)?;
    let others = search_others(&state, &user.id, &typed, limit);
    let documents = async {
        let mut tx = state.db.begin_read().await?;
        let found = search_documents(&mut tx, &user.id, &typed, today, limit).await?;
        to_summaries(&mut tx, found, today).await
    };
    // Run at the same time, because the documents alone take as long as everything else together.
    let (documents, others) = tokio::try_join!(documents, others)?;
    Ok(Json(SearchResults { documents, ..others }))
}

/// Everything other than documents that contains the typed words.
async fn search_others(
    state: &AppState,
    user_id: &UserId,
    typed: &str,
    limit: i64,
) -> DbResult<SearchResults> {
    let mut tx = state.db.begin_read().await?;
    let conn = &mut *tx;
    let contacts = contacts::store::search(conn, user_id, typed, limit).await?;
    let items = items::store::search(conn, user_id, typed, limit).await?;
    let expenses = if typed.is_empty() {
        Vec::new()
    } else {
        expenses::store::search(conn, user_id, typed, limit).await?
    };
    let recurring = recurring::store::search(conn, user_id, typed, limit).await?;
    let templates = quote_templates::store::search(conn, user_id, typed, limit).await?;
    Ok(SearchResults {
        documents: Vec::new(),
        contacts: contacts.into_iter().map(FoundContact::from).collect(),
        items: items.into_iter().map(FoundItem::from).collect(),
        expenses: expenses.into_iter().map(FoundExpense::from).collect(),
        recurring: recurring.into_iter().map(RecurringSummary::from).collect(),
        templates: templates.into_iter().map(FoundTemplate::from).collect(),
    })
}

/// The documents of all kinds that contain the typed words.
async fn search_documents(
    conn: &mut Conn,
    user_id: &UserId,
    typed: &str,
    today: Date,
    limit: i64,
) -> DbResult<Vec<ListedDocument>> {
    if typed.is_empty() {
        return find::list_latest(conn, user_id, limit).await;
    }
    let order =
        DocumentOrder { sorting: Sorting { key: DocumentSortKey::UpdatedAt, descending: true }, after: None };
    let mut found = find::list_by_number(conn, user_id, typed).await?;
    let exact = found.len();
    for kind in DocumentKind::ALL {
        let filter = DocumentFilter {
            typed: Some(typed.to_owned()),
            archived: None,
            ..DocumentFilter::for_kind(user_id, kind, today)
        };
        for row in find::list_page(conn, &filter, &order, limit).await? {
            if !found.iter().any(|it| it.document_id == row.document_id) {
                found.push(row);
            }
        }
    }
    if let Some(others) = found.get_mut(exact..) {
        others.sort_by_key(|row| Reverse((row.updated_at, row.document_id.clone())));
    }
    found.truncate(usize::try_from(limit).unwrap_or_default());
    Ok(found)
}

fn parse_limit(text: Option<&str>) -> Result<i64, ApiError> {
    match text {
        None | Some("") => Ok(DEFAULT_LIMIT),
        Some(text) => match text.parse() {
            Ok(n @ 1..=20) => Ok(n),
            _ => {
                let msg = "Ask for 1 to 20 of each.";
                let error = FieldError::new("limit", "invalid", msg);
                Err(ApiError::bad_request("bad_query", msg).with_errors(vec![error]))
            }
        },
    }
}

impl From<Contact> for FoundContact {
    fn from(contact: Contact) -> Self {
        let fields = contact.fields;
        Self {
            id: contact.id.into(),
            name: fields.name,
            company: fields.company,
            city: fields.city,
            post_code: fields.post_code,
        }
    }
}

impl From<Item> for FoundItem {
    fn from(item: Item) -> Self {
        let fields = item.fields;
        Self {
            id: item.id.into(),
            name: fields.name,
            code: fields.code,
            price: fields.price.to_string(),
            unit: fields.unit,
        }
    }
}

impl From<QuoteTemplateRow> for FoundTemplate {
    fn from(row: QuoteTemplateRow) -> Self {
        Self {
            id: row.id.into(),
            name: row.name,
            job_description: row.job_description,
            total_amount: row.total_amount.to_string(),
        }
    }
}

impl From<ExpenseRow> for FoundExpense {
    fn from(row: ExpenseRow) -> Self {
        let called = [&row.supplier, &row.description].into_iter().find(|text| !text.trim().is_empty());
        let first = called.and_then(|text| text.lines().next());
        Self {
            name: first.unwrap_or(row.category.info().name).to_owned(),
            id: row.id.into(),
            description: row.description,
            date: row.date.to_string(),
            amount: row.amount.to_string(),
        }
    }
}
