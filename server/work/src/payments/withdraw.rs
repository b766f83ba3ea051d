//! Withdrawing a payment that the customer recorded by mistake.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::Kind;
use plumbline_core::money::Pence;
use plumbline_core::present::public::PublicDocument;
use plumbline_core::status::Method;

use crate::letters::notice;
use crate::payments::books::Books;
use crate::public::answer::PublicAnswer;
use crate::public::link::Link;
use crate::public::{count_act, respond};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::Limit;
use plumbline_platform::state::AppState;
use plumbline_records::documents::store::payments::{self, PaymentStatus, Recorder};
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::Event;
use plumbline_records::documents::telling::news;
use plumbline_records::notifications;

/// Withdraws a recorded payment about which the business has not decided. Repeating the request is not an error.
#[utoipa::path(post, path = "/public/{token}/payment/{payment}/withdraw", tag = "public",
    params(("token" = String, Path), ("payment" = String, Path)), responses(
    (status = 200, body = PublicAnswer, description = "As the GET"), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn withdraw(
    State(state): State<AppState>,
    address: ClientAddress,
    Extension(kind): Extension<Kind>,
    link: Link,
) -> Result<Json<PublicDocument>, ApiError> {
    state.limits.check(Limit::PublicByAddress, address.0)?;
    count_act(&state, kind, &link.token).await?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let mut books = Books::lock_public(&mut tx, kind, &link.token).await?;
    let payment = payments::find(&mut tx, &books.stored.row.id, &link.payment).await?;
    // The customer can't withdraw the business's own records, or a card payment.
    let payment = payment
        .filter(|p| p.recorded_by == Recorder::Customer && p.method != Method::Stripe)
        .ok_or_else(|| ApiError::not_found("Payment"))?;
    if payment.withdrawn_at.is_some() {
        drop(tx);
        return respond(&state, &books.stored).await;
    }
    if !payments::withdraw(&mut tx, payment.original(), now).await? {
        return Err(decided(payment.status));
    }
    books
        .settle(&state, &mut tx, &payment, Event::Status, now)
        .await?;
    let stored = books.stored;
    let words = [("amount", &*Pence(payment.amount).to_string())];
    events::record(&state, &mut tx, "payment_withdrawn", &stored, &words).await?;
    let withdrawn = (notifications::Kind::PaymentWithdrawn, Pence(payment.amount));
    news::tell(&state, &mut tx, &stored, withdrawn).await?;
    let sentence = crate::public::told(&stored, "took back a recorded payment for");
    let which = crate::public::payment_words(&payment);
    notice::of_payment(&state, &mut tx, &stored, sentence, which).await?;
    tx.commit().await?;
    respond(&state, &stored).await
}

fn decided(status: PaymentStatus) -> ApiError {
    if status == PaymentStatus::Confirmed {
        ApiError::conflict(
            "already_confirmed",
            "The business has already confirmed this payment.",
        )
    } else {
        ApiError::conflict(
            "already_rejected",
            "The business has already rejected this payment.",
        )
    }
}
