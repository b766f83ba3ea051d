//! POST /api/subscription/cancel and /api/subscription/resume

use axum::Json;
use axum::extract::State;
use plumbline_core::plan::SubscriptionState;

use super::answer::{self, SubscriptionAnswer};
use super::change::row_of;
use super::{look, no_plan, unanswered};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::limits::Limit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;

/// Cancels the plan at the end of the paid period. A plan whose last payment failed ends at once, because no period is
/// paid for. Repeating the request is no error.
#[utoipa::path(post, path = "/api/subscription/cancel", tag = "plans",
    responses((status = 200, body = SubscriptionAnswer), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn cancel(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SubscriptionAnswer>, ApiError> {
    let (stands, id) = bought(&state, &user).await?;
    let done = match stands {
        SubscriptionState::None => return Err(no_plan()),
        SubscriptionState::Ended => Ok(()),
        SubscriptionState::PastDue => state.billing.end(&id).await,
        SubscriptionState::Active => state.billing.set_ending(&id, true).await,
    };
    done.map_err(|error| unanswered(&error))?;
    as_stripe_has_it(&state, &user).await
}

/// Undoes a cancellation while the plan still runs. Repeating the request is no error.
#[utoipa::path(post, path = "/api/subscription/resume", tag = "plans",
    responses((status = 200, body = SubscriptionAnswer), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn resume(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SubscriptionAnswer>, ApiError> {
    let (stands, id) = bought(&state, &user).await?;
    match stands {
        SubscriptionState::None => return Err(no_plan()),
        SubscriptionState::Ended => return Err(over()),
        SubscriptionState::Active | SubscriptionState::PastDue => {}
    }
    match state.billing.set_ending(&id, false).await {
        Ok(()) => as_stripe_has_it(&state, &user).await,
        // The plan has ended in the meantime, and no event has arrived yet.
        Err(CardError::Refused { .. }) => {
            look::quietly(&state, &user.id).await;
            Err(over())
        }
        Err(error) => Err(unanswered(&error)),
    }
}

/// The state of the account's subscription, and its id at Stripe.
async fn bought(
    state: &AppState,
    user: &CurrentUser,
) -> Result<(SubscriptionState, String), ApiError> {
    state.limits.check(Limit::SettingsByAccount, &user.id)?;
    if !state.billing.is_on() {
        return Err(unanswered(&CardError::Off));
    }
    let row = row_of(state, user).await?;
    let id = row.subscription.ok_or_else(no_plan)?;
    Ok((row.state, id))
}

/// The account's plan after a change at Stripe, which is asked for the result.
async fn as_stripe_has_it(
    state: &AppState,
    user: &CurrentUser,
) -> Result<Json<SubscriptionAnswer>, ApiError> {
    look::quietly(state, &user.id).await;
    answer::of(state, &user.id).await.map(Json)
}

fn over() -> ApiError {
    ApiError::conflict("plan_ended", "Your plan has ended. Choose one again.")
}
