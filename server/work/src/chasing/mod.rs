//! Chasing: automatic reminders of invoices and quotes, on the days that a business plans.
//!
//! ```text
//! plan       when a business reminds, and with which texts; a preview of each email
//! decision   the next reminder of a document, by core's rule over the plan, the switches and the dates
//! schedule   its day in the jobs' schedules, moved whenever the document, the plan or a switch changes
//! run        the job of that day: decides again, and writes the reminder and its email in one transaction
//! document   the next reminder, what happened to the last, the switch of one document; of one customer: contact
//! ```
//!
//! Documents don't depend on it: a hook reports that one changed. The email itself belongs to `emails` (`reminders`),
//! like that of a reminder sent by hand.

mod contact;
mod decision;
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
use plumbline_platform::hooks::{DocumentChanged, Hooks};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::AppState;

pub use store::{export_plans, export_switches, load_switches, merge_switches, restore_switches};

/// The routes of plans and of customers.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(plan::read_plan, plan::save_plan))
        .routes(routes!(preview::preview_reminder))
        .routes(routes!(contact::read_contact_chasing, contact::switch_contact_chasing))
}

/// The routes of documents, below each kind's path.
pub fn document_router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(document::read_chasing, document::switch_chasing))
        .routes(routes!(document::resend_reminder))
        .routes(routes!(document::record_passed_on))
}

/// The jobs of chasing.
pub const JOB_HANDLERS: &[JobHandler] = &[run::JOB_HANDLER, schedule::JOB_HANDLER];

/// The hooks of chasing.
pub const HOOKS: Hooks = Hooks { changed: Some(on_changed), ..Hooks::NONE };

fn on_changed<'a>(
    state: &'a AppState,
    tx: &'a mut WriteTx,
    event: &'a DocumentChanged,
) -> BoxFuture<'a, Result<(), ApiError>> {
    Box::pin(schedule::reschedule_changed(state, tx, &event.document))
}
