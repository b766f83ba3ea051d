//! GET /api/admin/plans

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::State;
use plumbline_core::plan::{AccountState, Plan};
use serde::Serialize;
use utoipa::ToSchema;

use super::Admin;
use super::store::users;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::state::AppState;
use plumbline_records::plans;

/// The accounts by plan and state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminPlans {
    /// Whether this server sells plans.
    sells: bool,
    /// How many accounts there are.
    accounts: i64,
    /// How many of them are suspended.
    suspended: i64,
    /// How many accounts have each plan and state.
    groups: Vec<AdminPlanGroup>,
    /// How many trials end, by the days that are left, the soonest first.
    trials: Vec<TrialsEnding>,
}

/// The accounts with the same plan and state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct AdminPlanGroup {
    /// The plan.
    #[schema(value_type = String)]
    plan: Plan,
    /// Its name.
    plan_name: &'static str,
    /// The state: `trial`, `paying`, `ending`, `grace`, `lapsed` or `selfhosted`.
    standing: &'static str,
    /// How many accounts there are.
    accounts: i64,
}

/// The trials that end on one day.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct TrialsEnding {
    /// Days from today; 0 if they end today.
    days_left: u32,
    /// How many trials there are.
    accounts: i64,
}

/// The code of a state, by which lists are filtered.
pub(super) const fn state_code(account_state: AccountState) -> &'static str {
    match account_state {
        AccountState::Selfhosted => "selfhosted",
        AccountState::Trial { .. } => "trial",
        AccountState::Paying => "paying",
        AccountState::Ending { .. } => "ending",
        AccountState::Grace { .. } => "grace",
        AccountState::Lapsed { .. } => "lapsed",
    }
}

/// The accounts by plan and state today.
#[utoipa::path(get, path = "/api/admin/plans", tag = "admin", operation_id = "plans",
    responses((status = 200, body = AdminPlans), (status = 401, body = ErrorBody),
        (status = 403, body = ErrorBody)))]
pub(super) async fn read_plans(
    State(state): State<AppState>,
    _: Admin,
) -> Result<Json<AdminPlans>, ApiError> {
    let mut conn = state.db.read().await?;
    let all = plans::load_all_states(&state, &mut conn).await?;
    let mut groups: BTreeMap<(Plan, &'static str), i64> = BTreeMap::new();
    let mut trials: BTreeMap<u32, i64> = BTreeMap::new();
    for (plan, account_state) in all.values() {
        *groups.entry((*plan, state_code(*account_state))).or_default() += 1;
        if let AccountState::Trial { days_left, .. } = account_state {
            *trials.entry(*days_left).or_default() += 1;
        }
    }
    let group = |((plan, status), accounts): ((Plan, &'static str), i64)| AdminPlanGroup {
        plan,
        plan_name: plan.label(),
        standing: status,
        accounts,
    };
    let ending = |(days_left, accounts)| TrialsEnding { days_left, accounts };
    Ok(Json(AdminPlans {
        sells: state.billing.is_on(),
        accounts: i64::try_from(all.len()).unwrap_or(i64::MAX),
        suspended: users::count_suspended(&mut conn).await?,
        groups: groups.into_iter().map(group).collect(),
        trials: trials.into_iter().map(ending).collect(),
    }))
}
