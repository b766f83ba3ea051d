//! POST /api/subscription/portal

use axum::Json;
use axum::extract::State;

use super::change::row_of;
use super::checkout::PlanLink;
use super::{PAGE, no_plan, unanswered};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::limits::Limit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

/// Opens Stripe's page for changing the card and reading invoices.
#[utoipa::path(post, path = "/api/subscription/portal", tag = "plans",
    responses((status = 200, body = PlanLink), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn portal(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<PlanLink>, ApiError> {
    state.limits.check(Limit::SettingsByAccount, &user.id)?;
    if !state.billing.is_on() {
        return Err(unanswered(&CardError::Off));
    }
    let row = row_of(&state, &user).await?;
    let customer = row.customer.as_deref().ok_or_else(no_plan)?;
    let url = state.billing.portal(customer, &state.link(PAGE)).await;
    let url = url.map_err(|error| unanswered(&error))?;
    Ok(Json(PlanLink { url }))
}
