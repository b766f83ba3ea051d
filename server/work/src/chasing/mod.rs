//! Chasing: automatic reminders of invoices and quotes, on the days that a business plans.
//!
//! ```text
//! plan       when a business reminds, and with which texts; a preview of each email
//! decide     the next reminder of a document, by core's rule over the plan, the switches and the dates
//! schedule   its day in the jobs' schedules, moved whenever the document, the plan or a switch changes
//! run        the job of that day: decides again, and writes the reminder and its email in one transaction
//! document   the next reminder, what became of the last, the switch of one document; of one customer: contact
//! ```
//!
//! Documents don't depend on it: a hook reports that one changed. The email itself belongs to `letters` (`remind`),
//! like that of a reminder sent by hand.

mod contact;
mod decide;
mod document;
mod plan;
mod preview;
mod run;
mod schedule;
mod store;

use futures::future::BoxFuture;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::hooks::{Changed, Hooks};
use plumbline_platform::jobs::Duty;
use plumbline_platform::state::AppState;

pub use store::{are_off, export_plans, export_switches, hand_over, take_apart};

/// The routes of plans and of customers.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(plan::read, plan::save))
        .routes(routes!(preview::preview))
        .routes(routes!(contact::read, contact::switch))
}

/// The routes of documents, below each kind's path.
pub fn of_kind() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(document::read, document::switch))
        .routes(routes!(document::again))
        .routes(routes!(document::told))
}

/// The jobs of chasing.
pub const DUTIES: &[Duty] = &[run::DUTY, schedule::DUTY];

/// The hooks of chasing.
pub const HOOKS: Hooks = Hooks {
    changed: Some(changed),
    ..Hooks::NONE
};

fn changed<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a Changed,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(schedule::changed(state, tx, &event.document))
}
