//! Making a credit note of an invoice.

use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::calculate::credit::Credit;
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;

use super::input::{CreditInput, credit_invoice, with_named_lines};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::RawJson;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::notifying::events;
use plumbline_records::documents::notifying::live::{DocumentEvent, announce_event};
use plumbline_records::documents::reading::response::{CreditNote, DocumentResponse};
use plumbline_records::documents::row::Written;
use plumbline_records::documents::store::{DocumentRow, credits};
use plumbline_records::documents::stored::{StoredDocument, fill_columns};

/// The most characters of a reason.
const REASON_MAX: usize = 300;

/// Makes a draft credit note against an issued invoice: for all that is left of the invoice, some of its lines, or an
/// amount. Once sent, it reduces the invoice; nobody else can credit the same amount meanwhile.
#[utoipa::path(post, path = "/{id}/credit-notes", tag = "documents", request_body = CreditInput, responses(
    (status = 201, body = CreditNote), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create_credit_note(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<String>,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<Response, ApiError> {
    let input: CreditInput = body.parse()?;
    let mut checks = FieldChecks::new();
    let blank = "Say why, in a few words. Your customer sees it.";
    checks.check_required_line("reason", &input.reason, REASON_MAX, blank);
    checks.into_result()?;
    let wanted = input.to_request()?;
    let route = format!("invoice/{id}/credit-notes");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    // The lock lasts until the draft is written, so that the next credit note takes it into account.
    let invoice = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Invoice, &id).await?;
    let spoken_for = credits::list_documents(&mut tx, &invoice.row.id).await?;
    let made = credit_invoice(&invoice, &with_named_lines(&invoice), &spoken_for, &wanted)?;
    let row = new_draft(&state, &invoice, &made, input.reason.trim())?;
    let stored = StoredDocument::insert_new(&state, &mut tx, &row).await?;
    let amount = made.totals.total_amount.to_string();
    let words = [("amount", &*amount)];
    events::record(&state, &mut tx, "credited", &invoice, &words).await?;
    announce_event(&mut tx, &invoice, DocumentEvent::Updated).await?;
    announce_event(&mut tx, &stored, DocumentEvent::Updated).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The row of the draft: to the invoice's customer, from its business, with its template, dated today.
fn new_draft(
    state: &AppState,
    invoice: &StoredDocument,
    made: &Credit,
    reason: &str,
) -> Result<DocumentRow, ApiError> {
    let of = &invoice.row;
    let profile = of.business_profile_id.as_ref();
    let now = state.clock.now_ms();
    let id = state.ids.new_id();
    let mut row = DocumentRow::new_draft(id, &of.user_id, DocumentKind::CreditNote, profile, now);
    let today = plumbline_records::documents::today(state)?;
    row.write(credited(of.written(), reason, today));
    row.credited_invoice_id = Some(of.id.clone());
    fill_columns(&mut row, &made.document, &made.totals)?;
    Ok(row)
}

/// The texts of an invoice's credit note. Every field is named, so that a new field doesn't compile until somebody
/// decides whether a credit note has it.
fn credited(invoice: Written, reason: &str, today: Date) -> Written {
    let Written {
        business_profile_id,
        contact_id,
        issue_date: _,      // today
        due_date: _,        // nothing falls due
        job_description: _, // the reason
        job_address,
        order_number,
        notes: _, // about the invoice
        template,
        terms: _, // of payment
    } = invoice;
    Written {
        business_profile_id,
        contact_id,
        issue_date: Some(today.to_string()),
        due_date: None,
        job_description: reason.to_owned(),
        job_address,
        order_number,
        notes: String::new(),
        template,
        terms: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credit_note_says_what_its_invoice_does_but_for_its_reason_notes_and_terms() {
        let invoice = Written::every_field();
        let expected = Written {
            issue_date: Some("2027-01-04".to_owned()),
            due_date: None,
            job_description: "Leaks".to_owned(),
            notes: String::new(),
            terms: None,
            ..invoice.clone()
        };
        let today = "2027-01-04".parse().unwrap();
        assert_eq!(credited(invoice, "Leaks", today), expected);
    }
}
