//! POST /api/subscription/cancel and /api/subscription/resume

use axum::Json;
use axum::extract::State;
use plumbline_core::plan::SubscriptionState;

use super::change::load_row;
use super::response::{self, SubscriptionResponse};
use super::{no_plan_error, refresh, to_api_error};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

/// Cancels the plan at the end of the paid period. A plan whose last payment failed ends at once, because no period is
/// paid for. Repeating the request is no error.
#[utoipa::path(post, path = "/api/subscription/cancel", tag = "plans",
    responses((status = 200, body = SubscriptionResponse), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn cancel(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SubscriptionResponse>, ApiError> {
    let (stands, id) = load_bought(&state, &user).await?;
    let done = match stands {
        SubscriptionState::None => return Err(no_plan_error()),
        SubscriptionState::Ended => Ok(()),
        SubscriptionState::PastDue => state.billing.end_subscription(&id).await,
        SubscriptionState::Active => state.billing.set_ending(&id, true).await,
    };
    done.map_err(|error| to_api_error(&error))?;
    refresh_and_respond(&state, &user).await
}

/// Undoes a cancellation while the plan still runs. Repeating the request is no error.
#[utoipa::path(post, path = "/api/subscription/resume", tag = "plans",
    responses((status = 200, body = SubscriptionResponse), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn resume(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SubscriptionResponse>, ApiError> {
    let (stands, id) = load_bought(&state, &user).await?;
    match stands {
        SubscriptionState::None => return Err(no_plan_error()),
        SubscriptionState::Ended => return Err(plan_ended_error()),
        SubscriptionState::Active | SubscriptionState::PastDue => {}
    }
    match state.billing.set_ending(&id, false).await {
        Ok(()) => refresh_and_respond(&state, &user).await,
        // The plan has ended in the meantime, and no event has arrived yet.
        Err(CardError::Refused { .. }) => {
            refresh::try_refresh(&state, &user.id).await;
            Err(plan_ended_error())
        }
        Err(error) => Err(to_api_error(&error)),
    }
}

/// The state of the account's subscription, and its id at Stripe.
async fn load_bought(state: &AppState, user: &CurrentUser) -> Result<(SubscriptionState, String), ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    if !state.billing.is_on() {
        return Err(to_api_error(&CardError::Off));
    }
    let row = load_row(state, user).await?;
    let id = row.subscription.ok_or_else(no_plan_error)?;
    Ok((row.state, id))
}

/// The account's plan after a change at Stripe, which is asked for the result.
async fn refresh_and_respond(
    state: &AppState,
    user: &CurrentUser,
) -> Result<Json<SubscriptionResponse>, ApiError> {
    refresh::try_refresh(state, &user.id).await;
    response::load_response(state, &user.id).await.map(Json)
}

fn plan_ended_error() -> ApiError {
    ApiError::conflict("plan_ended", "Your plan has ended. Choose one again.")
}
