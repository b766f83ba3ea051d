//! Customers: contacts together with their documents. What each owes, their statement of account, merging two
//! contacts, and undoing that.

mod balances;
mod merge;
mod merge_store;
mod statement;
mod unmerge;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes of customers.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(balances::list_balances))
        .routes(routes!(statement::read_statement, statement::send::send_statement))
        .routes(routes!(merge::merge_contacts))
        .routes(routes!(unmerge::undo_merge))
        .routes(routes!(unmerge::list_merges))
}
