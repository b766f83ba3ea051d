//! The year pack: everything that an accountant needs of a tax year in one zip file. It has each report as a
//! spreadsheet and a PDF, the invoices and credit notes, the receipts, and an index that describes each file, its
//! totals, and what is missing.
//!
//! All of it is read in one transaction, so that the files agree with each other; and it is sent while it is made,
//! so that no more than one file is in memory. The pack of one business has that business's income, expenses and
//! profit; what a person has only one of, such as the tax return, covers the whole account and says so.
//!
//! ```text
//! gather  what goes in, and what is missing
//! lists   the invoices and the expenses, one by one
//! index   the page and the table that say what each file is
//! pack    the zip file
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
    OpenApiRouter::new().routes(routes!(read::read)).routes(routes!(read::download))
}
