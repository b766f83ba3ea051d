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

/// The routes that can be written to in every state of the plan. A `*` matches one part of a path, `**` all that
/// follow.
///
/// Payments stay possible: money that was received or refunded is a fact, and a customer who has paid must not be
/// chased because the payment couldn't be recorded. So do a customer's signature on the business's device and an
/// acceptance by phone, which a customer can also give through the link; everything that stops something, such as
/// removing a card account, pausing a recurring invoice, revoking a link or recording a customer's cancellation; and
/// the deletion of a customer, who has a right to it.
pub const OPEN: &[(&str, &str)] = &[
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

/// Refuses requests that the account's plan doesn't include.
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

/// What a request requires of a plan.
struct Asked {
    /// Whether it needs the right to write.
    writes: bool,
    /// The feature of Plus that it needs.
    feature: Option<Feature>,
}

/// The requirements of a request; `None` if there are none.
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

/// Whether a route can be written to in every state of the plan.
#[must_use]
pub fn is_open(method: &str, path: &str) -> bool {
    let mut open = OPEN.iter();
    open.any(|(on, pattern)| (*on == "*" || *on == method) && fits(pattern, path))
}

/// The feature of Plus that a route belongs to.
#[must_use]
pub fn feature(method: &str, path: &str) -> Option<Feature> {
    let mut plus = PLUS.iter();
    let found = plus.find(|(_, on, pattern)| *on == method && fits(pattern, path));
    found.map(|(feature, _, _)| *feature)
}

/// Whether a route's path matches a pattern. The names of its parameters don't matter: `{pid}` matches too.
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
    // Without a session, the route itself responds with the error.
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
    // So that the user isn't looked up a second time.
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
