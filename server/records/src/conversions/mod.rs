//! Conversions: that a visitor registered, bought, changed or cancelled a plan, told to the advertising account of the
//! operator, where there is one and where the person has allowed marketing.
//!
//! ```text
//! tell   POST /api/facebook-conversion: who may tell what        event   what the account hears
//! pass   the job that passes it on
//! ```
//!
//! The page's word is not taken for who somebody is: of a session it is the account's own id and address that count,
//! and both leave as hashes only.

mod event;
mod pass;
mod tell;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::jobs::Duty;
use plumbline_platform::state::AppState;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(tell::tell))
}

/// The jobs of conversions.
pub const DUTIES: &[Duty] = &[pass::DUTY];
