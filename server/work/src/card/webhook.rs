//! POST /api/stripe/webhook

use axum::Json;
use axum::body::Bytes;
use axum::extract::{FromRequest as _, Request, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa::ToSchema;

use crate::card::complete::{self, StripePayment};
use crate::card::reversals;
use crate::card::store::checkouts::{self, CheckoutRow, CheckoutStatus};
use crate::card::store::{self, WebhookEvent, accounts};
use plumbline_platform::clock::SECOND;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::json;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::ConnectedAccount;
use plumbline_platform::stripe::event::{Event, SignatureError, Signatures};
use plumbline_records::plans;

/// The largest body that is accepted, in bytes: Stripe's events have a few kilobytes.
pub(super) const BODY_LIMIT: usize = 256 * 1024;

/// The response to Stripe.
#[derive(Debug, Serialize, ToSchema)]
pub struct WebhookResponse {
    received: bool,
}

/// Handles an event of Stripe: signed with one of our secrets within five minutes, once, in whatever order events come.
/// Stripe sends it again after any response other than 200.
#[utoipa::path(post, path = "/api/stripe/webhook", tag = "card", request_body = String, responses(
    (status = 200, body = WebhookResponse), (status = 400, body = ErrorBody), (status = 503, body = ErrorBody)))]
pub(super) async fn webhook(
    State(state): State<AppState>,
    request: Request,
) -> Result<Json<WebhookResponse>, ApiError> {
    if !state.card.is_on() {
        return Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            "card_off",
            "Card payments are not set up on this server.",
        ));
    }
    let now = state.clock.now_ms();
    let header = request.headers().get("stripe-signature");
    let header = header.and_then(|value| value.to_str().ok());
    let signatures = Signatures::parse(header.unwrap_or_default(), now / SECOND).map_err(signature_error)?;
    let body = Bytes::from_request(request, &state).await;
    let body = body.map_err(|rejection| json::rejection_error(&rejection, "256 KB"))?;
    let event = verify_event(&state, signatures, body).await?;
    let mut tx = state.db.begin_write().await?;
    let row = WebhookEvent {
        id: &event.id,
        kind: &event.kind,
        account_id: event.account(),
        created: event.created,
    };
    if store::insert(&mut tx, &row, now).await? {
        handle_event(&state, &mut tx, &event).await?;
        tx.commit().await?;
    }
    Ok(Json(WebhookResponse { received: true }))
}

/// The event, if it was signed with one of our secrets. Hashing the largest body takes a sixth of a millisecond per
/// secret on a processor with SHA instructions, and several times that on one without. Anybody can cause that, so it is
/// done outside the threads that serve requests.
async fn verify_event(state: &AppState, signatures: Signatures, body: Bytes) -> Result<Event, ApiError> {
    let state = state.clone();
    // A refusal is logged with its request.
    let span = tracing::Span::current();
    let read = move || {
        let _of_request = span.entered();
        signatures.check(&body, state.card.webhook_secrets()).map_err(signature_error)?;
        serde_json::from_slice(&body).map_err(|error| {
            tracing::error!(%error, "a signed event cannot be read");
            ApiError::bad_request("malformed_event", "This is no event.")
        })
    };
    tokio::task::spawn_blocking(read).await.map_err(ApiError::internal)?
}

fn signature_error(forged: SignatureError) -> ApiError {
    tracing::warn!(?forged, "an event was refused");
    let (code, message) = match forged {
        SignatureError::Unsigned => ("unsigned", "This event has no signature."),
        SignatureError::WrongSignature => ("wrong_signature", "This event’s signature is not right."),
        SignatureError::Stale => ("stale", "This event was signed too long ago."),
    };
    ApiError::bad_request(code, message)
}

async fn handle_event(state: &AppState, tx: &mut WriteTx, event: &Event) -> Result<(), ApiError> {
    if plans::webhook::handle_event(state, tx, event).await? {
        return Ok(());
    }
    match event.kind.as_str() {
        "account.updated" => on_account_updated(state, tx, event).await,
        "account.application.deauthorized" => on_account_deauthorized(state, tx, event).await,
        kind if kind.starts_with("checkout.session.") => handle_checkout_event(state, tx, event).await,
        "charge.refunded"
        | "charge.succeeded"
        | "refund.failed"
        | "charge.dispute.created"
        | "charge.dispute.updated"
        | "charge.dispute.closed"
        | "charge.dispute.funds_withdrawn"
        | "charge.dispute.funds_reinstated" => reversals::apply_event(state, tx, event).await,
        _ => Ok(()),
    }
}

/// Handles an event on a checkout session.
async fn handle_checkout_event(state: &AppState, tx: &mut WriteTx, event: &Event) -> Result<(), ApiError> {
    let (id, reference) = (event.text_field("id"), event.text_field("client_reference_id"));
    let Some(row) = checkouts::find_by_session(tx, id, reference).await? else {
        // The events of a connected account's own sessions come here as well.
        tracing::info!(event = event.id, "an event on a session that is not ours");
        return Ok(());
    };
    if row.account_id != event.account() {
        tracing::warn!(
            event = event.id,
            checkout = %row.id,
            account = event.account(),
            "an event on a checkout from another account was ignored"
        );
        return Ok(());
    }
    match event.kind.as_str() {
        "checkout.session.completed" if event.text_field("payment_status") == "unpaid" => {
            // Paid by a method that takes days. A checkout that is being closed keeps its state, because there may be
            // another one.
            change_status(
                state,
                tx,
                &row,
                &[CheckoutStatus::Opening, CheckoutStatus::Open],
                CheckoutStatus::Processing,
            )
            .await
        }
        "checkout.session.completed" | "checkout.session.async_payment_succeeded" => {
            let intent = event.text_field("payment_intent");
            let taken = StripePayment {
                session_id: id,
                payment_intent: (!intent.is_empty()).then_some(intent),
                amount: event.integer_field("amount_total").unwrap_or(row.amount),
                currency: event.text_field("currency"),
                at: event.created.saturating_mul(SECOND),
            };
            complete::record_payment(state, tx, &row, &taken).await
        }
        "checkout.session.async_payment_failed" => {
            let seen = [
                CheckoutStatus::Opening,
                CheckoutStatus::Open,
                CheckoutStatus::Closing,
                CheckoutStatus::Processing,
            ];
            change_status(state, tx, &row, &seen, CheckoutStatus::Failed).await
        }
        "checkout.session.expired" => {
            let seen = [CheckoutStatus::Opening, CheckoutStatus::Open, CheckoutStatus::Closing];
            change_status(state, tx, &row, &seen, CheckoutStatus::Expired).await
        }
        _ => Ok(()),
    }
}

/// Sets a checkout's state if it has one of the states in which the event means something: an event that arrives late,
/// after the payment, means nothing any more.
async fn change_status(
    state: &AppState,
    tx: &mut WriteTx,
    row: &CheckoutRow,
    seen: &[CheckoutStatus],
    status: CheckoutStatus,
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    for before in seen {
        if checkouts::change_status(tx, &row.id, (*before, status), now).await? {
            break;
        }
    }
    Ok(())
}

// What Stripe says about connected accounts.

/// `account.updated`: whether the account can take payments.
pub(super) async fn on_account_updated(
    state: &AppState,
    tx: &mut WriteTx,
    event: &Event,
) -> Result<(), ApiError> {
    let id = event.text_field("id");
    if id != event.account() {
        tracing::warn!(event = event.id, "an event on an account from another one was ignored");
        return Ok(());
    }
    let connected_account = ConnectedAccount {
        id: id.to_owned(),
        charges_enabled: event.flag_field("charges_enabled"),
        details_submitted: event.flag_field("details_submitted"),
        pay_by_bank: event.nested_text_field("capabilities", "pay_by_bank_payments") == "active",
        disabled_reason: event.nested_text_field("requirements", "disabled_reason").to_owned(),
    };
    if accounts::update_from_event(tx, &connected_account, event.created).await? {
        accounts::update_profile(tx, id, state.clock.now_ms()).await?;
    }
    Ok(())
}

/// `account.application.deauthorized`: the business withdrew our permission to act for its account. The event's object
/// is our application, so the account is the event's own.
pub(super) async fn on_account_deauthorized(
    state: &AppState,
    tx: &mut WriteTx,
    event: &Event,
) -> Result<(), ApiError> {
    let (id, now) = (event.account(), state.clock.now_ms());
    accounts::set_deauthorized(tx, id, now).await?;
    accounts::update_profile(tx, id, now).await?;
    // We can't close them at Stripe any more.
    for row in checkouts::list_payable_by_account(tx, id).await? {
        checkouts::change_status(tx, &row.id, (row.status, CheckoutStatus::Failed), now).await?;
    }
    Ok(())
}
