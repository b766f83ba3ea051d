//! Turning a quote into an invoice.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::document::Document;
use plumbline_core::kind::Kind;
use plumbline_core::quote::QuoteAction;

use crate::documents::copying::draft;
use crate::documents::reading::answer::{Answer, Invoice};
use crate::documents::stored::Stored;
use crate::documents::telling::live::{Event, announce};
use crate::documents::{store, today};
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::{IdempotencyKey, Repeatable};
use crate::payments::carry;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Turns a sent or accepted quote into a draft invoice, once, with the quote's chosen lines. The
/// deposit has done its work: what was paid of it is carried over as a payment, and the invoice
/// asks for the rest.
#[utoipa::path(post, path = "/{id}/convert", tag = "documents", responses(
    (status = 201, body = Invoice), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
pub async fn convert(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("quote/{id}/convert");
    let repeatable = Repeatable::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut quote = Stored::lock(&mut tx, &user.id, Kind::Quote, &id).await?;
    quote.quote_step(QuoteAction::Convert, today(&state)?)?;
    let days = i64::from(Kind::Invoice.facts().end_days);
    let invoiced = invoiced(&quote.document);
    let mut row = draft(&state, &quote.row, Kind::Invoice, &invoiced, days)?;
    row.source_quote_id = Some(quote.row.id.clone());
    store::insert(&mut tx, &row).await?;
    quote.write(&mut tx, now).await?;
    announce(&mut tx, &quote, Event::Status).await?;
    for payment in quote.payments.iter().filter(|p| p.status == "confirmed") {
        carry::over(&state, &mut tx, payment, &row.id).await?;
    }
    let mut invoice = Stored::find(&mut tx, &user.id, Kind::Invoice, &row.id).await?;
    invoice.write(&mut tx, now).await?;
    let answer = Answer::of(&state, &mut tx, invoice).await?;
    let response = repeatable
        .store(&mut tx, StatusCode::CREATED, &answer)
        .await?;
    tx.commit().await?;
    Ok(response)
}

/// What an invoice asks for of a quote: the lines that count, chosen once and for all, and no
/// deposit.
fn invoiced(quote: &Document) -> Document {
    let mut document = Document {
        payments: Vec::new(),
        include_deposit: false,
        ..quote.clone()
    };
    let chosen = document.chosen().map(String::from);
    document
        .items
        .retain(|line| line.is_counted(chosen.as_deref()));
    document.choices.clear();
    document.chosen_choice = None;
    for line in &mut document.items {
        line.choice = None;
        line.optional = false;
        line.selected = true;
    }
    document
}
