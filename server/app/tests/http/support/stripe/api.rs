//! The API: keys, connected accounts, idempotency, faults, and the few calls that are used.

use std::collections::HashMap;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::billing;
use super::shapes::{self, error_json};
use super::{FakeStripe, IdempotentResponse, SECRET_KEY, StripeCall, StripeFault, StripeState};

type ApiAnswer = (u16, Value);

pub fn router(stand_in: FakeStripe) -> Router {
    Router::new().fallback(handle_request).with_state(stand_in)
}

async fn handle_request(State(stand_in): State<FakeStripe>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = axum::body::to_bytes(body, 1_000_000).await.expect("a body");
    let query = parts.uri.query().unwrap_or_default().as_bytes();
    let (query, form) = (url::form_urlencoded::parse(query), url::form_urlencoded::parse(&body));
    let call = StripeCall {
        request: format!("{} {}", parts.method, parts.uri.path()),
        account: header_text(&parts.headers, "stripe-account"),
        key: header_text(&parts.headers, "idempotency-key"),
        form: query.into_owned().chain(form.into_owned()).collect(),
    };
    let fault = {
        let mut world = stand_in.lock_state();
        world.calls.push(call.clone());
        // A fault for refunds waits for one, because the server requests accounts and checkouts in between.
        let fits = |fault: &StripeFault| *fault != StripeFault::TooPoor || call.request == "POST /v1/refunds";
        let first = world.faults.first().is_some_and(fits);
        first.then(|| world.faults.remove(0))
    };
    if header_text(&parts.headers, "authorization") != format!("Bearer {SECRET_KEY}") {
        return to_response((401, error_json("invalid_request_error", "", "Invalid API Key provided")));
    }
    match fault {
        Some(StripeFault::Hang) => std::future::pending().await,
        Some(StripeFault::Status(status)) => {
            let fault = (status, error_json("api_error", "", "Something went wrong"));
            // Stripe repeats an error of its own under the same key.
            if status >= 500 {
                store_response(&stand_in, &call, Some(fault.clone()));
            }
            return to_response(fault);
        }
        _ => {}
    }
    if fault == Some(StripeFault::TooPoor) {
        let text = "Insufficient funds in your Stripe balance to refund this amount.";
        let answer = (400, error_json("invalid_request_error", "balance_insufficient", text));
        store_response(&stand_in, &call, Some(answer.clone()));
        return to_response(answer);
    }
    if let Some(answer) = find_repeated(&stand_in, &call) {
        return to_response(answer);
    }
    store_response(&stand_in, &call, None);
    if fault == Some(StripeFault::Slow) {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let answer = handle_call(&stand_in, &call);
    store_response(&stand_in, &call, Some(answer.clone()));
    if fault == Some(StripeFault::Lost) {
        return to_response((502, json!("lost")));
    }
    to_response(answer)
}

fn to_response((status, body): ApiAnswer) -> Response {
    let status = StatusCode::from_u16(status).expect("a status");
    (status, Json(body)).into_response()
}

fn header_text(headers: &HeaderMap, name: &str) -> String {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

fn fault_name(call: &StripeCall) -> String {
    format!("{} {}", call.account, call.key)
}

fn store_response(stand_in: &FakeStripe, call: &StripeCall, answer: Option<ApiAnswer>) {
    if !call.key.is_empty() {
        let form = call.form.clone();
        stand_in.lock_state().idempotent.insert(fault_name(call), IdempotentResponse { form, answer });
    }
}

/// The earlier response under this key, if there is one.
fn find_repeated(stand_in: &FakeStripe, call: &StripeCall) -> Option<ApiAnswer> {
    if call.key.is_empty() {
        return None;
    }
    let world = stand_in.lock_state();
    let idempotent_response = world.idempotent.get(&fault_name(call))?;
    if idempotent_response.form != call.form {
        let text = "Keys for idempotent requests can only be used with the same parameters";
        return Some((400, error_json("idempotency_error", "", text)));
    }
    Some(idempotent_response.answer.clone().unwrap_or_else(|| {
        let text = "There is currently another in-progress request using this key";
        (409, error_json("idempotency_error", "idempotency_key_in_use", text))
    }))
}

fn handle_call(stand_in: &FakeStripe, call: &StripeCall) -> ApiAnswer {
    let now = stand_in.now();
    let base = stand_in.url();
    let mut world = stand_in.lock_state();
    if let Some(answer) = billing::handle_call(&mut world, call, &base, now) {
        return answer;
    }
    let parts: Vec<&str> = call.request.split(['/', ' ']).filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        ["POST", "v1", "accounts"] => {
            let id = world.next_id("acct");
            let account = shapes::account_json(&id, &call.form, now);
            world.accounts.insert(id, account.clone());
            (200, account)
        }
        ["GET", "v1", "accounts", id] => match world.accounts.get(*id) {
            Some(account) => (200, account.clone()),
            None => no_access(),
        },
        ["POST", "v1", "account_links"] => {
            let id = world.next_id("link");
            let back = call.form.get("return_url").cloned().unwrap_or_default();
            let account = call.form.get("account").cloned().unwrap_or_default();
            if !world.accounts.contains_key(&account) {
                return no_access();
            }
            world.links.insert(account.clone(), back);
            let url = format!("{base}/onboard/{account}?{id}");
            (200, json!({ "object": "account_link", "created": now, "expires_at": now + 300, "url": url }))
        }
        ["POST", "v1", "checkout", "sessions"] => match check_chargeable(&world, &call.account) {
            None => create_session(&mut world, call, &base, now),
            Some(refusal) => refusal,
        },
        ["GET", "v1", "checkout", "sessions", id] => match find_session(&world, call, id) {
            Some(session) => (200, session),
            None => not_found(),
        },
        ["POST", "v1", "checkout", "sessions", id, "expire"] => match find_session(&world, call, id) {
            None => not_found(),
            Some(session) if session["status"] != "open" => {
                let text = "Only Checkout Sessions with a status in [\"open\"] can be expired.";
                (400, error_json("invalid_request_error", "", text))
            }
            Some(mut session) => {
                session["status"] = json!("expired");
                session["url"] = Value::Null;
                let entry = (call.account.clone(), session.clone());
                world.sessions.insert((*id).to_owned(), entry);
                (200, session)
            }
        },
        ["POST", "v1", "refunds"] => {
            if let Some(refusal) = refund_too_large(&world, call) {
                return refusal;
            }
            let id = world.next_id("re");
            let refund = shapes::refund_json(&id, &call.form, now);
            world.refunds.push((call.account.clone(), refund.clone()));
            (200, refund)
        }
        ["GET", "v1", "refunds"] => (200, list_refunds(&world, call)),
        _ => not_found(),
    }
}

fn create_session(world: &mut StripeState, call: &StripeCall, base: &str, now: i64) -> ApiAnswer {
    let id = world.next_id("cs_test");
    let url = format!("{base}/pay/{id}");
    for needed in ["mode", "success_url", "line_items[0][price_data][product_data][name]"] {
        if !call.form.contains_key(needed) {
            let text = format!("Missing required param: {needed}.");
            return (400, error_json("invalid_request_error", "parameter_missing", &text));
        }
    }
    let session = shapes::session_json(&id, &url, &call.form, now);
    let ends_in = session["expires_at"].as_i64().unwrap_or(0) - now;
    if !(30 * 60..=24 * 60 * 60).contains(&ends_in) {
        let text = "The `expires_at` timestamp must be between 30 minutes and 24 hours ahead.";
        return (400, error_json("invalid_request_error", "", text));
    }
    world.sessions.insert(id, (call.account.clone(), session.clone()));
    (200, session)
}

fn list_refunds(world: &StripeState, call: &StripeCall) -> Value {
    let intent = call.form.get("payment_intent").map(|id| json!(id));
    let of_intent = |(account, refund): &&(String, Value)| {
        *account == call.account && Some(&refund["payment_intent"]) == intent.as_ref()
    };
    let data: Vec<Value> = world.refunds.iter().filter(of_intent).map(|(_, refund)| refund.clone()).collect();
    json!({ "object": "list", "url": "/v1/refunds", "has_more": false, "data": data })
}

/// How much of a payment was refunded through the API.
pub fn total_refunded(world: &StripeState, intent: &Value) -> i64 {
    let of_intent = world.refunds.iter().map(|(_, refund)| refund);
    of_intent
        .filter(|refund| refund["payment_intent"] == *intent)
        .filter_map(|refund| refund["amount"].as_i64())
        .sum()
}

/// The error for a refund of more than was paid.
fn refund_too_large(world: &StripeState, call: &StripeCall) -> Option<ApiAnswer> {
    let intent = json!(call.form.get("payment_intent"));
    let mut sessions = world.sessions.values();
    let paid = sessions.find(|(_, session)| session["payment_intent"] == intent)?;
    let left = paid.1["amount_total"].as_i64()? - total_refunded(world, &intent);
    let amount: i64 = call.form.get("amount")?.parse().ok()?;
    if left == 0 {
        let text = "Charge has already been refunded.";
        let refusal = error_json("invalid_request_error", "charge_already_refunded", text);
        return Some((400, refusal));
    }
    (amount > left).then(|| {
        let text = format!("Refund amount ({amount}) is greater than unrefunded amount on charge ({left})");
        (400, error_json("invalid_request_error", "", &text))
    })
}

/// A session of the account for which it was made.
fn find_session(world: &StripeState, call: &StripeCall, id: &str) -> Option<Value> {
    let (account, session) = world.sessions.get(id)?;
    (*account == call.account).then(|| session.clone())
}

fn check_chargeable(world: &StripeState, account: &str) -> Option<ApiAnswer> {
    match world.accounts.get(account) {
        None => Some(no_access()),
        Some(account) if account["charges_enabled"] == true => None,
        Some(_) => {
            let text = "Your account cannot currently make live charges.";
            Some((400, error_json("invalid_request_error", "", text)))
        }
    }
}

fn not_found() -> ApiAnswer {
    (404, error_json("invalid_request_error", "resource_missing", "No such object"))
}

fn no_access() -> ApiAnswer {
    let text = "The provided key does not have access to this account (or it does not exist).";
    (403, error_json("invalid_request_error", "account_invalid", text))
}

impl StripeCall {
    /// A field of the form; empty if it is missing.
    pub fn field(&self, name: &str) -> &str {
        self.form.get(name).map_or("", String::as_str)
    }
}

/// A form, for tests that read its fields.
pub type Form = HashMap<String, String>;
