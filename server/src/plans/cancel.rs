//! POST /api/subscription/cancel and /api/subscription/resume

use axum::Json;
use axum::extract::State;
use plumbline_core::plan::SubscriptionState;

use super::answer::{self, SubscriptionAnswer};
use super::change::row_of;
use super::{look, no_plan, unanswered};
use crate::error::{ApiError, ErrorBody};
use crate::limits::Limit;
use crate::sessions::CurrentUser;
use crate::state::AppState;
use crate::stripe::CardError;

/// Cancels the plan: it goes on to the end of what is paid for. One whose last payment failed ends at once, as
/// nothing is paid for. Again is no error.
#[utoipa::path(post, path = "/api/subscription/cancel", tag = "plans",
    responses((status = 200, body = SubscriptionAnswer), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn cancel(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SubscriptionAnswer>, ApiError> {
    state.limits.check(Limit::SettingsByAccount, &user.id)?;
    if !state.billing.is_on() {
        return Err(unanswered(&CardError::Off));
    }
    let row = row_of(&state, &user).await?;
    let id = row.subscription.as_deref().ok_or_else(no_plan)?;
    let done = match row.state {
        SubscriptionState::None => return Err(no_plan()),
        SubscriptionState::Ended => Ok(()),
        SubscriptionState::PastDue => state.billing.end(id).await,
        SubscriptionState::Active => state.billing.set_ending(id, true).await,
    };
    done.map_err(|error| unanswered(&error))?;
    look::quietly(&state, &user.id).await;
    answer::of(&state, &user.id).await.map(Json)
}

/// Takes a cancellation back, while the plan goes on. Again is no error.
#[utoipa::path(post, path = "/api/subscription/resume", tag = "plans",
    responses((status = 200, body = SubscriptionAnswer), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn resume(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SubscriptionAnswer>, ApiError> {
    state.limits.check(Limit::SettingsByAccount, &user.id)?;
    if !state.billing.is_on() {
        return Err(unanswered(&CardError::Off));
    }
    let row = row_of(&state, &user).await?;
    let id = row.subscription.as_deref().ok_or_else(no_plan)?;
    match row.state {
        SubscriptionState::None => return Err(no_plan()),
        SubscriptionState::Ended => return Err(over()),
        SubscriptionState::Active | SubscriptionState::PastDue => {}
    }
    match state.billing.set_ending(id, false).await {
        Ok(()) => {}
        // It has ended meanwhile, and no event told yet.
        Err(CardError::Refused { .. }) => {
            look::quietly(&state, &user.id).await;
            return Err(over());
        }
        Err(error) => return Err(unanswered(&error)),
    }
    look::quietly(&state, &user.id).await;
    answer::of(&state, &user.id).await.map(Json)
}

fn over() -> ApiError {
    ApiError::conflict("plan_ended", "Your plan has ended. Choose one again.")
}
