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

use super::store::{self, SubscriptionRow};
use super::{PAGE, held, look, today, unanswered};
use plumbline_platform::clock::{HOUR, SECOND, london_start};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::ApiJson;
use plumbline_platform::limits::Limit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;
use plumbline_platform::stripe::billing::{PlanOrder, Who};

/// A trial that a checkout promises ends at least so long after it (Stripe's rule, and an hour for the clocks).
const LEAST_TRIAL: i64 = 49 * HOUR;

/// A plan that is chosen.
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
    /// Its address.
    pub(super) url: String,
}

/// Opens the page on which a plan is bought. Chosen in the trial it begins to be paid after that: nothing of the
/// trial is lost.
#[utoipa::path(post, path = "/api/subscription/checkout", tag = "plans", request_body = PlanChoice,
    responses((status = 200, body = PlanLink), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody), (status = 502, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn checkout(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(choice): ApiJson<PlanChoice>,
) -> Result<Json<PlanLink>, ApiError> {
    state.limits.check(Limit::SettingsByAccount, &user.id)?;
    let plan = sold(&state, choice.plan)?;
    let mut tx = state.db.begin_write().await?;
    let row = held(&mut tx, &user.id).await?;
    tx.commit().await?;
    free(&row)?;
    // Before it is seen what is open: of two clicks at once, the other may have opened its checkout meanwhile.
    let row = with_customer(&state, &user, row).await?;
    free(&row)?;
    if let Some(before) = &row.checkout {
        let closed = state.billing.close(before).await;
        if !closed.map_err(|error| unanswered(&error))? {
            look::quietly(&state, &user.id).await;
            return Err(subscribed());
        }
    }
    let price = state.billing.price(plan).await;
    let price = price.map_err(|error| unanswered(&error))?;
    let customer = row.customer.as_deref().unwrap_or_default();
    let page = state.link(PAGE);
    let order = PlanOrder {
        // Clicked twice it is the same.
        key: &format!("plan-checkout-{}-{}", row.user_id, row.version),
        account: &row.user_id,
        customer,
        price: &price,
        from: first_payment(state.clock.now_ms(), row.trial_to, today(&state)?),
        success_url: &format!("{page}?checkout=done"),
        cancel_url: &page,
    };
    let session = state.billing.checkout(&order).await;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut row = held(&mut tx, &user.id).await?;
    let session = match session {
        Ok(session) => session,
        Err(error) => {
            // Asked the same again, Stripe would only repeat its fault: the next try is a new one.
            if !matches!(error, CardError::Busy) {
                store::write(&mut tx, &mut row, now).await?;
                tx.commit().await?;
            }
            return Err(unanswered(&error));
        }
    };
    free(&row)?;
    if row.checkout.as_deref() != Some(session.id.as_str()) {
        row.checkout = Some(session.id);
        store::write(&mut tx, &mut row, now).await?;
        tx.commit().await?;
    }
    Ok(Json(PlanLink { url: session.url }))
}

/// A plan that this server sells.
pub(super) fn sold(state: &AppState, plan: Plan) -> Result<Plan, ApiError> {
    if !state.billing.is_on() {
        return Err(unanswered(&CardError::Off));
    }
    if Plan::SOLD.contains(&plan) {
        return Ok(plan);
    }
    let told = "Please choose Core or Plus.";
    Err(ApiError::rule_broken(vec![FieldError::new(
        "plan", "not_sold", told,
    )]))
}

/// Whether nothing is paid for yet.
fn free(row: &SubscriptionRow) -> Result<(), ApiError> {
    match row.state {
        SubscriptionState::None | SubscriptionState::Ended => Ok(()),
        SubscriptionState::Active | SubscriptionState::PastDue => Err(subscribed()),
    }
}

fn subscribed() -> ApiError {
    ApiError::conflict(
        "subscribed",
        "You already have a plan. Change it instead of buying another.",
    )
}

/// The account's customer at Stripe, made where there is none, and noted before anything is sold to it: what Stripe
/// tells of it later is known by that.
async fn with_customer(
    state: &AppState,
    user: &CurrentUser,
    row: SubscriptionRow,
) -> Result<SubscriptionRow, ApiError> {
    if row.customer.is_some() {
        return Ok(row);
    }
    let who = Who {
        account: &user.id,
        email: &user.email,
        name: &user.name,
    };
    let made = state.billing.customer(&who).await;
    let made = made.map_err(|error| unanswered(&error))?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut row = held(&mut tx, &user.id).await?;
    if row.customer.is_none() {
        row.customer = Some(made);
        store::write(&mut tx, &mut row, now).await?;
        tx.commit().await?;
    }
    Ok(row)
}

/// When a plan that is bought now begins to be paid, unix seconds: with the end of the trial, or at once. In the
/// last two days Stripe asks for a little longer, which is given; in whole hours, so that the same asked twice is
/// the same.
pub(super) fn first_payment(now: i64, trial_to: Date, today: Date) -> Option<i64> {
    if trial_to.has_passed(today) {
        return None;
    }
    let after = trial_to.plus_days(1)?.to_string().parse().ok()?;
    let least = (now + LEAST_TRIAL + HOUR - 1) / HOUR * HOUR;
    Some(london_start(after).max(least) / SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_trial_is_lost() {
        let day = |text: &str| text.parse::<Date>().expect("a day");
        // 2026-11-16T09:00:00Z; the trial goes to the end of the 30th.
        let now = 1_794_819_600_000;
        let (to, today) = (day("2026-11-30"), day("2026-11-16"));
        // 2026-12-01T00:00:00Z.
        assert_eq!(first_payment(now, to, today), Some(1_796_083_200));
        assert_eq!(first_payment(now, day("2026-11-15"), today), None);
        // On its last day: two days and an hour.
        let at = first_payment(now, today, today).expect("later");
        assert_eq!(at - now / 1000, 49 * 3_600);
        assert_eq!(first_payment(now + 1, today, today), Some(at + 3_600));
    }
}
