//! The year pack: all that an accountant needs of a tax year in one zip file. Each report as a spreadsheet and on paper,
//! the invoices and credit notes, the receipts, an index that says what each file is and what it comes to, and what is
//! missing.
//!
//! ```text
//! gather  what goes in, and what is missing
//! lists   the invoices and the expenses, one by one
//! index   the page and the table that say what each file is
//! pack    the zip file, sent on as it is made
//! ```

mod gather;
mod index;
mod lists;
mod pack;
mod read;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::read))
        .routes(routes!(read::file))
}
