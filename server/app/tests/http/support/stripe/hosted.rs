//! The pages that Stripe hosts, for the browser tests: one to pay on, and one to complete an account on. A click sends
//! the signed event to the server that opened the page, and goes back there.

use std::collections::HashMap;
use std::time::Duration;

use axum::Router;
use axum::extract::{Path, Query, State};
use axum::http::StatusCode;
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::get;
use serde_json::Value;

use super::{CONNECT_SECRET, EventDelivery, FakeStripe};

/// How long after the payment a late event arrives: the browser is back by then.
const LATE: Duration = Duration::from_millis(1500);

pub fn router(stand_in: FakeStripe) -> Router {
    Router::new()
        .route("/pay/{id}", get(pay_page).post(submit_payment))
        .route("/portal", get(portal_page))
        .route("/onboard/{id}", get(onboard_page).post(submit_onboarding))
        .route("/favicon.ico", get(|| async { StatusCode::NO_CONTENT }))
        .with_state(stand_in)
}

fn render_page(title: &str, body: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=en><meta name=viewport content='width=device-width'>\
         <title>{title}</title><main><h1>{title}</h1>{body}</main></html>"
    ))
}

async fn pay_page(State(stand_in): State<FakeStripe>, Path(id): Path<String>) -> Response {
    let session = stand_in.find_session(&id);
    let back = session["cancel_url"].as_str().unwrap_or_default();
    let back = format!("<a href='{back}'>Back</a>");
    if session["status"] != "open" {
        return render_page("This page cannot be paid any more", &back).into_response();
    }
    let pence = session["amount_total"].as_i64().unwrap_or(0);
    let amount = format!("£{}.{:02}", pence / 100, pence % 100);
    let bank = session["payment_method_types"]
        .as_array()
        .is_some_and(|methods| methods.contains(&serde_json::json!("pay_by_bank")));
    let bank = match bank {
        true => "<button name=way value=bank>Pay by bank</button>",
        false => "",
    };
    let body = format!("<p>{amount}</p><form method=post><button>Pay {amount}</button>{bank}</form>{back}");
    render_page("Stand-in for Stripe", &body).into_response()
}

async fn submit_payment(
    State(stand_in): State<FakeStripe>,
    Path(id): Path<String>,
    form: String,
) -> Response {
    // Somebody else has paid on the same page.
    if stand_in.find_session(&id)["status"] != "open" {
        return pay_page(State(stand_in), Path(id)).await;
    }
    let events = if stand_in.find_session(&id)["mode"] == "subscription" {
        stand_in.complete_subscription(&id)
    } else if form.contains("way=bank") {
        stand_in.pay_session_by_bank(&id).to_vec()
    } else {
        vec![stand_in.pay_session(&id)]
    };
    let target = stand_in.find_session(&id)["success_url"].clone();
    let target = target.as_str().unwrap_or_default().replace("{CHECKOUT_SESSION_ID}", &id);
    let delivery = stand_in.lock_state().delivery;
    match delivery {
        EventDelivery::First => {
            for event in &events {
                deliver_event(&stand_in, &target, event).await;
            }
        }
        EventDelivery::Late => {
            let (stand_in, target) = (stand_in.clone(), target.clone());
            tokio::spawn(async move {
                tokio::time::sleep(LATE).await;
                for event in &events {
                    deliver_event(&stand_in, &target, event).await;
                }
            });
        }
        EventDelivery::Never => {}
    }
    Redirect::to(&target).into_response()
}

/// The page on which a card is changed.
async fn portal_page(Query(requested): Query<HashMap<String, String>>) -> Html<String> {
    let back = requested.get("back").map_or("", String::as_str);
    render_page("Your card and invoices", &format!("<a href='{back}'>Back</a>"))
}

async fn onboard_page(Path(id): Path<String>) -> Html<String> {
    let body = "<form method=post><button>Finish</button></form>";
    render_page(&format!("Account {id}"), body)
}

async fn submit_onboarding(State(stand_in): State<FakeStripe>, Path(id): Path<String>) -> Redirect {
    let target = stand_in.lock_state().links.get(&id).cloned().unwrap_or_default();
    let event = stand_in.set_account_state(&id, true, true);
    deliver_event(&stand_in, &target, &event).await;
    Redirect::to(&target)
}

/// Sends an event to the server to which a page leads back.
pub async fn deliver_event(stand_in: &FakeStripe, page: &str, event: &Value) {
    let server: url::Url = page.parse().expect("an address");
    let hook = server.join("/api/stripe/webhook").expect("an address");
    let body = event.to_string();
    let signature =
        stripe_webhook::Webhook::generate_test_header(&body, CONNECT_SECRET, Some(stand_in.now()));
    let request = reqwest::Client::new().post(hook).header("stripe-signature", signature);
    match request.body(body).send().await {
        Ok(answer) if answer.status().is_success() => {}
        other => eprintln!("{} did not arrive: {other:?}", event["type"]),
    }
}
