//! The interface: keys, connected accounts, idempotency, faults, and the few calls that are used.

use std::collections::HashMap;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::billing;
use super::shapes::{self, error};
use super::{Call, Fault, Kept, SECRET_KEY, StandIn, World};

type Answer = (u16, Value);

pub fn router(stand_in: StandIn) -> Router {
    Router::new().fallback(answer).with_state(stand_in)
}

async fn answer(State(stand_in): State<StandIn>, request: Request) -> Response {
    let (parts, body) = request.into_parts();
    let body: Bytes = axum::body::to_bytes(body, 1_000_000).await.expect("a body");
    let query = parts.uri.query().unwrap_or_default().as_bytes();
    let (query, form) = (
        url::form_urlencoded::parse(query),
        url::form_urlencoded::parse(&body),
    );
    let call = Call {
        what: format!("{} {}", parts.method, parts.uri.path()),
        account: header(&parts.headers, "stripe-account"),
        key: header(&parts.headers, "idempotency-key"),
        form: query.into_owned().chain(form.into_owned()).collect(),
    };
    let fault = {
        let mut world = stand_in.world();
        world.calls.push(call.clone());
        // A refusal waits for its refund: the server looks after accounts and checkouts in between.
        let fits = |fault: &Fault| *fault != Fault::TooPoor || call.what == "POST /v1/refunds";
        let first = world.faults.first().is_some_and(fits);
        first.then(|| world.faults.remove(0))
    };
    if header(&parts.headers, "authorization") != format!("Bearer {SECRET_KEY}") {
        return respond((
            401,
            error("invalid_request_error", "", "Invalid API Key provided"),
        ));
    }
    match fault {
        Some(Fault::Hang) => std::future::pending().await,
        Some(Fault::Status(status)) => {
            let fault = (status, error("api_error", "", "Something went wrong"));
            // Stripe repeats a fault of its own under the same key.
            if status >= 500 {
                keep(&stand_in, &call, Some(fault.clone()));
            }
            return respond(fault);
        }
        _ => {}
    }
    if fault == Some(Fault::TooPoor) {
        let text = "Insufficient funds in your Stripe balance to refund this amount.";
        let answer = (
            400,
            error("invalid_request_error", "balance_insufficient", text),
        );
        keep(&stand_in, &call, Some(answer.clone()));
        return respond(answer);
    }
    if let Some(answer) = repeated(&stand_in, &call) {
        return respond(answer);
    }
    keep(&stand_in, &call, None);
    if fault == Some(Fault::Slow) {
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    let answer = perform(&stand_in, &call);
    keep(&stand_in, &call, Some(answer.clone()));
    if fault == Some(Fault::Lost) {
        return respond((502, json!("lost")));
    }
    respond(answer)
}

fn respond((status, body): Answer) -> Response {
    let status = StatusCode::from_u16(status).expect("a status");
    (status, Json(body)).into_response()
}

fn header(headers: &HeaderMap, name: &str) -> String {
    let value = headers.get(name).and_then(|value| value.to_str().ok());
    value.unwrap_or_default().to_owned()
}

fn name(call: &Call) -> String {
    format!("{} {}", call.account, call.key)
}

fn keep(stand_in: &StandIn, call: &Call, answer: Option<Answer>) {
    if !call.key.is_empty() {
        let form = call.form.clone();
        stand_in
            .world()
            .kept
            .insert(name(call), Kept { form, answer });
    }
}

/// What was answered under this key already.
fn repeated(stand_in: &StandIn, call: &Call) -> Option<Answer> {
    if call.key.is_empty() {
        return None;
    }
    let world = stand_in.world();
    let kept = world.kept.get(&name(call))?;
    if kept.form != call.form {
        let text = "Keys for idempotent requests can only be used with the same parameters";
        return Some((400, error("idempotency_error", "", text)));
    }
    Some(kept.answer.clone().unwrap_or_else(|| {
        let text = "There is currently another in-progress request using this key";
        (
            409,
            error("idempotency_error", "idempotency_key_in_use", text),
        )
    }))
}

fn perform(stand_in: &StandIn, call: &Call) -> Answer {
    let now = stand_in.now();
    let base = stand_in.url();
    let mut world = stand_in.world();
    if let Some(answer) = billing::perform(&mut world, call, &base, now) {
        return answer;
    }
    let parts: Vec<&str> = call
        .what
        .split(['/', ' '])
        .filter(|part| !part.is_empty())
        .collect();
    match parts.as_slice() {
        ["POST", "v1", "accounts"] => {
            let id = world.id("acct");
            let account = shapes::account(&id, &call.form, now);
            world.accounts.insert(id, account.clone());
            (200, account)
        }
        ["GET", "v1", "accounts", id] => match world.accounts.get(*id) {
            Some(account) => (200, account.clone()),
            None => locked_out(),
        },
        ["POST", "v1", "account_links"] => {
            let id = world.id("link");
            let back = call.form.get("return_url").cloned().unwrap_or_default();
            let account = call.form.get("account").cloned().unwrap_or_default();
            if !world.accounts.contains_key(&account) {
                return locked_out();
            }
            world.links.insert(account.clone(), back);
            let url = format!("{base}/onboard/{account}?{id}");
            (
                200,
                json!({ "object": "account_link", "created": now, "expires_at": now + 300, "url": url }),
            )
        }
        ["POST", "v1", "checkout", "sessions"] => match chargeable(&world, &call.account) {
            None => create_session(&mut world, call, &base, now),
            Some(refusal) => refusal,
        },
        ["GET", "v1", "checkout", "sessions", id] => match session(&world, call, id) {
            Some(session) => (200, session),
            None => missing(),
        },
        ["POST", "v1", "checkout", "sessions", id, "expire"] => match session(&world, call, id) {
            None => missing(),
            Some(session) if session["status"] != "open" => {
                let text = "Only Checkout Sessions with a status in [\"open\"] can be expired.";
                (400, error("invalid_request_error", "", text))
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
            if let Some(refusal) = too_much(&world, call) {
                return refusal;
            }
            let id = world.id("re");
            let refund = shapes::refund(&id, &call.form, now);
            world.refunds.push((call.account.clone(), refund.clone()));
            (200, refund)
        }
        ["GET", "v1", "refunds"] => (200, refunds(&world, call)),
        _ => missing(),
    }
}

fn create_session(world: &mut World, call: &Call, base: &str, now: i64) -> Answer {
    let id = world.id("cs_test");
    let url = format!("{base}/pay/{id}");
    for needed in [
        "mode",
        "success_url",
        "line_items[0][price_data][product_data][name]",
    ] {
        if !call.form.contains_key(needed) {
            let text = format!("Missing required param: {needed}.");
            return (
                400,
                error("invalid_request_error", "parameter_missing", &text),
            );
        }
    }
    let session = shapes::session(&id, &url, &call.form, now);
    let ends_in = session["expires_at"].as_i64().unwrap_or(0) - now;
    if !(30 * 60..=24 * 60 * 60).contains(&ends_in) {
        let text = "The `expires_at` timestamp must be between 30 minutes and 24 hours ahead.";
        return (400, error("invalid_request_error", "", text));
    }
    world
        .sessions
        .insert(id, (call.account.clone(), session.clone()));
    (200, session)
}

fn refunds(world: &World, call: &Call) -> Value {
    let intent = call.form.get("payment_intent").map(|id| json!(id));
    let of_intent = |(account, refund): &&(String, Value)| {
        *account == call.account && Some(&refund["payment_intent"]) == intent.as_ref()
    };
    let data: Vec<Value> = world
        .refunds
        .iter()
        .filter(of_intent)
        .map(|(_, refund)| refund.clone())
        .collect();
    json!({ "object": "list", "url": "/v1/refunds", "has_more": false, "data": data })
}

/// What of a payment went back through the interface.
pub fn given_back(world: &World, intent: &Value) -> i64 {
    let of_intent = world.refunds.iter().map(|(_, refund)| refund);
    of_intent
        .filter(|refund| refund["payment_intent"] == *intent)
        .filter_map(|refund| refund["amount"].as_i64())
        .sum()
}

/// No more than was paid goes back.
fn too_much(world: &World, call: &Call) -> Option<Answer> {
    let intent = json!(call.form.get("payment_intent"));
    let mut sessions = world.sessions.values();
    let paid = sessions.find(|(_, session)| session["payment_intent"] == intent)?;
    let left = paid.1["amount_total"].as_i64()? - given_back(world, &intent);
    let amount: i64 = call.form.get("amount")?.parse().ok()?;
    if left == 0 {
        let text = "Charge has already been refunded.";
        let refusal = error("invalid_request_error", "charge_already_refunded", text);
        return Some((400, refusal));
    }
    (amount > left).then(|| {
        let text = format!(
            "Refund amount ({amount}) is greater than unrefunded amount on charge ({left})"
        );
        (400, error("invalid_request_error", "", &text))
    })
}

/// Sessions belong to the account that they were made for.
fn session(world: &World, call: &Call, id: &str) -> Option<Value> {
    let (account, session) = world.sessions.get(id)?;
    (*account == call.account).then(|| session.clone())
}

fn chargeable(world: &World, account: &str) -> Option<Answer> {
    match world.accounts.get(account) {
        None => Some(locked_out()),
        Some(account) if account["charges_enabled"] == true => None,
        Some(_) => {
            let text = "Your account cannot currently make live charges.";
            Some((400, error("invalid_request_error", "", text)))
        }
    }
}

fn missing() -> Answer {
    (
        404,
        error(
            "invalid_request_error",
            "resource_missing",
            "No such object",
        ),
    )
}

fn locked_out() -> Answer {
    let text = "The provided key does not have access to this account (or it does not exist).";
    (403, error("invalid_request_error", "account_invalid", text))
}

impl Call {
    /// A field of the form; empty where it is missing.
    pub fn field(&self, name: &str) -> &str {
        self.form.get(name).map_or("", String::as_str)
    }
}

/// For maps of strings in tests.
pub type Form = HashMap<String, String>;
