//! Paying by card as a customer: a quote's deposit, or the balance of an invoice, at Stripe.
//!
//! A document has at most one checkout that can be paid. A second customer, or the same one in another browser,
//! gets the same one; one with an amount that is no longer due is closed at Stripe before the next is opened.
//! Nothing is recorded here: a payment counts when Stripe says so (`complete.rs`).

use std::time::Duration;

use axum::extract::State;
use axum::http::StatusCode;
use axum::{Extension, Json};
use plumbline_core::kind::{Asks, Kind};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::money::text::gbp;
use plumbline_core::status::Method;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::card::session;
use crate::card::store::accounts;
use crate::card::store::checkouts::{self, CheckoutRow, Stage};
use crate::card::watch::{self, Closing, close};
use crate::payments::pay::{self, Believed};
use crate::public::link::Link;
use crate::public::{lock, require_open};
use plumbline_platform::clock::{MINUTE, SECOND};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ClientAddress, RawJson};
use plumbline_platform::jobs;
use plumbline_platform::limits::Limit;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::{CardError, Order, Session};
use plumbline_records::documents;
use plumbline_records::documents::reading::answer;
use plumbline_records::documents::stored::Stored;
use plumbline_records::profiles::store as profiles;

/// How long a checkout can be paid, in milliseconds.
const OPEN_FOR: i64 = 60 * MINUTE;
/// How much of that time must be left for a customer who is only now sent there, in milliseconds.
const TIME_TO_PAY: i64 = 10 * MINUTE;
/// How long after its end Stripe is asked how a checkout ended if no event has come, in milliseconds.
const LOOK_AFTER: i64 = 5 * MINUTE;
/// How long a request may take to open a checkout, in milliseconds.
const OPENING_LIMIT: i64 = MINUTE;
/// How often a request tries to close a checkout that is in the way, or waits for another request.
const TRIES: usize = 6;
/// The pause before Stripe is asked again for what another request is already asking for.
const PAUSE: Duration = Duration::from_millis(300);
/// The smallest and largest amounts that Stripe takes by card in pounds, in pence.
const LEAST: Pence = Pence(30);
const MOST: Pence = Pence(99_999_999);

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
pub struct CheckoutAnswer {
    /// The page at Stripe.
    pub url: String,
}

/// Opens a card checkout for what the customer should pay: the deposit of an accepted quote, or the balance of an
/// invoice.
#[utoipa::path(post, path = "/public/{token}/stripe-checkout", tag = "public",
    params(("token" = String, Path)), request_body = CheckoutInput, responses(
    (status = 200, body = CheckoutAnswer), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody), (status = 502, body = ErrorBody)))]
pub async fn stripe_checkout(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<Kind>,
    link: Link,
    body: RawJson,
) -> Result<Json<CheckoutAnswer>, ApiError> {
    state.limits.check(Limit::PublicByAddress, address.0)?;
    let input: CheckoutInput = body.parse()?;
    for _ in 0..TRIES {
        let url = match next_step(&state, kind, &link.token, &input).await? {
            Step::Pay(url) => Some(url),
            Step::Open(order) => open(&state, &order).await?,
            Step::Close(row) => match close(&state, &row).await {
                Ok(Closing::Closed) => None,
                Ok(Closing::Paid) => return Err(being_confirmed()),
                Err(CardError::Busy) => {
                    tokio::time::sleep(PAUSE).await;
                    None
                }
                Err(error) => return Err(unavailable(&error)),
            },
        };
        if let Some(url) = url {
            return Ok(Json(CheckoutAnswer { url }));
        }
    }
    Err(unavailable(&CardError::Busy))
}

/// What has to be done next.
enum Step {
    /// There is a checkout that can be paid, at this address.
    Pay(String),
    /// Another checkout is in the way.
    Close(CheckoutRow),
    /// Stripe has to be asked for a checkout.
    Open(Order),
}

/// Checks the amount, with the document locked, and which checkout there is.
async fn next_step(
    state: &AppState,
    kind: Kind,
    token: &str,
    input: &CheckoutInput,
) -> Result<Step, ApiError> {
    let now = state.clock.now_ms();
    let today = documents::today(state)?;
    let mut tx = state.db.begin_write().await?;
    let stored = lock(&mut tx, kind, token).await?;
    require_open(&mut tx, &stored.row.user_id).await?;
    let live = checkouts::live(&mut tx, &stored.row.id).await?;
    if live.iter().any(|row| row.status == Stage::Processing) {
        return Err(being_confirmed());
    }
    let believed = Believed {
        amount: Some(&input.amount),
        left: input.left.as_ref(),
    };
    let method = Some(Method::Stripe);
    let (asked, _) = pay::asked(state, &mut tx, &stored, method, (believed, today)).await?;
    judge(asked)?;
    let account_id = account_of(&mut tx, &stored).await?;
    let account = accounts::find(&mut tx, &account_id).await?;
    let pay_by_bank = account.is_some_and(|account| account.pay_by_bank);
    // One after the other: once the first is closed, the next one is found here.
    if let Some(row) = live.into_iter().next() {
        let fits =
            row.amount == asked.0 && row.account_id == account_id && row.pay_by_bank == pay_by_bank;
        let lasts = row.expires_at - now >= TIME_TO_PAY;
        let is_fresh = now - row.created_at < OPENING_LIMIT;
        match (row.status, &row.url) {
            (Stage::Open, Some(url)) if fits && lasts => return Ok(Step::Pay(url.clone())),
            // Another request is asking Stripe right now. With the same key, Stripe gives both the same checkout.
            (Stage::Opening, _) if fits && is_fresh => {
                return Ok(Step::Open(order(state, &stored, token, &row)));
            }
            (Stage::Closing, _) => return Ok(Step::Close(row)),
            (status, _) => {
                checkouts::turn(&mut tx, &row.id, (status, Stage::Closing), now).await?;
                checkouts::close_later(&mut tx, &row.id, now).await?;
                tx.commit().await?;
                let status = Stage::Closing;
                return Ok(Step::Close(CheckoutRow { status, ..row }));
            }
        }
    }
    let row = CheckoutRow {
        id: state.ids.new_id(),
        document_id: stored.row.id.clone(),
        account_id,
        amount: asked.0,
        pay_by_bank,
        status: Stage::Opening,
        session_id: None,
        url: None,
        payment_intent: None,
        payment_id: None,
        excess: 0,
        disputed_at: 0,
        expires_at: now + OPEN_FOR,
        created_at: now,
        updated_at: now,
    };
    if !checkouts::insert(&mut tx, &row).await? {
        return Err(ApiError::internal(
            "a second live checkout of a held document",
        ));
    }
    let at = row.expires_at + LOOK_AFTER;
    jobs::enqueue_at(state, &mut tx, watch::KIND, &row.id, at).await?;
    tx.commit().await?;
    Ok(Step::Open(order(state, &stored, token, &row)))
}

/// The amount must be one that a card can be charged with.
fn judge(asked: Pence) -> Result<(), ApiError> {
    if (LEAST..=MOST).contains(&asked) {
        return Ok(());
    }
    Err(ApiError::rule_broken(vec![FieldError::new(
        "amount",
        "not_by_card",
        format!(
            "Card payments must be between {} and {}. Please choose another way to pay.",
            gbp(LEAST),
            gbp(MOST)
        ),
    )]))
}

/// The connected account of the business's current profile.
async fn account_of(
    conn: &mut plumbline_platform::db::Conn,
    stored: &Stored,
) -> Result<String, ApiError> {
    let profile = match &stored.row.business_profile_id {
        Some(id) => profiles::of_document(conn, id).await?,
        None => None,
    };
    profile
        .and_then(|profile| profile.stripe_account_id)
        .ok_or_else(|| ApiError::internal("a card option without an account"))
}

fn order(state: &AppState, stored: &Stored, token: &str, row: &CheckoutRow) -> Order {
    let page = answer::link(state, stored.kind, token);
    let number = stored.row.number.as_deref().unwrap_or_default();
    Order {
        checkout_id: row.id.to_string(),
        account_id: row.account_id.clone(),
        kind: stored.kind.word(),
        document_id: row.document_id.to_string(),
        title: match stored.kind.facts().asks {
            Asks::Deposit => format!("Deposit for {} {number}", stored.kind.name()),
            Asks::Balance | Asks::Nothing => format!("{} {number}", stored.kind.title()),
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
async fn open(state: &AppState, order: &Order) -> Result<Option<String>, ApiError> {
    let id = &order.checkout_id;
    let session = match ask(state, order).await {
        Ok(session) => session,
        Err(error) => {
            // Whatever Stripe may have done, nobody was given the address: the next attempt is a new checkout. (Asked
            // with the same key, Stripe would only repeat its error.)
            let now = state.clock.now_ms();
            let mut tx = state.db.begin_write().await?;
            checkouts::turn(&mut tx, id, (Stage::Opening, Stage::Failed), now).await?;
            if order.pay_by_bank && matches!(error, CardError::Refused { .. }) {
                // The next attempt is by card only.
                accounts::without_bank(&mut tx, &order.account_id).await?;
            }
            tx.commit().await?;
            return Err(unavailable(&error));
        }
    };
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let opened = checkouts::opened(&mut tx, id, (&session.id, &session.url), now).await?;
    let row = checkouts::find(&mut tx, id).await?;
    let status = row.as_ref().map(|row| row.status);
    let gone = matches!(status, None | Some(Stage::Failed | Stage::Expired));
    if gone {
        let session = format!("{} {}", order.account_id, session.id);
        jobs::enqueue(state, &mut tx, session::KIND, &session).await?;
    }
    tx.commit().await?;
    Ok((opened || status == Some(Stage::Open)).then_some(session.url))
}

async fn ask(state: &AppState, order: &Order) -> Result<Session, CardError> {
    for _ in 1..TRIES {
        match state.card.open(order).await {
            Err(CardError::Busy) => tokio::time::sleep(PAUSE).await,
            answer => return answer,
        }
    }
    state.card.open(order).await
}

fn being_confirmed() -> ApiError {
    ApiError::conflict(
        "payment_pending",
        "A card payment has just been made and is being confirmed. There is no need to pay again.",
    )
}

/// 502 `card_unavailable` for a customer: nothing was taken, and they may try again.
fn unavailable(error: &CardError) -> ApiError {
    tracing::error!(%error, "a card checkout could not be opened");
    ApiError::new(
        StatusCode::BAD_GATEWAY,
        "card_unavailable",
        "Card payment is not available right now. Nothing was taken. Please try again in a moment, or choose another way to pay.",
    )
}
