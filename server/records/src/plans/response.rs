//! GET /api/subscription

use axum::Json;
use axum::extract::State;
use plumbline_core::money::Pence;
use plumbline_core::plan::{AccountState, Feature, Plan, find_account_state};
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{load_subscription, store, sync, today};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::UserId;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The state of an account's plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SubscriptionResponse {
    /// The plan that was bought; the trial if no plan was.
    #[schema(value_type = String)]
    plan: Plan,
    /// Its name.
    plan_name: &'static str,
    /// Its present state.
    #[schema(value_type = Object)]
    standing: AccountState,
    /// A message about the state; null if there is nothing to say.
    sentence: Option<String>,
    /// Whether the account may write.
    may_write: bool,
    /// The price of the plan per month, in pounds; null if it is free.
    #[schema(value_type = Option<String>)]
    price: Option<Pence>,
    /// Which of Plus's features it has now.
    #[schema(value_type = Vec<String>)]
    features: Vec<Feature>,
    /// The last day of the trial; null if this server sells no plans.
    #[schema(value_type = Option<String>)]
    trial_to: Option<Date>,
    /// The last day that is paid for.
    #[schema(value_type = Option<String>)]
    paid_to: Option<Date>,
    /// The date of the next payment; null if there will be no more payments.
    #[schema(value_type = Option<String>)]
    next_payment: Option<Date>,
    /// Whether the plan ends on that date.
    cancelled: bool,
    /// Whether Stripe has a page for the account's card and invoices.
    has_portal: bool,
    /// The plans for sale; empty if this server sells no plans.
    plans: Vec<PlanOffer>,
    /// The invoices, newest first.
    invoices: Vec<SubscriptionInvoice>,
}

/// A plan for sale.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PlanOffer {
    /// The plan.
    #[schema(value_type = String)]
    plan: Plan,
    /// Its name.
    name: &'static str,
    /// Its price per month, in pounds.
    #[schema(value_type = String)]
    price: Pence,
    /// Which of Plus's features it has.
    #[schema(value_type = Vec<String>)]
    features: Vec<Feature>,
}

/// An invoice for the plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SubscriptionInvoice {
    /// Its number.
    number: String,
    /// Its date.
    #[schema(value_type = String)]
    date: Date,
    /// Pounds; negative for a credit.
    #[schema(value_type = String)]
    amount: Pence,
    /// Whether it is paid.
    paid: bool,
    /// The address of its page; empty if there is no page.
    link: String,
}

/// The query for the state.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionQuery {
    /// Whether the owner is returning from the checkout: then Stripe is asked if no event has arrived yet.
    returned: bool,
}

/// The state of the account's plan, and its invoices.
#[utoipa::path(get, path = "/api/subscription", tag = "plans", operation_id = "subscription",
    params(SubscriptionQuery),
    responses((status = 200, body = SubscriptionResponse), (status = 429, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<SubscriptionQuery>,
) -> Result<Json<SubscriptionResponse>, ApiError> {
    if query.returned && state.billing.is_on() {
        state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
        let mut conn = state.db.read().await?;
        let row = store::find(&mut conn, &user.id).await?;
        drop(conn);
        // If Stripe doesn't respond, its event will arrive later.
        if row.is_some_and(|row| row.checkout.is_some()) {
            sync::try_refresh(&state, &user.id).await;
        }
    }
    load_response(&state, &user.id).await.map(Json)
}

/// The present state of an account's plan.
pub(super) async fn load_response(
    state: &AppState,
    user_id: &UserId,
) -> Result<SubscriptionResponse, ApiError> {
    let today = today(state)?;
    let mut conn = state.db.read().await?;
    let known = load_subscription(state, &mut conn, user_id).await?;
    let account_state = find_account_state(&known, today);
    let is_sold = state.billing.is_on();
    let row = store::find(&mut conn, user_id).await?;
    let next_payment = row.as_ref().and_then(|row| row.next_payment);
    Ok(SubscriptionResponse {
        plan: known.plan,
        plan_name: known.plan.label(),
        standing: account_state,
        sentence: account_state.message(),
        may_write: account_state.can_write(),
        price: known.plan.monthly_price(),
        features: Feature::ALL.into_iter().filter(|feature| known.has_feature(*feature, today)).collect(),
        trial_to: is_sold.then_some(known.trial_to),
        paid_to: known.paid_to,
        next_payment: next_payment.filter(|_| is_sold && !known.cancelled),
        cancelled: known.cancelled,
        has_portal: is_sold && row.is_some_and(|row| row.customer.is_some()),
        plans: if is_sold { list_offers() } else { Vec::new() },
        invoices: list_invoices(&mut conn, user_id).await?,
    })
}

fn list_offers() -> Vec<PlanOffer> {
    let sold = Plan::FOR_SALE.into_iter().filter_map(|plan| {
        Some(PlanOffer {
            plan,
            name: plan.label(),
            price: plan.monthly_price()?,
            features: Feature::ALL.into_iter().filter(|feature| plan.has_feature(*feature)).collect(),
        })
    });
    sold.collect()
}

async fn list_invoices(conn: &mut Conn, user_id: &UserId) -> Result<Vec<SubscriptionInvoice>, ApiError> {
    let rows = store::list(conn, user_id).await?;
    let displayed = rows.into_iter().map(|row| SubscriptionInvoice {
        number: row.number,
        date: row.date,
        amount: row.amount,
        paid: row.paid,
        link: row.link,
    });
    Ok(displayed.collect())
}
