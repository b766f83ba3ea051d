//! What quotes, invoices and credit notes share: one model, one table, one set of operations.
//!
//! A document is a draft until it is issued. Issuing gives it a number, a link and a first version; every later
//! edit makes another, and none ever changes (`store/versions.rs`). Core calculates a document
//! (`drafting/validation.rs`, `stored.rs`) and decides which steps its status may take (`status.rs`). This module
//! reads, writes and returns it, with a folder for each thing that a person does and one set of routes for every kind
//! (`routes.rs`). What is specific to a kind is in `quotes`, `invoices` and `credits`.

use plumbline_core::time::Date;

use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;

pub mod agreed_job;
pub mod archiving;
pub mod consistency;
pub mod copying;
pub mod drafting;
pub mod edit_locks;
pub mod exporting;
pub mod importing;
pub mod issuing;
pub mod notifying;
pub mod parties;
pub mod photos;
pub mod reading;
pub mod routes;
pub mod row;
mod rules;
pub mod sending;
pub mod status;
pub mod store;
pub mod stored;
pub mod summary;

/// Today's date in London, which decides what is expired or overdue.
///
/// # Errors
/// 500 if the clock is outside the calendar.
pub fn today(state: &AppState) -> Result<Date, ApiError> {
    state.clock.today().to_string().parse().map_err(ApiError::internal)
}
