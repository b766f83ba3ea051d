//! What a lapsed account, or one without Plus, may not do. Only this module decides it.
//!
//! Reading and exporting always work, and so does everything that a customer does by their link. [`ALWAYS_ALLOWED`]
//! lists what the owner of a lapsed account may write; any other write is refused with a message. This also applies to
//! a device that sends changes made offline; it then keeps them on the device.

use axum::extract::{FromRequestParts as _, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use plumbline_core::plan::{Feature, find_account_state};

use super::{load_subscription, today};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::MaybeUser;
use plumbline_platform::state::AppState;

/// The routes that can be written to in every state of the plan. A `*` matches one part of a path, `**` all that
/// follow.
///
/// Payments stay possible: money that was received or refunded is a fact, and a customer who has paid must not be
/// chased because the payment couldn't be recorded. So do a customer's signature on the business's device and an
/// acceptance by phone, which a customer can also give through the link; everything that stops something, such as
/// removing a card account, pausing a recurring invoice, revoking a link or recording a customer's cancellation; and
/// the deletion of a customer, who has a right to it.
pub const ALWAYS_ALLOWED: &[(&str, &str)] = &[
    // The account itself: signing in and out, passwords, PIN, passkeys, devices, the export, the deletion.
    ("*", "/api/auth/**"),
    ("*", "/api/account"),
    ("*", "/api/account/**"),
    ("*", "/api/notifications/**"),
    ("*", "/api/subscription/**"),
    ("POST", "/api/support"),
    ("POST", "/api/support/pictures"),
    // Administration of the server isn't part of a plan.
    ("*", "/api/admin/**"),
    // Reports of changes of plan, from those who consented.
    ("POST", "/api/facebook-conversion"),
    // Customers, who use their link; Stripe, which signs its requests.
    ("POST", "/api/*/public/**"),
    ("POST", "/api/stripe/webhook"),
    // Payments and refunds.
    ("POST", "/api/*/{id}/payments"),
    ("POST", "/api/*/{id}/payments/**"),
    ("POST", "/api/*/{id}/refunds"),
    ("POST", "/api/*/{id}/refunds/**"),
    // A customer's decision, given on the business's device or reported by the business.
    ("POST", "/api/quotes/{id}/accept"),
    ("POST", "/api/quotes/{id}/mark-accepted"),
    // Routes that stop something.
    ("DELETE", "/api/business-profiles/{id}/card"),
    ("POST", "/api/business-profiles/{id}/take-back-details"),
    ("DELETE", "/api/contacts/{id}"),
    ("POST", "/api/*/{id}/cancellation"),
    ("PUT", "/api/*/{id}/cancellation"),
    ("POST", "/api/recurring/{id}/pause"),
    ("POST", "/api/*/{id}/revoke-link"),
    ("POST", "/api/*/batches/{id}/stop"),
];

/// The features of Plus and their routes. What was made with them before is still stored, and can be read and exported;
/// of tax years and VAT returns, only writing is part of Plus. A VAT registration isn't, because invoices display it.
pub const PLUS_ROUTES: &[(Feature, &str, &str)] = &[
    (Feature::AiDescriptions, "POST", "/api/describe"),
    (Feature::CardPayments, "POST", "/api/business-profiles/{id}/card"),
    (Feature::Reports, "GET", "/api/reports/**"),
    (Feature::Reports, "POST", "/api/vat/{id}/filed"),
    (Feature::Reports, "DELETE", "/api/vat/{id}/filed"),
    (Feature::Reports, "POST", "/api/vat/{id}/bad-debts"),
    (Feature::Reports, "DELETE", "/api/vat/{id}/bad-debts"),
    (Feature::Reports, "PUT", "/api/income-tax/pot"),
    (Feature::Reports, "PUT", "/api/income-tax/{year}/choices"),
    (Feature::Reports, "PUT", "/api/income-tax/trades"),
    (Feature::Reports, "POST", "/api/income-tax/other-income"),
    (Feature::Reports, "DELETE", "/api/income-tax/other-income/{id}"),
];

/// Refuses requests that the account's plan doesn't include.
pub async fn check_plan(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !state.billing.is_on() {
        return next.run(request).await;
    }
    let Some(plan_requirement) = requirement_for(&request) else {
        return next.run(request).await;
    };
    let (mut parts, body) = request.into_parts();
    match check_requirement(&state, &mut parts, &plan_requirement).await {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    }
}

/// What a request requires of a plan.
struct PlanRequirement {
    /// Whether it needs the right to write.
    writes: bool,
    /// The feature of Plus that it needs.
    feature: Option<Feature>,
}

/// The requirements of a request; `None` if there are none.
fn requirement_for(request: &Request) -> Option<PlanRequirement> {
    let path = request.extensions().get::<MatchedPath>()?.as_str();
    let method = request.method();
    if !path.starts_with("/api/") {
        return None;
    }
    let is_reading = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    let plan_requirement = PlanRequirement {
        writes: !is_reading && !is_always_allowed(method.as_str(), path),
        feature: feature_for_route(method.as_str(), path),
    };
    (plan_requirement.writes || plan_requirement.feature.is_some()).then_some(plan_requirement)
}

/// Whether a route can be written to in every state of the plan.
#[must_use]
pub fn is_always_allowed(method: &str, path: &str) -> bool {
    let mut open = ALWAYS_ALLOWED.iter();
    open.any(|(on, pattern)| (*on == "*" || *on == method) && matches_pattern(pattern, path))
}

/// The feature of Plus that a route belongs to.
#[must_use]
pub fn feature_for_route(method: &str, path: &str) -> Option<Feature> {
    let mut plus = PLUS_ROUTES.iter();
    let found = plus.find(|(_, on, pattern)| *on == method && matches_pattern(pattern, path));
    found.map(|(feature, _, _)| *feature)
}

/// Whether a route's path matches a pattern. The names of its parameters don't matter: `{pid}` matches too.
#[must_use]
pub fn matches_pattern(pattern: &str, path: &str) -> bool {
    let mut parts = path.split('/');
    for wanted in pattern.split('/') {
        if wanted == "**" {
            return parts.next().is_some();
        }
        let Some(part) = parts.next() else {
            return false;
        };
        let is_any = wanted == "*" || (wanted.starts_with('{') && part.starts_with('{'));
        if !is_any && wanted != part {
            return false;
        }
    }
    parts.next().is_none()
}

async fn check_requirement(
    state: &AppState,
    parts: &mut Parts,
    plan_requirement: &PlanRequirement,
) -> Result<(), ApiError> {
    let MaybeUser(user) = MaybeUser::from_request_parts(parts, state).await?;
    // Without a session, the route itself responds with the error.
    let Some(user) = user else {
        return Ok(());
    };
    let mut conn = state.db.read().await?;
    let known = load_subscription(state, &mut conn, &user.id).await?;
    drop(conn);
    let today = today(state)?;
    let account_state = find_account_state(&known, today);
    if plan_requirement.writes && !account_state.can_write() {
        let text = account_state.message().unwrap_or_default();
        return Err(payment_required_error("plan_lapsed", format!("{text} Choose a plan to carry on.")));
    }
    if let Some(feature) = plan_requirement.feature
        && !known.has_feature(feature, today)
    {
        return Err(payment_required_error("needs_plus", feature.plus_sentence().to_owned()));
    }
    // So that the user isn't looked up a second time.
    parts.extensions.insert(user);
    Ok(())
}

fn payment_required_error(code: &'static str, message: String) -> ApiError {
    ApiError::new(StatusCode::PAYMENT_REQUIRED, code, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_pattern_matches_whole_segments() {
        assert!(matches_pattern("/api/auth/**", "/api/auth/pin/setup"));
        assert!(!matches_pattern("/api/auth/**", "/api/auth"));
        assert!(!matches_pattern("/api/auth/**", "/api/authors"));
        assert!(matches_pattern("/api/*/{id}/payments/**", "/api/quotes/{id}/payments/{pid}/confirm"));
        assert!(!matches_pattern("/api/*/{id}/payments", "/api/quotes/{id}/stages"));
        assert!(!matches_pattern("/api/contacts/{id}", "/api/contacts/{id}/merge"));
        assert!(!matches_pattern("/api/contacts/{id}", "/api/contacts/import"));
        assert!(is_always_allowed("DELETE", "/api/contacts/{id}"));
        assert!(!is_always_allowed("PUT", "/api/contacts/{id}"));
        assert_eq!(feature_for_route("GET", "/api/reports/{of}/export"), Some(Feature::Reports));
        assert_eq!(feature_for_route("GET", "/api/describe"), None);
    }
}
