//! What quotes and invoices share: one model, one table, one set of operations.
//!
//! A document is a draft until it is issued. Issuing gives it a number, a link and a first
//! version; every edit after that makes a further one, and none is ever changed
//! (`store/versions.rs`). Core decides what a document comes to (`judge.rs`, `stored.rs`) and
//! which step its status may take (`status.rs`); here it is read, written and answered. The
//! capabilities `quotes` and `invoices` hold the routes and what is theirs alone.

use plumbline_core::dates::Date;

use crate::error::ApiError;
use crate::state::AppState;

pub mod answer;
pub mod archive;
pub mod body;
pub mod bulk;
pub mod copy;
pub mod create;
pub mod delete;
pub mod events;
pub mod fields;
pub mod fingerprint;
pub mod input;
pub mod issue;
pub mod judge;
pub mod list;
pub mod live;
pub mod mail;
pub mod paper;
pub mod parties;
pub mod preview;
pub mod query;
pub mod references;
pub mod revoke;
mod row;
pub mod save;
pub mod send;
pub mod status;
pub mod store;
pub mod stored;
pub mod view;

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
