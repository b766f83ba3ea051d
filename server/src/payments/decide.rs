//! Confirming or rejecting what a customer recorded.

use axum::extract::{Path, State};
use axum::{Extension, Json};
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;

use crate::documents::reading::answer::Answer;
use crate::documents::reading::get::respond;
use crate::documents::status::Step;
use crate::documents::store::payments::{self, PaymentStatus};
use crate::documents::stored::Stored;
use crate::documents::telling::hooks;
use crate::documents::telling::live::{Event, announce};
use crate::error::{ApiError, ErrorBody};
use crate::letters;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// What the business says of a pending payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// The money is there.
    Confirm,
    /// It is not.
    Reject,
}

impl Verdict {
    fn status(self) -> PaymentStatus {
        match self {
            Verdict::Confirm => PaymentStatus::Confirmed,
            Verdict::Reject => PaymentStatus::Rejected,
        }
    }
}

/// Confirms what a customer recorded.
#[utoipa::path(post, path = "/{id}/payments/{pid}/confirm", tag = "documents", responses(
    (status = 200, body = Answer), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn confirm(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let stored = decide(&state, &user.id, kind, &id, &pid, Verdict::Confirm).await?;
    respond(&state, stored).await
}

/// Rejects what a customer recorded; they may record it anew.
#[utoipa::path(post, path = "/{id}/payments/{pid}/reject", tag = "documents", responses(
    (status = 200, body = Answer), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn reject(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path((id, pid)): Path<(String, String)>,
) -> Result<Json<Answer>, ApiError> {
    let stored = decide(&state, &user.id, kind, &id, &pid, Verdict::Reject).await?;
    respond(&state, stored).await
}

/// Decides a pending payment and gives the document as it is then. The same decision again is no
/// error.
///
/// # Errors
/// 404; 409 `already_confirmed`, `already_rejected`, `withdrawn`, or `exceeds_balance` when confirming would
/// take more than is due.
async fn decide(
    state: &AppState,
    user_id: &str,
    kind: Kind,
    document_id: &str,
    payment_id: &str,
    verdict: Verdict,
) -> Result<Stored, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut stored = Stored::lock(&mut tx, user_id, kind, document_id).await?;
    let payment = payments::find(&mut tx, &stored.row.id, payment_id).await?;
    let payment = payment.ok_or_else(|| ApiError::not_found("Payment"))?;
    if payment.status == verdict.status() {
        return Ok(stored);
    }
    match payment.status {
        PaymentStatus::Confirmed => {
            return Err(ApiError::conflict(
                "already_confirmed",
                "This payment has already been confirmed.",
            ));
        }
        PaymentStatus::Rejected if payment.withdrawn_at.is_some() => {
            return Err(ApiError::conflict(
                "withdrawn",
                "The customer has taken this payment back.",
            ));
        }
        PaymentStatus::Rejected => {
            return Err(ApiError::conflict(
                "already_rejected",
                "This payment has already been rejected.",
            ));
        }
        PaymentStatus::Pending => {}
    }
    stored.step(Step::DecidePayment, crate::documents::today(state)?)?;
    let due = stored.totals.balance_due;
    if verdict == Verdict::Confirm && Pence(payment.amount) > due {
        return Err(ApiError::conflict(
            "exceeds_balance",
            format!(
                "Only {} is still due, so this payment cannot be confirmed.",
                gbp(due)
            ),
        ));
    }
    payments::decide(&mut tx, &payment.id, verdict.status(), now).await?;
    stored.reread_payments(&mut tx).await?;
    stored.settle()?;
    stored.write(state, &mut tx, now).await?;
    let event = match verdict {
        Verdict::Confirm => Event::PaymentConfirmed,
        Verdict::Reject => Event::Updated,
    };
    announce(&mut tx, &stored, event).await?;
    match verdict {
        Verdict::Confirm => hooks::paid(state, &mut tx, &stored, &payment.id).await?,
        Verdict::Reject => letters::not_received(state, &mut tx, &stored, &payment).await?,
    }
    tx.commit().await?;
    Ok(stored)
}
