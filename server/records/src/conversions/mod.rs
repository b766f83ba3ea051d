//! Conversions: that a visitor registered, or bought, changed or cancelled a plan, is reported to the operator's
//! advertising account, if there is one and the person allows marketing.
//!
//! ```text
//! report    POST /api/facebook-conversion: who may report what
//! event     what is reported
//! deliver   the job that reports it
//! ```
//!
//! The page does not decide who somebody is: with a session, the account's own id and address are used, and both
//! are sent only as hashes.

mod deliver;
mod event;
mod report;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::jobs::JobHandler;
use plumbline_platform::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(report::report_conversion))
}

/// The module's job handlers.
pub const JOB_HANDLERS: &[JobHandler] = &[deliver::JOB_HANDLER];
