//! What a lapsed account, or one without Plus, may not do; this is the only place that decides it.
//!
//! Reading and exporting always work, and so does everything that a customer does by their link. [`OPEN`] lists
//! what the owner of a lapsed account may write; any other write is refused with a sentence. A device that sends
//! what was done offline is refused in the same way, and keeps it.

use axum::extract::{FromRequestParts as _, MatchedPath, Request, State};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use plumbline_core::plan::{Feature, standing};

use super::{known, today};
use plumbline_platform::error::ApiError;
use plumbline_platform::sessions::MaybeUser;
use plumbline_platform::state::AppState;

/// What may be written whatever became of the plan. A `*` is one part of a path, `**` all that follow.
///
/// Payments stay open: money that came in or went back is a fact, and a customer who has paid is not to be chased
/// because it could not be written down. So does a customer's signature on the business's own device, and a yes by
/// phone: it is theirs to give, as by their link. So does what stops something: a card account that is taken away, a series of invoices, a
/// link, a job that its customer cancelled; and the erasing of a customer, which is theirs to ask for.
pub const OPEN: &[(&str, &str)] = &[
    // The account itself: signing in and out, passwords, PIN, passkeys, devices, a copy of everything, its end.
    ("*", "/api/auth/**"),
    ("*", "/api/account"),
    ("*", "/api/account/**"),
    ("*", "/api/notifications/**"),
    ("*", "/api/subscription/**"),
    ("POST", "/api/support"),
    ("POST", "/api/support/pictures"),
    // Looking after the server is no part of a plan.
    ("*", "/api/admin/**"),
    // What became of the plan, for those who allow it to be told.
    ("POST", "/api/facebook-conversion"),
    // Customers, by their link; Stripe, by its signature.
    ("POST", "/api/*/public/**"),
    ("POST", "/api/stripe/webhook"),
    // Money that came in or went back.
    ("POST", "/api/*/{id}/payments"),
    ("POST", "/api/*/{id}/payments/**"),
    ("POST", "/api/*/{id}/refunds"),
    ("POST", "/api/*/{id}/refunds/**"),
    // A customer's own word, given on the business's device or told to the business.
    ("POST", "/api/quotes/{id}/accept"),
    ("POST", "/api/quotes/{id}/mark-accepted"),
    // What stops something.
    ("DELETE", "/api/business-profiles/{id}/card"),
    ("POST", "/api/business-profiles/{id}/take-back-details"),
    ("DELETE", "/api/contacts/{id}"),
    ("POST", "/api/*/{id}/cancellation"),
    ("PUT", "/api/*/{id}/cancellation"),
    ("POST", "/api/recurring/{id}/pause"),
    ("POST", "/api/*/{id}/revoke-link"),
    ("POST", "/api/*/batches/{id}/stop"),
];

/// What Plus adds, by the routes that are it. What was made with it before is kept, and can be read and exported: of
/// tax years and VAT returns only the writing is part of it. A VAT registration is not, as invoices say what it says.
pub const PLUS: &[(Feature, &str, &str)] = &[
    (Feature::AiDescriptions, "POST", "/api/describe"),
    (
        Feature::CardPayments,
        "POST",
        "/api/business-profiles/{id}/card",
    ),
    (Feature::Reports, "GET", "/api/reports/**"),
    (Feature::Reports, "POST", "/api/vat/{id}/filed"),
    (Feature::Reports, "DELETE", "/api/vat/{id}/filed"),
    (Feature::Reports, "POST", "/api/vat/{id}/bad-debts"),
    (Feature::Reports, "DELETE", "/api/vat/{id}/bad-debts"),
    (Feature::Reports, "PUT", "/api/income-tax/pot"),
    (Feature::Reports, "PUT", "/api/income-tax/{year}/choices"),
    (Feature::Reports, "PUT", "/api/income-tax/trades"),
    (Feature::Reports, "POST", "/api/income-tax/other-income"),
    (
        Feature::Reports,
        "DELETE",
        "/api/income-tax/other-income/{id}",
    ),
];

/// Refuses what the account's plan does not take in.
pub async fn layer(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if !state.billing.is_on() {
        return next.run(request).await;
    }
    let Some(asked) = asked_of(&request) else {
        return next.run(request).await;
    };
    let (mut parts, body) = request.into_parts();
    match judge(&state, &mut parts, &asked).await {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    }
}

/// What a request asks of a plan.
struct Asked {
    /// To write.
    writes: bool,
    /// A part of Plus.
    feature: Option<Feature>,
}

/// None where it asks nothing of it.
fn asked_of(request: &Request) -> Option<Asked> {
    let path = request.extensions().get::<MatchedPath>()?.as_str();
    let method = request.method();
    if !path.starts_with("/api/") {
        return None;
    }
    let is_reading = matches!(*method, Method::GET | Method::HEAD | Method::OPTIONS);
    let asked = Asked {
        writes: !is_reading && !is_open(method.as_str(), path),
        feature: feature(method.as_str(), path),
    };
    (asked.writes || asked.feature.is_some()).then_some(asked)
}

/// Whether a route may be written to whatever became of the plan.
#[must_use]
pub fn is_open(method: &str, path: &str) -> bool {
    let mut open = OPEN.iter();
    open.any(|(on, pattern)| (*on == "*" || *on == method) && fits(pattern, path))
}

/// The part of Plus that a route is.
#[must_use]
pub fn feature(method: &str, path: &str) -> Option<Feature> {
    let mut plus = PLUS.iter();
    let found = plus.find(|(_, on, pattern)| *on == method && fits(pattern, path));
    found.map(|(feature, _, _)| *feature)
}

/// Whether a route's path is of a pattern. What a path calls its parts does not matter: `{pid}` is one as well.
#[must_use]
pub fn fits(pattern: &str, path: &str) -> bool {
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

async fn judge(state: &AppState, parts: &mut Parts, asked: &Asked) -> Result<(), ApiError> {
    let MaybeUser(user) = MaybeUser::from_request_parts(parts, state).await?;
    // Nobody is signed in: the route says so itself.
    let Some(user) = user else {
        return Ok(());
    };
    let mut conn = state.db.read().await?;
    let known = known(state, &mut conn, &user.id).await?;
    drop(conn);
    let today = today(state)?;
    let standing = standing(&known, today);
    if asked.writes && !standing.may_write() {
        let told = standing.sentence().unwrap_or_default();
        return Err(refusal(
            "plan_lapsed",
            format!("{told} Choose a plan to carry on."),
        ));
    }
    if let Some(feature) = asked.feature
        && !known.has(feature, today)
    {
        return Err(refusal("needs_plus", feature.needs_plus().to_owned()));
    }
    // Whoever it is was looked up: once is enough.
    parts.extensions.insert(user);
    Ok(())
}

fn refusal(code: &'static str, message: String) -> ApiError {
    ApiError::new(StatusCode::PAYMENT_REQUIRED, code, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_of_whole_parts() {
        assert!(fits("/api/auth/**", "/api/auth/pin/setup"));
        assert!(!fits("/api/auth/**", "/api/auth"));
        assert!(!fits("/api/auth/**", "/api/authors"));
        assert!(fits(
            "/api/*/{id}/payments/**",
            "/api/quotes/{id}/payments/{pid}/confirm"
        ));
        assert!(!fits("/api/*/{id}/payments", "/api/quotes/{id}/stages"));
        assert!(!fits("/api/contacts/{id}", "/api/contacts/{id}/merge"));
        assert!(!fits("/api/contacts/{id}", "/api/contacts/import"));
        assert!(is_open("DELETE", "/api/contacts/{id}"));
        assert!(!is_open("PUT", "/api/contacts/{id}"));
        assert_eq!(
            feature("GET", "/api/reports/{of}/export"),
            Some(Feature::Reports)
        );
        assert_eq!(feature("GET", "/api/describe"), None);
    }
}
