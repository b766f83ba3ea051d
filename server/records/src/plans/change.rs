//! POST /api/subscription/preview and /api/subscription/change: another plan, at once, with its cost shown before.
//! Stripe calculates the sum, and what is charged is what was shown, because both are calculated for the same
//! moment.

use axum::Json;
use axum::extract::State;
use plumbline_core::money::Pence;
use plumbline_core::plan::{Plan, SubscriptionState};
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::checkout::{PlanChoice, check_sold, first_payment_at};
use super::response::{self, SubscriptionResponse};
use super::store::SubscriptionRow;
use super::{lock_or_create_row, no_plan_error, sync, to_api_error, today};
use plumbline_platform::clock::{MINUTE, SECOND};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiJson;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;
use plumbline_platform::stripe::billing::{BillingSubscription, SubscriptionChange};

/// For how long the displayed amount is valid, in seconds.
const PREVIEW_VALIDITY: i64 = 15 * MINUTE / SECOND;

/// How far the clocks of several servers may differ, in seconds.
const CLOCK_TOLERANCE: i64 = 60;

/// The cost of changing to a plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PlanPreview {
    /// The plan.
    #[schema(value_type = String)]
    plan: Plan,
    /// Pounds that are charged now.
    #[schema(value_type = String)]
    charged_now: Pence,
    /// Pounds that are credited to later invoices: the unused part of the more expensive plan.
    #[schema(value_type = String)]
    credited: Pence,
    /// The price per month from then on, in pounds.
    #[schema(value_type = String)]
    monthly: Pence,
    /// The date of the first payment for a whole month.
    #[schema(value_type = String)]
    from: Date,
    /// The time at which the amounts were calculated, unix seconds, to be sent with the change; null if no plan has
    /// been bought.
    proration_date: Option<i64>,
}

/// A change of plan at the displayed amount.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PlanChange {
    /// `core` or `plus`.
    #[schema(value_type = String)]
    plan: Plan,
    /// The value from the preview.
    proration_date: i64,
}

/// The cost of a plan: the charge now, and the monthly price with its first date.
#[utoipa::path(post, path = "/api/subscription/preview", tag = "plans", request_body = PlanChoice,
    responses((status = 200, body = PlanPreview), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn preview(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(choice): ApiJson<PlanChoice>,
) -> Result<Json<PlanPreview>, ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    let plan = check_sold(&state, choice.plan)?;
    let row = load_row(&state, &user).await?;
    let price = state.billing.find_or_create_price(plan).await;
    let price = price.map_err(|error| to_api_error(&error))?;
    let monthly = plan.monthly_price().unwrap_or_default();
    let today = today(&state)?;
    let Some((customer, id)) = customer_and_subscription(&row)? else {
        // The checkout charges it: at the end of the trial, or immediately.
        let now = state.clock.now_ms();
        let later = first_payment_at(now, row.trial_to, today);
        let in_trial = later.is_some();
        let from = match later {
            Some(seconds) => super::london_day(seconds.saturating_mul(SECOND))?,
            None => today,
        };
        return Ok(Json(PlanPreview {
            plan,
            charged_now: if in_trial { Pence::ZERO } else { monthly },
            credited: Pence::ZERO,
            monthly,
            from,
            proration_date: None,
        }));
    };
    let seen = fetch_current(&state, customer, id).await?;
    if seen.plan == Some(plan) && !seen.ends {
        return Err(ApiError::conflict("same_plan", "You already have this plan."));
    }
    let at = state.clock.now_ms() / SECOND;
    let change = SubscriptionChange { customer, subscription: id, item: &seen.item, price: &price, at };
    let displayed = state.billing.preview_change(&change).await;
    let change_preview = displayed.map_err(|error| to_api_error(&error))?;
    Ok(Json(PlanPreview {
        plan,
        charged_now: Pence(change_preview.due.max(0)),
        credited: Pence((-change_preview.total).max(0)),
        monthly,
        from: super::london_day(seen.period_end.saturating_mul(SECOND))?,
        proration_date: Some(at),
    }))
}

/// Changes the plan immediately, and charges or credits the amount of the preview. A cancelled plan is thereby resumed.
/// Repeating the request changes nothing.
#[utoipa::path(post, path = "/api/subscription/change", tag = "plans", request_body = PlanChange,
    responses((status = 200, body = SubscriptionResponse), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn change(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(wanted): ApiJson<PlanChange>,
) -> Result<Json<SubscriptionResponse>, ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    let plan = check_sold(&state, wanted.plan)?;
    let row = load_row(&state, &user).await?;
    let (customer, id) = customer_and_subscription(&row)?.ok_or_else(no_plan_error)?;
    let seen = fetch_current(&state, customer, id).await?;
    if seen.plan != Some(plan) || seen.ends {
        let now = state.clock.now_ms() / SECOND;
        if !(now - PREVIEW_VALIDITY..=now + CLOCK_TOLERANCE).contains(&wanted.proration_date) {
            return Err(ApiError::conflict(
                "preview_old",
                "The amount was shown some time ago. Please check it again.",
            ));
        }
        let price = state.billing.find_or_create_price(plan).await;
        let price = price.map_err(|error| to_api_error(&error))?;
        let change = SubscriptionChange {
            customer,
            subscription: id,
            item: &seen.item,
            price: &price,
            at: wanted.proration_date,
        };
        match state.billing.change_subscription(&change).await {
            Ok(()) => {}
            Err(error) if error.is_unpaid() => return Err(card_refused_error()),
            Err(error) => return Err(to_api_error(&error)),
        }
    }
    sync::try_refresh(&state, &user.id).await;
    response::load_response(&state, &user.id).await.map(Json)
}

pub(super) async fn load_row(state: &AppState, user: &CurrentUser) -> Result<SubscriptionRow, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let row = lock_or_create_row(&mut tx, &user.id).await?;
    tx.commit().await?;
    Ok(row)
}

/// The customer and the subscription of a row with a paid plan; `None` if no plan has been bought.
fn customer_and_subscription(row: &SubscriptionRow) -> Result<Option<(&str, &str)>, ApiError> {
    match row.state {
        SubscriptionState::None | SubscriptionState::Ended => Ok(None),
        SubscriptionState::PastDue => Err(ApiError::conflict(
            "unpaid",
            "Your last payment failed. Update your card first, then change your plan.",
        )),
        SubscriptionState::Active => {
            let ids = row.customer.as_deref().zip(row.subscription.as_deref());
            ids.map(Some).ok_or_else(no_plan_error)
        }
    }
}

/// The present state of the subscription at Stripe.
async fn fetch_current(
    state: &AppState,
    customer: &str,
    subscription: &str,
) -> Result<BillingSubscription, ApiError> {
    let all = state.billing.list_subscriptions(customer).await;
    let all = all.map_err(|error| to_api_error(&error))?;
    let found = all.into_iter().find(|seen| seen.id == subscription && seen.is_live());
    found.ok_or_else(no_plan_error)
}

fn card_refused_error() -> ApiError {
    ApiError::conflict(
        "card_refused",
        "Your card was refused, so your plan hasn’t changed. Update your card, then try again.",
    )
}

/// Cancels the plan at the end of the paid period. A plan whose last payment failed ends at once, because no period is
/// paid for. Repeating the request is not an error.
#[utoipa::path(post, path = "/api/subscription/cancel", tag = "plans",
    responses((status = 200, body = SubscriptionResponse), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn cancel(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SubscriptionResponse>, ApiError> {
    let (subscription_state, id) = load_bought(&state, &user).await?;
    let done = match subscription_state {
        SubscriptionState::None => return Err(no_plan_error()),
        SubscriptionState::Ended => Ok(()),
        SubscriptionState::PastDue => state.billing.end_subscription(&id).await,
        SubscriptionState::Active => state.billing.set_ending(&id, true).await,
    };
    done.map_err(|error| to_api_error(&error))?;
    refresh_and_respond(&state, &user).await
}

/// Undoes a cancellation while the plan still runs. Repeating the request is not an error.
#[utoipa::path(post, path = "/api/subscription/resume", tag = "plans",
    responses((status = 200, body = SubscriptionResponse), (status = 409, body = ErrorBody),
        (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn resume(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<SubscriptionResponse>, ApiError> {
    let (subscription_state, id) = load_bought(&state, &user).await?;
    match subscription_state {
        SubscriptionState::None => return Err(no_plan_error()),
        SubscriptionState::Ended => return Err(plan_ended_error()),
        SubscriptionState::Active | SubscriptionState::PastDue => {}
    }
    match state.billing.set_ending(&id, false).await {
        Ok(()) => refresh_and_respond(&state, &user).await,
        // The plan has ended in the meantime, and no event has arrived yet.
        Err(CardError::Refused { .. }) => {
            sync::try_refresh(&state, &user.id).await;
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
    sync::try_refresh(state, &user.id).await;
    response::load_response(state, &user.id).await.map(Json)
}

fn plan_ended_error() -> ApiError {
    ApiError::conflict("plan_ended", "Your plan has ended. Choose one again.")
}
