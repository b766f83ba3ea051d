//! Paying by card as a customer: a quote's deposit, or the balance of an invoice, at Stripe.
//!
//! A document has at most one checkout that can be paid. A second customer, or the same one in another browser,
//! gets the same one; one with an amount that is no longer due is closed at Stripe before the next is opened.
//! Nothing is recorded here: a payment counts when Stripe says so (`complete.rs`).

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use plumbline_core::kind::{DocumentKind, RequestedPayment};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::PaymentMethod;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::card::checkout_job::{self, CloseOutcome, close};
use crate::card::session_job;
use crate::card::store::accounts;
use crate::card::store::checkouts::{self, CheckoutRow, CheckoutStatus};
use crate::payments::pay::{self, ExpectedPayment};
use crate::public::link::Link;
use crate::public::{lock, require_not_suspended};
use plumbline_platform::clock::{MINUTE, SECOND};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::jobs;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::{CardError, CheckoutAddress, CheckoutOrder};
use plumbline_records::documents;
use plumbline_records::documents::reading::response;
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::profiles::store as profiles;

/// How long a checkout can be paid, in milliseconds.
const CHECKOUT_LIFETIME: i64 = 60 * MINUTE;
/// How much of that time must be left for a customer who is only now sent there, in milliseconds.
const TIME_TO_PAY_MIN: i64 = 10 * MINUTE;
/// How long after its end Stripe is asked how a checkout ended if no event has come, in milliseconds.
const STATUS_CHECK_DELAY: i64 = 5 * MINUTE;
/// How long a request may take to open a checkout, in milliseconds.
const OPENING_TIMEOUT: i64 = MINUTE;
/// How often a request tries to close a checkout that is in the way, or waits for another request.
const ATTEMPTS_MAX: usize = 6;
/// The pause before Stripe is asked again for what another request is already asking for.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// The smallest and largest amounts that Stripe takes by card in pounds, in pence.
const AMOUNT_MIN: Pence = Pence(30);
const AMOUNT_MAX: Pence = Pence(99_999_999);

/// What the customer believes that they pay.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CheckoutInput {
    /// Pounds. It must be what is due now or, for an invoice that is paid in instalments, everything that is open: the
    /// server never takes an amount from a client.
    #[schema(value_type = String)]
    pub amount: Number,
    /// Pounds that were open in total when the customer looked.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<String>"))]
    pub left: Option<Number>,
}

/// Where the customer pays.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct CheckoutResponse {
    /// The page at Stripe.
    pub url: String,
}

/// Opens a card checkout for what the customer should pay: the deposit of an accepted quote, or the balance of an
/// invoice.
#[utoipa::path(post, path = "/public/{token}/stripe-checkout", tag = "public",
    params(("token" = String, Path)), request_body = CheckoutInput, responses(
    (status = 200, body = CheckoutResponse), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody), (status = 502, body = ErrorBody)))]
pub async fn stripe_checkout(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<DocumentKind>,
    link: Link,
    body: RawJson,
) -> Result<Json<CheckoutResponse>, ApiError> {
    state.limits.check(ProcessLimit::PublicByAddress, address.0)?;
    let input: CheckoutInput = body.parse()?;
    for _ in 0..ATTEMPTS_MAX {
        let url = match next_step(&state, kind, &link.token, &input).await? {
            CheckoutStep::Pay(url) => Some(url),
            CheckoutStep::Open(order) => open_checkout(&state, &order).await?,
            CheckoutStep::Close(row) => match close(&state, &row).await {
                Ok(CloseOutcome::Closed) => None,
                Ok(CloseOutcome::Paid) => return Err(payment_pending()),
                Err(CardError::Busy) => {
                    tokio::time::sleep(RETRY_PAUSE).await;
                    None
                }
                Err(error) => return Err(card_unavailable(&error)),
            },
        };
        if let Some(url) = url {
            return Ok(Json(CheckoutResponse { url }));
        }
    }
    Err(card_unavailable(&CardError::Busy))
}

/// What has to be done next.
enum CheckoutStep {
    /// There is a checkout that can be paid, at this address.
    Pay(String),
    /// Another checkout is in the way.
    Close(CheckoutRow),
    /// Stripe has to be asked for a checkout.
    Open(CheckoutOrder),
}

/// Checks the amount, with the document locked, and which checkout there is.
async fn next_step(
    state: &AppState,
    kind: DocumentKind,
    token: &str,
    input: &CheckoutInput,
) -> Result<CheckoutStep, ApiError> {
    let now = state.clock.now_ms();
    let today = documents::today(state)?;
    let mut tx = state.db.begin_write().await?;
    let stored = lock(&mut tx, kind, token).await?;
    require_not_suspended(&mut tx, &stored.row.user_id).await?;
    let live = checkouts::list_payable(&mut tx, &stored.row.id).await?;
    if live.iter().any(|row| row.status == CheckoutStatus::Processing) {
        return Err(payment_pending());
    }
    let believed = ExpectedPayment { amount: Some(&input.amount), remaining: input.left.as_ref() };
    let method = Some(PaymentMethod::Stripe);
    let (pence, _) = pay::check_payment(state, &mut tx, &stored, method, (believed, today)).await?;
    check_amount(pence)?;
    let account_id = find_account_id(&mut tx, &stored).await?;
    let account = accounts::find(&mut tx, &account_id).await?;
    let pay_by_bank = account.is_some_and(|account| account.pay_by_bank);
    // One after the other: once the first is closed, the next one is found here.
    if let Some(row) = live.into_iter().next() {
        let fits = row.amount == pence.0 && row.account_id == account_id && row.pay_by_bank == pay_by_bank;
        let lasts = row.expires_at - now >= TIME_TO_PAY_MIN;
        let is_fresh = now - row.created_at < OPENING_TIMEOUT;
        match (row.status, &row.url) {
            (CheckoutStatus::Open, Some(url)) if fits && lasts => {
                return Ok(CheckoutStep::Pay(url.clone()));
            }
            // Another request is asking Stripe right now. With the same key, Stripe gives both the same checkout.
            (CheckoutStatus::Opening, _) if fits && is_fresh => {
                return Ok(CheckoutStep::Open(to_order(state, &stored, token, &row)));
            }
            (CheckoutStatus::Closing, _) => return Ok(CheckoutStep::Close(row)),
            (status, _) => {
                checkouts::change_status(&mut tx, &row.id, (status, CheckoutStatus::Closing), now).await?;
                checkouts::enqueue_close(&mut tx, &row.id, now).await?;
                tx.commit().await?;
                let status = CheckoutStatus::Closing;
                return Ok(CheckoutStep::Close(CheckoutRow { status, ..row }));
            }
        }
    }
    let row = CheckoutRow {
        id: state.ids.new_id(),
        document_id: stored.row.id.clone(),
        account_id,
        amount: pence.0,
        pay_by_bank,
        status: CheckoutStatus::Opening,
        session_id: None,
        url: None,
        payment_intent: None,
        payment_id: None,
        excess: 0,
        disputed_at: 0,
        expires_at: now + CHECKOUT_LIFETIME,
        created_at: now,
        updated_at: now,
    };
    if !checkouts::insert(&mut tx, &row).await? {
        return Err(ApiError::internal("a second live checkout of a held document"));
    }
    let at = row.expires_at + STATUS_CHECK_DELAY;
    jobs::enqueue_at(state, &mut tx, checkout_job::KIND, row.id.as_str(), at).await?;
    tx.commit().await?;
    Ok(CheckoutStep::Open(to_order(state, &stored, token, &row)))
}

/// The amount must be one that a card can be charged with.
fn check_amount(amount: Pence) -> Result<(), ApiError> {
    if (AMOUNT_MIN..=AMOUNT_MAX).contains(&amount) {
        return Ok(());
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "amount",
        "not_by_card",
        format!(
            "Card payments must be between {} and {}. Please choose another way to pay.",
            format_gbp(AMOUNT_MIN),
            format_gbp(AMOUNT_MAX)
        ),
    )]))
}

/// The connected account of the business's current profile.
async fn find_account_id(
    conn: &mut plumbline_platform::db::Conn,
    stored: &StoredDocument,
) -> Result<String, ApiError> {
    let profile = match &stored.row.business_profile_id {
        Some(id) => profiles::find_by_id(conn, id).await?,
        None => None,
    };
    profile
        .and_then(|profile| profile.stripe_account_id)
        .ok_or_else(|| ApiError::internal("a card option without an account"))
}

fn to_order(state: &AppState, stored: &StoredDocument, token: &str, row: &CheckoutRow) -> CheckoutOrder {
    let page = response::customer_link(state, stored.kind, token);
    let number = stored.row.number.as_deref().unwrap_or_default();
    CheckoutOrder {
        checkout_id: row.id.clone(),
        account_id: row.account_id.clone(),
        kind: stored.kind.code(),
        document_id: row.document_id.clone(),
        title: match stored.kind.facts().asks {
            RequestedPayment::Deposit => format!("Deposit for {} {number}", stored.name()),
            RequestedPayment::Balance | RequestedPayment::Nothing => {
                format!("{} {number}", stored.title())
            }
        },
        amount: row.amount,
        expires_at: row.expires_at / SECOND,
        pay_by_bank: row.pay_by_bank,
        success_url: format!("{page}?payment=success&session_id={{CHECKOUT_SESSION_ID}}"),
        cancel_url: page,
    }
}

/// Asks Stripe for a checkout and stores the result. `None` if the checkout was superseded meanwhile, so that the next
/// step has to be decided again.
async fn open_checkout(state: &AppState, order: &CheckoutOrder) -> Result<Option<String>, ApiError> {
    let id = &order.checkout_id;
    let session = match request_session(state, order).await {
        Ok(session) => session,
        Err(error) => {
            // Whatever Stripe may have done, nobody was given the address: the next attempt is a new checkout. (Asked
            // with the same key, Stripe would only repeat its error.)
            let now = state.clock.now_ms();
            let mut tx = state.db.begin_write().await?;
            checkouts::change_status(&mut tx, id, (CheckoutStatus::Opening, CheckoutStatus::Failed), now)
                .await?;
            if order.pay_by_bank && matches!(error, CardError::Refused { .. }) {
                // The next attempt is by card only.
                accounts::disable_pay_by_bank(&mut tx, &order.account_id).await?;
            }
            tx.commit().await?;
            return Err(card_unavailable(&error));
        }
    };
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let opened = checkouts::set_open(&mut tx, id, (&session.id, &session.url), now).await?;
    let row = checkouts::find(&mut tx, id).await?;
    let status = row.as_ref().map(|row| row.status);
    let gone = matches!(status, None | Some(CheckoutStatus::Failed | CheckoutStatus::Expired));
    if gone {
        let session = format!("{} {}", order.account_id, session.id);
        jobs::enqueue(state, &mut tx, session_job::KIND, &session).await?;
    }
    tx.commit().await?;
    Ok((opened || status == Some(CheckoutStatus::Open)).then_some(session.url))
}

async fn request_session(state: &AppState, order: &CheckoutOrder) -> Result<CheckoutAddress, CardError> {
    for _ in 1..ATTEMPTS_MAX {
        match state.card.open_checkout(order).await {
            Err(CardError::Busy) => tokio::time::sleep(RETRY_PAUSE).await,
            answer => return answer,
        }
    }
    state.card.open_checkout(order).await
}

fn payment_pending() -> ApiError {
    ApiError::conflict(
        "payment_pending",
        "A card payment has just been made and is being confirmed. There is no need to pay again.",
    )
}

/// 502 `card_unavailable` for a customer: nothing was taken, and they may try again.
fn card_unavailable(error: &CardError) -> ApiError {
    tracing::error!(%error, "a card checkout could not be opened");
    ApiError::new(
        StatusCode::BAD_GATEWAY,
        "card_unavailable",
        "Card payment is not available right now. Nothing was taken. Please try again in a moment, or choose another way to pay.",
    )
}
