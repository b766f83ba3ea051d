//! Customers: contacts together with their documents. What each owes, their statement of account, merging two
//! contacts, and undoing that.

mod merge;
mod statement;
mod store;
mod unmerge;

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents;
use plumbline_records::summaries::find::{DocumentFilter, sum_by_customer};

/// The routes of customers.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_balances))
        .routes(routes!(statement::read_statement, statement::send::send_statement))
        .routes(routes!(merge::merge_contacts))
        .routes(routes!(unmerge::undo_merge))
        .routes(routes!(unmerge::list_merges))
}

/// What customers owe.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Balances {
    /// The customers who owe something.
    pub contacts: Vec<Balance>,
    /// Outstanding pounds of invoices whose contact was deleted.
    #[schema(value_type = String)]
    pub others: Pence,
    /// Outstanding pounds in total, as on the dashboard and in the list of outstanding invoices.
    #[schema(value_type = String)]
    pub outstanding: Pence,
}

/// What one customer owes.
#[derive(Debug, Clone, Default, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    /// The contact.
    pub contact_id: String,
    /// Outstanding pounds of their issued invoices.
    #[schema(value_type = String)]
    pub outstanding: Pence,
    /// The part of it, in pounds, whose due date has passed.
    #[schema(value_type = String)]
    pub overdue: Pence,
    /// The number of those invoices.
    pub invoices: i64,
}

/// What each customer owes: the sum of their invoices in the list of outstanding invoices.
#[utoipa::path(get, path = "/api/contacts/balances", tag = "contacts",
    responses((status = 200, body = Balances)))]
async fn list_balances(State(state): State<AppState>, user: CurrentUser) -> Result<Json<Balances>, ApiError> {
    let today = documents::today(&state)?;
    let list = DocumentFilter {
        shown: DocumentKind::Invoice.find_list("outstanding"),
        ..DocumentFilter::for_kind(&user.id, DocumentKind::Invoice, today)
    };
    let mut conn = state.db.read().await?;
    let owed = sum_by_customer(&mut conn, &list).await?;
    drop(conn);
    let outstanding = Pence(owed.iter().map(|one| one.outstanding).sum());
    let (known, gone): (Vec<_>, Vec<_>) = owed.into_iter().partition(|one| !one.contact_id.is_empty());
    let contacts = known.into_iter().map(|one| Balance {
        outstanding: Pence(one.outstanding),
        overdue: Pence(one.late),
        invoices: one.documents,
        contact_id: one.contact_id,
    });
    Ok(Json(Balances {
        contacts: contacts.collect(),
        others: Pence(gone.iter().map(|one| one.outstanding).sum()),
        outstanding,
    }))
}
