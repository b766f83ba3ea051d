//! What quotes and invoices share: one model, one table, one set of operations.
//!
//! A document is a draft until it is issued. Issuing gives it a number, a link and a first
//! version; every edit after that makes a further one, and none is ever changed
//! (`store/versions.rs`). Core decides what a document comes to (`drafting/judge.rs`, `stored.rs`)
//! and which step its status may take (`status.rs`); here it is read, written and answered, each
//! thing that a person does in a folder of its own, with one set of routes for every kind
//! (`routes.rs`). The capabilities `quotes` and `invoices` hold what is theirs alone.

use plumbline_core::time::Date;

use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

pub mod agreed;
pub mod bringing;
pub mod copying;
pub mod drafting;
pub mod exporting;
pub mod filing;
pub mod issuing;
pub mod parties;
pub mod photos;
pub mod proving;
pub mod reading;
pub mod routes;
mod row;
mod rules;
pub mod sending;
pub mod status;
pub mod store;
pub mod stored;
pub mod summary;
pub mod telling;
pub mod turns;

/// The calendar date in London, by which expiry and due dates are judged.
///
/// # Errors
/// 500 when the clock is outside the calendar.
pub fn today(state: &AppState) -> Result<Date, ApiError> {
    state
        .clock
        .today()
        .to_string()
        .parse()
        .map_err(ApiError::internal)
}
