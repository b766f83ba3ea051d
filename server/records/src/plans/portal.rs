//! POST /api/subscription/portal

use axum::Json;
use axum::extract::State;

use super::change::load_row;
use super::checkout::PlanLink;
use super::{PLAN_PAGE, no_plan_error, to_api_error};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::limits::ProcessLimit;
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
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    if !state.billing.is_on() {
        return Err(to_api_error(&CardError::Off));
    }
    let row = load_row(&state, &user).await?;
    let customer = row.customer.as_deref().ok_or_else(no_plan_error)?;
    let url = state.billing.open_portal(customer, &state.link_to(PLAN_PAGE)).await;
    let url = url.map_err(|error| to_api_error(&error))?;
    Ok(Json(PlanLink { url }))
}
