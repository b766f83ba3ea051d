//! The pages that Stripe hosts, for the browser tests: one to pay on, one to fill an account in.
//! A click sends the signed event to the server that opened them, and goes back there.

use axum::Router;
use axum::extract::{Path, State};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use serde_json::Value;

use super::{CONNECT_SECRET, StandIn};

pub fn router(stand_in: StandIn) -> Router {
    Router::new()
        .route("/pay/{id}", get(pay_page).post(pay))
        .route("/onboard/{id}", get(onboard_page).post(onboard))
        .with_state(stand_in)
}

fn page(title: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>\
         <title>{title}</title><main><h1>{title}</h1>{body}</main></html>"
    ))
}

async fn pay_page(State(stand_in): State<StandIn>, Path(id): Path<String>) -> Response {
    let session = stand_in.session(&id);
    if session["status"] != "open" {
        return page("This page cannot be paid any more", "").into_response();
    }
    let pence = session["amount_total"].as_i64().unwrap_or(0);
    let amount = format!("£{}.{:02}", pence / 100, pence % 100);
    let back = session["cancel_url"].as_str().unwrap_or_default();
    let body = format!(
        "<p>{amount}</p><form method=post><button>Pay {amount}</button></form><a href='{back}'>Back</a>"
    );
    page("Stand-in for Stripe", &body).into_response()
}

async fn pay(State(stand_in): State<StandIn>, Path(id): Path<String>) -> Redirect {
    let target = stand_in.session(&id)["success_url"].clone();
    let target = target
        .as_str()
        .unwrap_or_default()
        .replace("{CHECKOUT_SESSION_ID}", &id);
    let event = stand_in.pay(&id);
    // The browser is often back before the event has arrived.
    tokio::spawn({
        let (stand_in, target) = (stand_in.clone(), target.clone());
        async move {
            tokio::time::sleep(std::time::Duration::from_millis(1500)).await;
            deliver(&stand_in, &target, &event).await;
        }
    });
    Redirect::to(&target)
}

async fn onboard_page(Path(id): Path<String>) -> Html<String> {
    let body = "<form method=post><button>Finish</button></form>";
    page(&format!("Account {id}"), body)
}

async fn onboard(State(stand_in): State<StandIn>, Path(id): Path<String>) -> Redirect {
    let target = stand_in.world().links.get(&id).cloned().unwrap_or_default();
    let event = stand_in.account_turns(&id, true, true);
    deliver(&stand_in, &target, &event).await;
    Redirect::to(&target)
}

/// Sends an event to the server that a page leads back to.
pub async fn deliver(stand_in: &StandIn, page: &str, event: &Value) {
    let server: url::Url = page.parse().expect("an address");
    let hook = server.join("/api/stripe/webhook").expect("an address");
    let body = event.to_string();
    let signature =
        stripe_webhook::Webhook::generate_test_header(&body, CONNECT_SECRET, Some(stand_in.now()));
    let request = reqwest::Client::new()
        .post(hook)
        .header("stripe-signature", signature);
    let answer = request.body(body).send().await;
    eprintln!("webhook: {:?}", answer.map(|answer| answer.status()));
}
