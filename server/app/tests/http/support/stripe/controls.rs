//! The requests by which a browser test controls the stand-in: `POST /stand-in/…`.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;

use super::hosted::deliver_event;
use super::{EventDelivery, FakeStripe, StripeFault};

pub fn router(stand_in: FakeStripe) -> Router {
    Router::new()
        .route("/stand-in/fail/{status}", post(fail_next))
        .route("/stand-in/too-poor", post(refuse_next_for_balance))
        .route("/stand-in/bank/{id}/{word}", post(set_pay_by_bank))
        .route("/stand-in/events/{when}", post(set_delivery))
        .route("/stand-in/refund/{session}/{pence}", post(refund_session))
        .route("/stand-in/dispute/{session}/{what}/{status}", post(dispute_session))
        .route("/stand-in/account/{id}/{standing}", post(set_account_state))
        .route("/stand-in/renew/{paid}", post(renew_last))
        .route("/stand-in/card/{word}", post(refuse_next_charge))
        .with_state(stand_in)
}

/// Makes the next request fail with this status.
async fn fail_next(State(stand_in): State<FakeStripe>, Path(status): Path<u16>) {
    stand_in.fail_next(StripeFault::Status(status));
}

/// Makes the next refund fail because the account's balance does not cover it.
async fn refuse_next_for_balance(State(stand_in): State<FakeStripe>) {
    stand_in.fail_next(StripeFault::TooPoor);
}

/// Sets whether the account may be paid from bank accounts: `active`, `inactive`.
async fn set_pay_by_bank(State(stand_in): State<FakeStripe>, Path((id, word)): Path<(String, String)>) {
    let event = stand_in.set_pay_by_bank(&id, &word);
    let page = stand_in.lock_state().links.get(&id).cloned().unwrap_or_default();
    deliver_event(&stand_in, &page, &event).await;
}

/// Sets when the event of a payment arrives from now on.
async fn set_delivery(State(stand_in): State<FakeStripe>, Path(when): Path<String>) -> StatusCode {
    stand_in.lock_state().delivery = match when.as_str() {
        "first" => EventDelivery::First,
        "late" => EventDelivery::Late,
        "never" => EventDelivery::Never,
        _ => return StatusCode::NOT_FOUND,
    };
    StatusCode::OK
}

/// The business refunds this much of a payment in total.
async fn refund_session(State(stand_in): State<FakeStripe>, Path((session, pence)): Path<(String, i64)>) {
    let event = stand_in.refund_session(&session, pence);
    deliver_event(&stand_in, &session_page(&stand_in, &session), &event).await;
}

/// The customer's bank disputes a payment: `created/needs_response`, `closed/lost`, …
async fn dispute_session(
    State(stand_in): State<FakeStripe>,
    Path((session, what, status)): Path<(String, String, String)>,
) {
    let event = stand_in.dispute_session(&session, &what, &status);
    deliver_event(&stand_in, &session_page(&stand_in, &session), &event).await;
}

/// Stripe stops an account, or allows it to charge again.
async fn set_account_state(State(stand_in): State<FakeStripe>, Path((id, state)): Path<(String, String)>) {
    let event = stand_in.set_account_state(&id, state == "allowed", true);
    let page = stand_in.lock_state().links.get(&id).cloned().unwrap_or_default();
    deliver_event(&stand_in, &page, &event).await;
}

/// The last subscription's month ends, and the next is `paid` or `refused`.
async fn renew_last(State(stand_in): State<FakeStripe>, Path(word): Path<String>) -> StatusCode {
    let last = {
        let world = stand_in.lock_state();
        let last = world.billing.subscriptions.last();
        last.and_then(|it| it["id"].as_str().map(str::to_owned))
    };
    let Some(id) = last else {
        return StatusCode::NOT_FOUND;
    };
    let sessions = stand_in.lock_state().sessions.clone();
    let of = sessions.values().find(|(_, it)| it["subscription"] == id);
    let page = of.map(|(_, it)| it["success_url"].as_str().unwrap_or_default().to_owned());
    for event in stand_in.renew_subscription(&id, word == "paid") {
        deliver_event(&stand_in, page.as_deref().unwrap_or_default(), &event).await;
    }
    StatusCode::OK
}

/// Makes the next charge of a plan fail, if the word is `refused`.
async fn refuse_next_charge(State(stand_in): State<FakeStripe>, Path(word): Path<String>) {
    stand_in.lock_state().billing.refuses_charge = word == "refused";
}

fn session_page(stand_in: &FakeStripe, session: &str) -> String {
    let session = stand_in.find_session(session);
    session["success_url"].as_str().unwrap_or_default().to_owned()
}
