//! GET /api/subscription

use axum::Json;
use axum::extract::State;
use plumbline_core::money::Pence;
use plumbline_core::plan::{Feature, Plan, Standing, standing};
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::store::{self, invoices};
use super::{known, look, today};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiQuery;
use plumbline_platform::ids::UserId;
use plumbline_platform::limits::Limit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// How an account stands.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SubscriptionAnswer {
    /// What was bought; the trial where nothing was.
    #[schema(value_type = String)]
    plan: Plan,
    /// What it is called.
    plan_name: &'static str,
    /// How it stands today.
    #[schema(value_type = Object)]
    standing: Standing,
    /// What is told of that; none where there is nothing to tell.
    sentence: Option<String>,
    /// Whether it may write.
    may_write: bool,
    /// What the plan costs a month, pounds; none where it costs nothing.
    #[schema(value_type = Option<String>)]
    price: Option<Pence>,
    /// What it has today of what Plus adds.
    #[schema(value_type = Vec<String>)]
    features: Vec<Feature>,
    /// The last day of the trial; none where nothing is sold.
    #[schema(value_type = Option<String>)]
    trial_to: Option<Date>,
    /// The last day that is paid for.
    #[schema(value_type = Option<String>)]
    paid_to: Option<Date>,
    /// The day of the next payment; none where nothing more is paid.
    #[schema(value_type = Option<String>)]
    next_payment: Option<Date>,
    /// Whether it ends with that.
    cancelled: bool,
    /// Whether there is a card, and what else Stripe's page shows.
    has_portal: bool,
    /// What can be bought; none where nothing is sold.
    plans: Vec<PlanOffer>,
    /// The invoices, the newest first.
    invoices: Vec<SubscriptionInvoice>,
}

/// A plan that can be bought.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PlanOffer {
    /// Which.
    #[schema(value_type = String)]
    plan: Plan,
    /// What it is called.
    name: &'static str,
    /// What it costs a month, pounds.
    #[schema(value_type = String)]
    price: Pence,
    /// What it takes in of what Plus adds.
    #[schema(value_type = Vec<String>)]
    features: Vec<Feature>,
}

/// An invoice of the plan.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct SubscriptionInvoice {
    /// Its number.
    number: String,
    /// Its day.
    #[schema(value_type = String)]
    date: Date,
    /// Pounds; below nothing where it is a credit.
    #[schema(value_type = String)]
    amount: Pence,
    /// Whether it is paid.
    paid: bool,
    /// Where it is shown; empty where nowhere.
    link: String,
}

/// What is asked.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct SubscriptionQuery {
    /// Whether its owner comes back from buying: then Stripe is asked where no event has told yet.
    returned: bool,
}

/// How the account stands, what it has bought, and its invoices.
#[utoipa::path(get, path = "/api/subscription", tag = "plans", operation_id = "subscription",
    params(SubscriptionQuery),
    responses((status = 200, body = SubscriptionAnswer), (status = 429, body = ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiQuery(query): ApiQuery<SubscriptionQuery>,
) -> Result<Json<SubscriptionAnswer>, ApiError> {
    if query.returned && state.billing.is_on() {
        state.limits.check(Limit::SettingsByAccount, &user.id)?;
        let mut conn = state.db.read().await?;
        let row = store::find(&mut conn, &user.id).await?;
        drop(conn);
        // Where Stripe does not answer, its event tells later.
        if row.is_some_and(|row| row.checkout.is_some()) {
            look::quietly(&state, &user.id).await;
        }
    }
    of(&state, &user.id).await.map(Json)
}

/// How an account stands now.
pub(super) async fn of(state: &AppState, user_id: &UserId) -> Result<SubscriptionAnswer, ApiError> {
    let today = today(state)?;
    let mut conn = state.db.read().await?;
    let known = known(state, &mut conn, user_id).await?;
    let standing = standing(&known, today);
    let is_sold = state.billing.is_on();
    let row = store::find(&mut conn, user_id).await?;
    let next_payment = row.as_ref().and_then(|row| row.next_payment);
    Ok(SubscriptionAnswer {
        plan: known.plan,
        plan_name: known.plan.name(),
        standing,
        sentence: standing.sentence(),
        may_write: standing.may_write(),
        price: known.plan.monthly(),
        features: Feature::ALL
            .into_iter()
            .filter(|feature| known.has(*feature, today))
            .collect(),
        trial_to: is_sold.then_some(known.trial_to),
        paid_to: known.paid_to,
        next_payment: next_payment.filter(|_| is_sold && !known.cancelled),
        cancelled: known.cancelled,
        has_portal: is_sold && row.is_some_and(|row| row.customer.is_some()),
        plans: if is_sold { offers() } else { Vec::new() },
        invoices: invoices_of(&mut conn, user_id).await?,
    })
}

fn offers() -> Vec<PlanOffer> {
    let sold = Plan::SOLD.into_iter().filter_map(|plan| {
        Some(PlanOffer {
            plan,
            name: plan.name(),
            price: plan.monthly()?,
            features: Feature::ALL
                .into_iter()
                .filter(|feature| plan.has(*feature))
                .collect(),
        })
    });
    sold.collect()
}

async fn invoices_of(
    conn: &mut Conn,
    user_id: &UserId,
) -> Result<Vec<SubscriptionInvoice>, ApiError> {
    let rows = invoices::list(conn, user_id).await?;
    let shown = rows.into_iter().map(|row| SubscriptionInvoice {
        number: row.number,
        date: row.date,
        amount: row.amount,
        paid: row.paid,
        link: row.link,
    });
    Ok(shown.collect())
}
