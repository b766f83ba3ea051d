//! Credit notes: what is taken off an issued invoice afterwards, and what is given back for it.
//!
//! A credit note is a document like the others ([`plumbline_records::documents`]): a draft that is issued with a
//! number of its own sequence, read, sent, printed and put away as they are. It is made of an invoice, and
//! what it comes to is core's to say (`calculate::credit`): of no VAT group more than is left after the
//! credit notes before it, drafts too, so that two windows do not credit the same twice. Its figures stay as
//! it was made with. Once it is issued its invoice asks for less; where more was paid than that, what goes
//! back is noted against it, as payments of the credit note.
//!
//! Whoever holds both holds the credit note first and its invoice after it.

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::state::AppState;

pub mod make;
pub mod preview;
pub mod refund;
mod settle;
pub mod void;
pub mod wanted;

pub use settle::HOOKS;

/// The routes below the path of credit notes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(void::void))
        .routes(routes!(refund::note_refund))
        .routes(routes!(refund::remove_refund))
}

/// The routes below the path of invoices.
pub fn of_invoices() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(make::credit))
        .routes(routes!(preview::preview_credit))
}
