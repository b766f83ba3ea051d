//! What the business decides about a payment: confirming or rejecting what a customer recorded, and undoing that.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::status::payment::PaymentAction;

use super::books::Books;
use crate::letters;
use plumbline_platform::db::{WriteTx, is_unique_violation};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::answer::Answer;
use plumbline_records::documents::reading::get::respond;
use plumbline_records::documents::reading::payment::state_of;
use plumbline_records::documents::status::{Step, illegal};
use plumbline_records::documents::store::payments::{self, PaymentRow, PaymentStatus};
use plumbline_records::documents::store::takings;
use plumbline_records::documents::stored::Stored;
use plumbline_records::documents::telling::live::Event;
use plumbline_records::documents::telling::{events, hooks};

/// Confirms a payment that a customer recorded.
#[utoipa::path(post, path = "/{id}/payments/{pid}/confirm", tag = "documents", responses(
    (status = 200, body = Answer), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn confirm(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let which = (&*user.id, kind, &*id, &*pid);
    let stored = decide(&state, which, Verdict::Confirm).await?;
    respond(&state, stored).await
}

/// Rejects a payment that a customer recorded; they may record it again.
#[utoipa::path(post, path = "/{id}/payments/{pid}/reject", tag = "documents", responses(
    (status = 200, body = Answer), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn reject(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let which = (&*user.id, kind, &*id, &*pid);
    let stored = decide(&state, which, Verdict::Reject).await?;
    respond(&state, stored).await
}

/// Undoes, a moment later, the confirmation of a payment: it is pending again.
#[utoipa::path(post, path = "/{id}/payments/{pid}/unconfirm", tag = "documents", responses(
    (status = 200, body = Answer), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn unconfirm(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let which = (&*user.id, kind, &*id, &*pid);
    let stored = decide(&state, which, Verdict::Unconfirm).await?;
    respond(&state, stored).await
}

/// The decision of the business.
#[derive(Debug, Clone, Copy)]
pub(super) enum Verdict<'a> {
    /// The money has arrived.
    Confirm,
    /// The money has not arrived.
    Reject,
    /// The payment was confirmed by mistake a moment ago.
    Unconfirm,
    /// The payment was confirmed by mistake; with the reason, for the customer to read.
    Remove(&'a str),
}

impl Verdict<'_> {
    fn action(self) -> PaymentAction {
        match self {
            Verdict::Confirm => PaymentAction::Confirm,
            Verdict::Reject => PaymentAction::Reject,
            Verdict::Unconfirm => PaymentAction::Unconfirm,
            Verdict::Remove(_) => PaymentAction::Remove,
        }
    }
}

/// Decides about a payment (account, kind, document, payment) and returns the document afterwards. The same decision
/// again is not an error and changes nothing.
///
/// # Errors
/// 404; 409 with core's code for a transition that is not legal; `exceeds_balance` if confirming would take more than
/// is due, `payment_pending` if another payment is already pending.
pub(super) async fn decide(
    state: &AppState,
    (user_id, kind, document_id, payment_id): (&str, Kind, &str, &str),
    verdict: Verdict<'_>,
) -> Result<Stored, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut books = Books::lock(&mut tx, user_id, kind, document_id).await?;
    let payment = payments::find(&mut tx, &books.stored.row.id, payment_id).await?;
    let payment = payment.ok_or_else(|| ApiError::not_found("Payment"))?;
    let is_carried = books.is_carried(&mut tx, &payment).await?;
    let stands = state_of(&payment, &books.stored, is_carried, now);
    if stands.is_done(verdict.action()) {
        return Ok(books.stored);
    }
    stands.check(verdict.action()).map_err(illegal)?;
    let today = plumbline_records::documents::today(state)?;
    books.stored.step(Step::DecidePayment, today)?;
    write(&mut tx, &books.stored, &payment, verdict, now).await?;
    let event = match verdict {
        Verdict::Confirm => Event::PaymentConfirmed,
        Verdict::Reject => Event::Updated,
        Verdict::Unconfirm | Verdict::Remove(_) => Event::Status,
    };
    books.settle(state, &mut tx, &payment, event, now).await?;
    tell(state, &mut tx, &books, &payment, verdict).await?;
    tx.commit().await?;
    Ok(books.stored)
}

async fn write(
    tx: &mut WriteTx,
    stored: &Stored,
    payment: &PaymentRow,
    verdict: Verdict<'_>,
    now: i64,
) -> Result<(), ApiError> {
    let id = payment.original();
    let due = stored.totals.balance_due;
    match verdict {
        Verdict::Confirm if Pence(payment.amount) > due => {
            let due = gbp(due);
            return Err(ApiError::conflict(
                "exceeds_balance",
                format!("Only {due} is still due, so you can’t confirm this payment."),
            ));
        }
        Verdict::Confirm => {
            payments::decide(tx, id, PaymentStatus::Confirmed, now).await?;
        }
        Verdict::Reject => {
            payments::decide(tx, id, PaymentStatus::Rejected, now).await?;
        }
        Verdict::Unconfirm => {
            payments::unconfirm(tx, id).await.map_err(|error| {
                if is_unique_violation(&error) {
                    super::pay::waiting()
                } else {
                    error.into()
                }
            })?;
            takings::forget(tx, id).await?;
        }
        Verdict::Remove(reason) => {
            payments::remove(tx, id, reason, now).await?;
            takings::forget(tx, id).await?;
        }
    }
    Ok(())
}

/// Notifies the customer, about the document that they have, and records the activity.
async fn tell(
    state: &AppState,
    tx: &mut WriteTx,
    books: &Books,
    payment: &PaymentRow,
    verdict: Verdict<'_>,
) -> Result<(), ApiError> {
    let (stored, id) = books.in_hand(payment);
    let amount = Pence(payment.amount).to_string();
    let mut words = vec![("amount", &*amount)];
    let event = match verdict {
        Verdict::Confirm => "payment_confirmed",
        Verdict::Reject => "payment_rejected",
        Verdict::Unconfirm => "payment_unconfirmed",
        Verdict::Remove(reason) => {
            words.push(("reason", reason));
            "payment_removed"
        }
    };
    events::record(state, tx, event, &books.stored, &words).await?;
    match verdict {
        Verdict::Confirm => hooks::paid(state, tx, stored, id).await,
        Verdict::Reject => letters::not_received(state, tx, stored, payment).await,
        Verdict::Unconfirm => letters::waits_again(state, tx, stored, payment).await,
        Verdict::Remove(reason) => letters::removed(state, tx, stored, payment, reason).await,
    }
}
