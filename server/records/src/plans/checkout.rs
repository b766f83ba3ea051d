//! POST /api/subscription/checkout
//!
//! An account has at most one checkout that can be paid: the previous one is closed at Stripe before the next is
//! opened, so that nobody buys twice.

use axum::Json;
use axum::extract::State;
use plumbline_core::plan::{Plan, SubscriptionState};
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::change::load_row;
use super::store::{self, SubscriptionRow};
use super::{PLAN_PAGE, lock_or_create_row, no_plan_error, sync, to_api_error, today};
use plumbline_platform::clock::{HOUR, SECOND, london_day_start};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;
use plumbline_platform::stripe::billing::{BillingCustomer, PlanOrder};

/// The shortest time from a checkout to the end of the trial that it promises (Stripe's rule, and an hour for differing
/// clocks).
const TRIAL_MIN: i64 = 49 * HOUR;

/// The chosen plan.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PlanChoice {
    /// `core` or `plus`.
    #[schema(value_type = String)]
    pub(super) plan: Plan,
}

/// A page at Stripe.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PlanLink {
    /// The page's address.
    pub(super) url: String,
}

/// Opens Stripe's page for buying a plan. If it is bought during the trial, payment starts after the trial, so no free
/// day is lost.
#[utoipa::path(post, path = "/api/subscription/checkout", tag = "plans", request_body = PlanChoice,
    responses((status = 200, body = PlanLink), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn checkout(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(choice): ApiJson<PlanChoice>,
) -> Result<Json<PlanLink>, ApiError> {
    state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
    let plan = check_sold(&state, choice.plan)?;
    let mut tx = state.db.begin_write().await?;
    let row = lock_or_create_row(&mut tx, &user.id).await?;
    tx.commit().await?;
    check_not_subscribed(&row)?;
    // The customer comes first, then the check for an open checkout: of two simultaneous clicks, the other may have
    // opened one in the meantime.
    let row = ensure_customer(&state, &user, row).await?;
    check_not_subscribed(&row)?;
    if let Some(before) = &row.checkout {
        let closed = state.billing.close_checkout(before).await;
        if !closed.map_err(|error| to_api_error(&error))? {
            sync::try_refresh(&state, &user.id).await;
            return Err(already_subscribed_error());
        }
    }
    let price = state.billing.find_or_create_price(plan).await;
    let price = price.map_err(|error| to_api_error(&error))?;
    let customer = row.customer.as_deref().unwrap_or_default();
    let page = state.link_to(PLAN_PAGE);
    let order = PlanOrder {
        // Clicking twice opens the same checkout.
        key: &format!("plan-checkout-{}-{}", row.user_id, row.version),
        account: row.user_id.as_str(),
        customer,
        price: &price,
        from: first_payment_at(state.clock.now_ms(), row.trial_to, today(&state)?),
        success_url: &format!("{page}?checkout=done"),
        cancel_url: &page,
    };
    let session = state.billing.open_checkout(&order).await;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut row = lock_or_create_row(&mut tx, &user.id).await?;
    let session = match session {
        Ok(session) => session,
        Err(error) => {
            // With the same key Stripe would only repeat the error, so the next attempt gets a new one.
            if !matches!(error, CardError::Busy) {
                store::write(&mut tx, &mut row, now).await?;
                tx.commit().await?;
            }
            return Err(to_api_error(&error));
        }
    };
    check_not_subscribed(&row)?;
    if row.checkout.as_deref() != Some(session.id.as_str()) {
        row.checkout = Some(session.id);
        store::write(&mut tx, &mut row, now).await?;
        tx.commit().await?;
    }
    Ok(Json(PlanLink { url: session.url }))
}

/// Checks that this server sells a plan.
pub(super) fn check_sold(state: &AppState, plan: Plan) -> Result<Plan, ApiError> {
    if !state.billing.is_on() {
        return Err(to_api_error(&CardError::Off));
    }
    if Plan::FOR_SALE.contains(&plan) {
        return Ok(plan);
    }
    let text = "Please choose Core or Plus.";
    Err(ApiError::rule_broken(vec![FieldError::new("plan", "not_sold", text)]))
}

/// Checks that no plan is being paid for.
fn check_not_subscribed(row: &SubscriptionRow) -> Result<(), ApiError> {
    match row.state {
        SubscriptionState::None | SubscriptionState::Ended => Ok(()),
        SubscriptionState::Active | SubscriptionState::PastDue => Err(already_subscribed_error()),
    }
}

fn already_subscribed_error() -> ApiError {
    ApiError::conflict("subscribed", "You already have a plan. Change it instead of buying another.")
}

/// The account's customer at Stripe. It is created if necessary and stored before anything is sold to it, because later
/// events from Stripe are assigned to the account by it.
async fn ensure_customer(
    state: &AppState,
    user: &CurrentUser,
    row: SubscriptionRow,
) -> Result<SubscriptionRow, ApiError> {
    if row.customer.is_some() {
        return Ok(row);
    }
    let who = BillingCustomer { account: user.id.as_str(), email: &user.email, name: &user.name };
    let made = state.billing.create_customer(&who).await;
    let made = made.map_err(|error| to_api_error(&error))?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut row = lock_or_create_row(&mut tx, &user.id).await?;
    if row.customer.is_none() {
        row.customer = Some(made);
        store::write(&mut tx, &mut row, now).await?;
        tx.commit().await?;
    }
    Ok(row)
}

/// When the first payment for a plan that is bought now is due, unix seconds: at the end of the trial; `None` for
/// immediately. In the last two days of the trial it is a little later, as Stripe requires; in whole hours, so that
/// repeating the request gives the same time.
pub(super) fn first_payment_at(now: i64, trial_to: Date, today: Date) -> Option<i64> {
    if trial_to.has_passed(today) {
        return None;
    }
    let after = trial_to.plus_days(1)?.to_string().parse().ok()?;
    let least = (now + TRIAL_MIN + HOUR - 1) / HOUR * HOUR;
    Some(london_day_start(after).max(least) / SECOND)
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_payment_is_after_the_last_day_of_the_trial() {
        let day = |text: &str| text.parse::<Date>().expect("a day");
        // 2026-11-16T09:00:00Z; the trial goes to the end of the 30th.
        let now = 1_794_819_600_000;
        let (to, today) = (day("2026-11-30"), day("2026-11-16"));
        // 2026-12-01T00:00:00Z.
        assert_eq!(first_payment_at(now, to, today), Some(1_796_083_200));
        assert_eq!(first_payment_at(now, day("2026-11-15"), today), None);
        // On its last day: two days and an hour.
        let at = first_payment_at(now, today, today).expect("later");
        assert_eq!(at - now / 1000, 49 * 3_600);
        assert_eq!(first_payment_at(now + 1, today, today), Some(at + 3_600));
    }
}
