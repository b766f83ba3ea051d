//! Drafts made from other documents: duplicates, and the invoice of a quote.

use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::dates::Date;
use plumbline_core::document::Document;
use plumbline_core::kind::Kind;
use plumbline_core::quote::QuoteAction;

use crate::db::Conn;
use crate::documents::reading::answer::Answer;
use crate::documents::store::{self, DocumentRow};
use crate::documents::stored::{Stored, fill, totals_of};
use crate::documents::telling::live::{Event, announce};
use crate::error::ApiError;
use crate::idempotency::{IdempotencyKey, Repeatable};
use crate::payments::carry;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// The most days that a copy keeps between its two dates.
const MOST_DAYS: i64 = 366;

/// Makes a draft that says the same as a document, dated today, with as many days to its expiry
/// or due date. Payments, number and link are not copied.
///
/// # Errors
/// 404.
pub async fn duplicate(
    state: &AppState,
    user: &CurrentUser,
    kind: Kind,
    id: &str,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/duplicate", kind.word());
    let repeatable = Repeatable::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let original = Stored::find(&mut tx, &user.id, kind, id).await?;
    let document = Document {
        payments: Vec::new(),
        ..original.document.clone()
    };
    let days = match (original.issue_date(), original.due_date()) {
        (Some(issued), Some(due)) => issued.days_until(due),
        _ => i64::from(kind.facts().end_days),
    };
    let draft = draft(state, &original.row, kind, &document, days)?;
    let stored = write(&mut tx, &draft, kind).await?;
    let answer = Answer::of(state, &mut tx, stored).await?;
    let response = repeatable
        .store(&mut tx, StatusCode::CREATED, &answer)
        .await?;
    tx.commit().await?;
    Ok(response)
}

/// Turns a quote into an invoice, once: a draft with the quote's chosen lines, due in 14 days.
/// The deposit has done its work: what was paid of it is carried over as a payment, and the
/// invoice asks for the rest.
///
/// # Errors
/// 409 as core says of the quote's status; 404.
pub async fn convert(
    state: &AppState,
    user: &CurrentUser,
    id: &str,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("quote/{id}/convert");
    let repeatable = Repeatable::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut quote = Stored::lock(&mut tx, &user.id, Kind::Quote, id).await?;
    quote.quote_step(QuoteAction::Convert, crate::documents::today(state)?)?;
    let mut row = draft(
        state,
        &quote.row,
        Kind::Invoice,
        &invoiced(&quote.document),
        i64::from(Kind::Invoice.facts().end_days),
    )?;
    row.source_quote_id = Some(quote.row.id.clone());
    store::insert(&mut tx, &row).await?;
    quote.write(&mut tx, now).await?;
    announce(&mut tx, &quote, Event::Status).await?;
    for payment in quote.payments.iter().filter(|p| p.status == "confirmed") {
        carry::over(state, &mut tx, payment, &row.id).await?;
    }
    let mut invoice = Stored::find(&mut tx, &user.id, Kind::Invoice, &row.id).await?;
    invoice.write(&mut tx, now).await?;
    let answer = Answer::of(state, &mut tx, invoice).await?;
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
    document
        .items
        .retain(plumbline_core::line::Line::is_counted);
    for line in &mut document.items {
        line.optional = false;
        line.selected = true;
    }
    document
}

/// A new draft from another document's row, dated today.
fn draft(
    state: &AppState,
    from: &DocumentRow,
    kind: Kind,
    document: &Document,
    days: i64,
) -> Result<DocumentRow, ApiError> {
    let today = crate::documents::today(state)?;
    let now = state.clock.now_ms();
    let id = state.ids.new_id();
    let mut row = DocumentRow::draft(id, &from.user_id, kind, &from.business_profile_id, now);
    row.contact_id.clone_from(&from.contact_id);
    row.issue_date = Some(today.to_string());
    row.due_date = after(today, days).map(|date| date.to_string());
    row.job_description.clone_from(&from.job_description);
    row.notes.clone_from(&from.notes);
    row.template.clone_from(&from.template);
    if from.kind == row.kind {
        // A quote's own terms are not an invoice's: those come from the profile.
        row.terms.clone_from(&from.terms);
    }
    fill(&mut row, document, &totals_of(document)?)?;
    Ok(row)
}

fn after(today: Date, days: i64) -> Option<Date> {
    today.plus_days(u32::try_from(days.clamp(0, MOST_DAYS)).unwrap_or_default())
}

async fn write(conn: &mut Conn, row: &DocumentRow, kind: Kind) -> Result<Stored, ApiError> {
    store::insert(conn, row).await?;
    Stored::find(conn, &row.user_id, kind, &row.id).await
}
