//! What a browser test has to say to the stand-in: `POST /stand-in/…`.

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::routing::post;

use super::hosted::deliver;
use super::{Delivery, Fault, StandIn};

pub fn router(stand_in: StandIn) -> Router {
    Router::new()
        .route("/stand-in/fail/{status}", post(fail))
        .route("/stand-in/too-poor", post(too_poor))
        .route("/stand-in/bank/{id}/{word}", post(bank))
        .route("/stand-in/events/{when}", post(events))
        .route("/stand-in/refund/{session}/{pence}", post(refund))
        .route("/stand-in/dispute/{session}/{what}/{status}", post(dispute))
        .route("/stand-in/account/{id}/{standing}", post(account))
        .route("/stand-in/renew/{paid}", post(renew))
        .route("/stand-in/card/{word}", post(card))
        .with_state(stand_in)
}

/// The next request ends with this status.
async fn fail(State(stand_in): State<StandIn>, Path(status): Path<u16>) {
    stand_in.fail(Fault::Status(status));
}

/// The next request is refused: the account's balance does not cover it.
async fn too_poor(State(stand_in): State<StandIn>) {
    stand_in.fail(Fault::TooPoor);
}

/// Whether the account may be paid from bank accounts: `active`, `inactive`.
async fn bank(State(stand_in): State<StandIn>, Path((id, word)): Path<(String, String)>) {
    let event = stand_in.bank_payments(&id, &word);
    let page = stand_in.world().links.get(&id).cloned().unwrap_or_default();
    deliver(&stand_in, &page, &event).await;
}

/// When the event of a payment arrives from now on.
async fn events(State(stand_in): State<StandIn>, Path(when): Path<String>) -> StatusCode {
    stand_in.world().delivery = match when.as_str() {
        "first" => Delivery::First,
        "late" => Delivery::Late,
        "never" => Delivery::Never,
        _ => return StatusCode::NOT_FOUND,
    };
    StatusCode::OK
}

/// The business gives back so much of a payment, altogether.
async fn refund(State(stand_in): State<StandIn>, Path((session, pence)): Path<(String, i64)>) {
    let event = stand_in.refunded(&session, pence);
    deliver(&stand_in, &page_of(&stand_in, &session), &event).await;
}

/// The customer's bank disputes a payment: `created/needs_response`, `closed/lost`, …
async fn dispute(
    State(stand_in): State<StandIn>,
    Path((session, what, status)): Path<(String, String, String)>,
) {
    let event = stand_in.disputed(&session, &what, &status);
    deliver(&stand_in, &page_of(&stand_in, &session), &event).await;
}

/// Stripe stops an account, or lets it charge again.
async fn account(State(stand_in): State<StandIn>, Path((id, standing)): Path<(String, String)>) {
    let event = stand_in.account_turns(&id, standing == "allowed", true);
    let page = stand_in.world().links.get(&id).cloned().unwrap_or_default();
    deliver(&stand_in, &page, &event).await;
}

/// The month of what was bought last is over, and the next is `paid` or `refused`.
async fn renew(State(stand_in): State<StandIn>, Path(word): Path<String>) -> StatusCode {
    let last = {
        let world = stand_in.world();
        let last = world.sold.subscriptions.last();
        last.and_then(|it| it["id"].as_str().map(str::to_owned))
    };
    let Some(id) = last else {
        return StatusCode::NOT_FOUND;
    };
    let sessions = stand_in.world().sessions.clone();
    let of = sessions.values().find(|(_, it)| it["subscription"] == id);
    let page = of.map(|(_, it)| it["success_url"].as_str().unwrap_or_default().to_owned());
    for event in stand_in.renew(&id, word == "paid") {
        deliver(&stand_in, page.as_deref().unwrap_or_default(), &event).await;
    }
    StatusCode::OK
}

/// The next charge of a plan is `refused`.
async fn card(State(stand_in): State<StandIn>, Path(word): Path<String>) {
    stand_in.world().sold.refuses = word == "refused";
}

fn page_of(stand_in: &StandIn, session: &str) -> String {
    let session = stand_in.session(session);
    session["success_url"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}
