//! Making a credit note of an invoice.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::calculate::credit::Credit;
use plumbline_core::kind::Kind;

use super::wanted::{CreditInput, named, work_out};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::text::Checks;
use plumbline_platform::idempotency::{IdempotencyKey, Repeatable};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::answer::{Answer, CreditNote};
use plumbline_records::documents::store::{DocumentRow, credits};
use plumbline_records::documents::stored::{Stored, fill};
use plumbline_records::documents::telling::events;
use plumbline_records::documents::telling::live::{Event, announce};

/// The most characters of a reason.
const REASON: usize = 300;

/// Makes a credit note against an issued invoice, as a draft: all that is left of it, some lines, or an
/// amount. It takes its amount off the invoice once it is sent; nobody else can credit it meanwhile.
#[utoipa::path(post, path = "/{id}/credit-notes", tag = "documents", request_body = CreditInput, responses(
    (status = 201, body = CreditNote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn credit(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: CreditInput = body.parse()?;
    let mut checks = Checks::new();
    let blank = "Say why, in a few words. Your customer sees it.";
    checks.required_line("reason", &input.reason, REASON, blank);
    checks.finish()?;
    let wanted = input.judged()?;
    let route = format!("invoice/{id}/credit-notes");
    let repeatable = Repeatable::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    // Held until the draft is written: whoever comes next finds it among what is spoken for.
    let invoice = Stored::lock(&mut tx, &user.id, Kind::Invoice, &id).await?;
    let spoken_for = credits::documents(&mut tx, &invoice.row.id).await?;
    let made = work_out(&invoice, &named(&invoice), &spoken_for, &wanted)?;
    let row = draft(&state, &invoice, &made, input.reason.trim())?;
    let stored = Stored::insert_new(&state, &mut tx, &row).await?;
    let amount = made.totals.total_amount.to_string();
    let words = [("amount", &*amount)];
    events::record(&state, &mut tx, "credited", &invoice, &words).await?;
    announce(&mut tx, &invoice, Event::Updated).await?;
    announce(&mut tx, &stored, Event::Updated).await?;
    let answer = Answer::of(&state, &mut tx, stored).await?;
    let response = repeatable
        .store(&mut tx, StatusCode::CREATED, &answer)
        .await?;
    tx.commit().await?;
    Ok(response)
}

/// The row of the draft: to the invoice's customer, from its business, in its look, dated today.
fn draft(
    state: &AppState,
    invoice: &Stored,
    made: &Credit,
    reason: &str,
) -> Result<DocumentRow, ApiError> {
    let of = &invoice.row;
    let profile = of.business_profile_id.as_ref();
    let now = state.clock.now_ms();
    let id = state.ids.new_id();
    let mut row = DocumentRow::draft(id, &of.user_id, Kind::CreditNote, profile, now);
    row.contact_id.clone_from(&of.contact_id);
    row.issue_date = Some(plumbline_records::documents::today(state)?.to_string());
    reason.clone_into(&mut row.job_description);
    row.job_address.clone_from(&of.job_address);
    row.order_number.clone_from(&of.order_number);
    row.template.clone_from(&of.template);
    row.credited_invoice_id = Some(of.id.clone());
    fill(&mut row, &made.document, &made.totals)?;
    Ok(row)
}
