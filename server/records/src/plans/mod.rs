//! Plans: what the operator sells, and what each account has.
//!
//! ```text
//! response    the state of an account, for its owner
//! checkout    buying a plan, at Stripe
//! change      changing to another plan, with its cost shown before
//! cancel      cancelling and resuming
//! portal      Stripe's page for cards and invoices
//! gate        what a lapsed account, or one without Plus, may not do
//! webhook     Stripe's signed events
//! refresh     asking Stripe for the state of a subscription
//! sync        storing what an event or a response says, and its effects
//! daily_job   reminders, effects of the date, and subscriptions without an event
//! end_job     ending the plan of an account that was deleted
//! emails      the emails about a plan
//! ```
//!
//! Only Stripe decides what an account has bought: by a signed event, or by its response to the secret key. From
//! that and the date in London, core decides whether the account may write and what it may use
//! (`plumbline_core::plan`). A server that sells nothing has no rows, and every account has every feature.

mod change;
mod checkout;
mod daily_job;
mod emails;
pub mod gate;
mod response;
pub mod store;
mod sync;
pub mod webhook;

use std::collections::HashMap;

use axum::http::StatusCode;
use plumbline_core::plan::{
    AccountState, Feature, Plan, Subscription, SubscriptionState, TRIAL_DAYS, find_account_state,
};
use plumbline_core::time::Date;
use serde_json::{Value, json};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::clock::london_date;
use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::sessions;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::CardError;
use store::{SubscriptionInvoiceRow, SubscriptionRow};

pub use daily_job::{end_account_subscriptions, prepare_on_start};

/// The page of the app about the plan.
const PLAN_PAGE: &str = "/settings/plan";

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(response::read))
        .routes(routes!(checkout::checkout))
        .routes(routes!(change::preview))
        .routes(routes!(change::change))
        .routes(routes!(change::cancel))
        .routes(routes!(change::resume))
        .routes(routes!(checkout::portal))
}

/// The jobs of plans.
pub const JOB_HANDLERS: &[JobHandler] = &[
    daily_job::DAILY_JOB_HANDLER,
    daily_job::ACCOUNT_JOB_HANDLER,
    sync::JOB_HANDLER,
    daily_job::JOB_HANDLER,
];

/// Begins the trial of an account that was just registered; does nothing if no plans are sold.
pub async fn start_trial(state: &AppState, tx: &mut WriteTx, user_id: &UserId) -> Result<(), ApiError> {
    if !state.billing.is_on() {
        return Ok(());
    }
    let now = state.clock.now_ms();
    let row = SubscriptionRow::new_trial(user_id.clone(), trial_end(now)?, now);
    store::insert(tx, &row).await?;
    Ok(())
}

/// The state of an account's subscription, for core to evaluate.
pub async fn load_subscription(
    state: &AppState,
    conn: &mut Conn,
    user_id: &UserId,
) -> Result<Subscription, ApiError> {
    if !state.billing.is_on() {
        return Ok(selfhosted_subscription(today(state)?));
    }
    match store::find(conn, user_id).await? {
        Some(row) => Ok(row.to_subscription()),
        None => Ok(trial_since_creation(conn, user_id).await?.to_subscription()),
    }
}

/// The states of all accounts today, evaluated by core.
///
/// # Errors
/// As for [`load_subscription`].
pub async fn load_all_states(
    state: &AppState,
    conn: &mut Conn,
) -> Result<HashMap<UserId, (Plan, AccountState)>, ApiError> {
    let (today, is_sold) = (today(state)?, state.billing.is_on());
    let rows = match is_sold {
        true => load_all_rows(conn).await?,
        false => HashMap::new(),
    };
    let mut all = HashMap::new();
    for (id, made) in store::list_owners(conn).await? {
        let known = match rows.get(&id) {
            Some(row) => row.to_subscription(),
            None if is_sold => {
                SubscriptionRow::new_trial(id.clone(), trial_end(made)?, made).to_subscription()
            }
            None => selfhosted_subscription(today),
        };
        all.insert(id, (known.plan, find_account_state(&known, today)));
    }
    Ok(all)
}

async fn load_all_rows(conn: &mut Conn) -> DbResult<HashMap<UserId, SubscriptionRow>> {
    let mut rows = HashMap::new();
    let mut after = String::new();
    loop {
        let page = store::list_page(conn, &after).await?;
        let Some(last) = page.last() else {
            return Ok(rows);
        };
        after = last.user_id.to_string();
        rows.extend(page.into_iter().map(|row| (row.user_id.clone(), row)));
    }
}

const fn selfhosted_subscription(today: Date) -> Subscription {
    Subscription {
        plan: Plan::Selfhosted,
        trial_to: today,
        state: SubscriptionState::None,
        paid_to: None,
        cancelled: false,
    }
}

/// Whether an account may write today: a suspended one may not, whatever it has bought.
///
/// # Errors
/// As for [`load_subscription`].
pub async fn can_write(state: &AppState, conn: &mut Conn, user_id: &UserId) -> Result<bool, ApiError> {
    if sessions::is_suspended(conn, user_id).await? {
        return Ok(false);
    }
    let known = load_subscription(state, conn, user_id).await?;
    Ok(find_account_state(&known, today(state)?).can_write())
}

/// Whether an account's questions are answered before others. Never if no plans are sold, because then all accounts are
/// equal.
///
/// # Errors
/// As for [`load_subscription`].
pub async fn has_priority_support(
    state: &AppState,
    conn: &mut Conn,
    user_id: &UserId,
) -> Result<bool, ApiError> {
    if !state.billing.is_on() {
        return Ok(false);
    }
    let known = load_subscription(state, conn, user_id).await?;
    Ok(known.has_feature(Feature::PrioritySupport, today(state)?))
}

/// What is stored about an account's plan, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let row = store::find(conn, user_id).await?;
    Ok(row.iter().map(exported).collect())
}

fn exported(row: &SubscriptionRow) -> Value {
    let SubscriptionRow {
        user_id: _,  // whose export it is
        customer: _, // names at Stripe, which are the operator's
        subscription: _,
        checkout: _,
        plan,
        state,
        trial_to,
        paid_to,
        next_payment,
        cancelled,
        told_at: _, // when Stripe was heard of and asked
        asked_at: _,
        takes_cards: _, // follows from the plan
        lapsed: _,      // what was said of it
        reminded: _,
        version: _, // counts the changes
        created_at,
        updated_at,
    } = row;
    json!({
        "plan": plan, "state": state, "trialTo": trial_to, "paidTo": paid_to, "nextPayment": next_payment,
        "cancelled": cancelled, "createdAt": created_at, "updatedAt": updated_at,
    })
}

/// The invoices for an account's plan, for its export.
pub async fn export_invoices(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list_for_account(conn, user_id).await?;
    Ok(rows.iter().map(exported_invoice).collect())
}

fn exported_invoice(row: &SubscriptionInvoiceRow) -> Value {
    let SubscriptionInvoiceRow {
        id: _,      // its name at Stripe
        user_id: _, // whose export it is
        number,
        date,
        made_at: _, // `date` is its day
        amount,
        paid,
        link,
    } = row;
    json!({ "number": number, "date": date, "amount": amount, "paid": paid, "link": link })
}

/// The row of an account, locked; it is created if there is none.
async fn lock_or_create_row(tx: &mut WriteTx, user_id: &UserId) -> Result<SubscriptionRow, ApiError> {
    if let Some(row) = store::lock(tx, user_id).await? {
        return Ok(row);
    }
    let row = trial_since_creation(tx, user_id).await?;
    store::insert(tx, &row).await?;
    let row = store::lock(tx, user_id).await?;
    row.ok_or_else(|| ApiError::internal("a subscription that was just written is missing"))
}

/// The trial of an account without a row: it counts from the day on which the account was created.
async fn trial_since_creation(conn: &mut Conn, user_id: &UserId) -> Result<SubscriptionRow, ApiError> {
    let owner = store::find_owner(conn, user_id).await?;
    let (_, _, made) = owner.ok_or_else(ApiError::session_expired)?;
    Ok(SubscriptionRow::new_trial(user_id.clone(), trial_end(made)?, made))
}

/// The last day of a trial that begins at an instant.
fn trial_end(ms: i64) -> Result<Date, ApiError> {
    london_day(ms)?.plus_days(TRIAL_DAYS).ok_or_else(|| ApiError::internal("a trial beyond the calendar"))
}

/// The date in London at an instant.
fn london_day(ms: i64) -> Result<Date, ApiError> {
    london_date(ms).to_string().parse().map_err(ApiError::internal)
}

/// Today's date in London.
///
/// # Errors
/// If the clock is outside the calendar.
pub fn today(state: &AppState) -> Result<Date, ApiError> {
    london_day(state.clock.now_ms())
}

/// The error response to an account's owner for an error from Stripe.
fn to_api_error(error: &CardError) -> ApiError {
    let of = |status, code: &'static str, message: &'static str| {
        tracing::error!(%error, code, "a plan could not be dealt with");
        ApiError::new(status, code, message)
    };
    match error {
        CardError::Off => ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "plans_off",
            "This server doesn’t sell plans: you can use everything.",
        ),
        CardError::Mispriced(_) => of(
            StatusCode::SERVICE_UNAVAILABLE,
            "plans_mispriced",
            "You can’t buy this plan right now. Nothing was charged.",
        ),
        _ => of(
            StatusCode::BAD_GATEWAY,
            "plans_unavailable",
            "Our payment service cannot be reached right now. Nothing was changed. Please try again in a moment.",
        ),
    }
}

/// 409: no plan was bought.
fn no_plan_error() -> ApiError {
    ApiError::conflict("no_plan", "You don’t have a plan yet. Choose one first.")
}

#[cfg(test)]
mod tests {
    use plumbline_core::money::Pence;

    use super::*;

    #[test]
    fn exports_the_state_of_a_plan_and_its_payments() {
        let day = |text: &str| text.parse::<Date>().unwrap();
        let user_id: UserId = "01930000-0000-7000-8000-000000000001".parse().unwrap();
        let text = |text: &str| Some(text.to_owned());
        let row = SubscriptionRow {
            user_id: user_id.clone(),
            customer: text("cus_1"),
            subscription: text("sub_1"),
            checkout: text("cs_1"),
            plan: Plan::Plus,
            state: SubscriptionState::PastDue,
            trial_to: day("2026-11-30"),
            paid_to: Some(day("2026-12-30")),
            next_payment: Some(day("2026-12-31")),
            cancelled: true,
            told_at: 2,
            asked_at: 3,
            takes_cards: true,
            lapsed: true,
            reminded: Some(4),
            version: 5,
            created_at: 6,
            updated_at: 7,
        };
        let expected = json!({ "plan": row.plan, "state": row.state, "trialTo": "2026-11-30",
            "paidTo": "2026-12-30", "nextPayment": "2026-12-31", "cancelled": true, "createdAt": 6,
            "updatedAt": 7 });
        assert_eq!(exported(&row), expected);
        let row = SubscriptionInvoiceRow {
            id: "in_1".to_owned(),
            user_id,
            number: "P-0001".to_owned(),
            date: day("2026-11-30"),
            made_at: 8,
            amount: Pence(900),
            paid: true,
            link: "https://pay.example".to_owned(),
        };
        let expected = json!({ "number": "P-0001", "date": "2026-11-30", "amount": "9.00",
            "paid": true, "link": "https://pay.example" });
        assert_eq!(exported_invoice(&row), expected);
    }
}
