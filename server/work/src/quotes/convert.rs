//! Turning a quote into an invoice.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::document::{Document, Invoiced, PriceDisplay};
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::status::quote::QuoteAction;

use crate::emails;
use crate::payments::carry;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::copying::{calculate_copy_totals, find_days_to_pay, new_draft};
use plumbline_records::documents::notifying::{self, DocumentEvent, announce_event};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::response::{DocumentResponse, Invoice};
use plumbline_records::documents::store::{DocumentStatus, stages};
use plumbline_records::documents::stored::StoredDocument;
use plumbline_records::documents::{agreed_job, today};

/// Turns a sent or accepted quote into a draft invoice, once, with the quote's chosen lines. If the job was invoiced in
/// stages, this is the final invoice and deducts them. What was paid of the deposit is carried over as a payment,
/// confirmed or pending, and the invoice asks for the rest.
#[utoipa::path(post, path = "/{id}/convert", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 201, body = Invoice), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 422, body = ErrorBody)))]
pub async fn convert_to_invoice(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("quote/{id}/convert");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut quote = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    quote.take_quote_step(QuoteAction::Convert, today(&state)?)?;
    let days = find_days_to_pay(&mut tx, &quote.row, today(&state)?).await?;
    let stages = load_stages(&mut tx, &quote).await?;
    let agreed = agreed_job::load_agreed_job(&mut tx, &quote).await?;
    let (mut invoiced, lines) = to_invoice(&agreed.document);
    let before = stages.iter().map(Invoiced::total).sum();
    invoiced.invoiced = stages;
    let totals = calculate_copy_totals(&invoiced, &lines)?;
    agreed_job::check_not_over_invoiced(totals.total_amount)?;
    let copy = (&invoiced, &totals);
    let mut row = new_draft(&state, &quote.row, DocumentKind::Invoice, copy, days)?;
    row.source_quote_id = Some(quote.row.id.clone());
    StoredDocument::insert_new(&state, &mut tx, &row).await?;
    // If the job has stages, the payments were carried over to the first of them.
    if quote.row.paid_on_id.is_none() {
        for payment in &quote.payments {
            carry::carry_over(&state, &mut tx, payment, &row.id).await?;
        }
        quote.row.paid_on_id = Some(row.id.clone());
    }
    quote.row.converted_invoice_id = Some(row.id.clone());
    quote.write(&state, &mut tx, now).await?;
    announce_event(&mut tx, &quote, DocumentEvent::Status).await?;
    for variation in agreed.variations {
        mark_variation_invoiced(&state, &mut tx, variation).await?;
    }
    notifying::record(&state, &mut tx, "converted", &quote, &[]).await?;
    let mut invoice = StoredDocument::find(&mut tx, &user.id, DocumentKind::Invoice, &row.id).await?;
    invoice.write(&state, &mut tx, now).await?;
    record_changed_total(&state, &mut tx, (&quote, agreed.total), &invoice, before).await?;
    let answer = DocumentResponse::from_stored(&state, &mut tx, invoice).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// Marks a variation as invoiced together with its job. The quote, and with it every variation, is locked.
async fn mark_variation_invoiced(
    state: &AppState,
    tx: &mut WriteTx,
    variation: StoredDocument,
) -> Result<(), ApiError> {
    let (user_id, id) = (&variation.row.user_id, &variation.row.id);
    let mut variation = StoredDocument::lock(tx, user_id, DocumentKind::Quote, id).await?;
    variation.row.status = DocumentStatus::Invoiced;
    variation.write(state, tx, state.clock.now_ms()).await?;
    announce_event(tx, &variation, DocumentEvent::Status).await?;
    Ok(())
}

/// Records that the total has changed. The invoice is a draft, calculated by today's rules, while the quote has the
/// totals that it was issued with. If the rules changed in between, the business is notified before it sends the
/// invoice, so that a person decides which of the two the customer pays.
async fn record_changed_total(
    state: &AppState,
    tx: &mut WriteTx,
    (quote, agreed): (&StoredDocument, Pence),
    invoice: &StoredDocument,
    before: Pence,
) -> Result<(), ApiError> {
    let amount = invoice.totals.total_amount + before;
    if amount == agreed {
        return Ok(());
    }
    let words = [("invoiceAmount", &*amount.to_string())];
    notifying::record(state, tx, "invoice_total_differs", quote, &words).await?;
    let number = quote.row.number.as_deref().unwrap_or_default();
    let (agreed, amount) = (format_gbp(agreed), format_gbp(amount));
    let sentence = format!("The invoice from quote {number} comes to {amount}, not {agreed}");
    let why = "The way totals are worked out has changed since the quote was sent. Check the draft invoice before \
               you send it.";
    emails::notify_business(state, tx, quote, &sentence, &[("Why", why.to_owned())]).await
}

/// The stages of the job, which its final invoice deducts.
///
/// # Errors
/// 409 if a stage is a draft: it has no number yet, and it may still be deleted.
async fn load_stages(tx: &mut WriteTx, quote: &StoredDocument) -> Result<Vec<Invoiced>, ApiError> {
    stages::lock_for_quote(tx, &quote.row.id).await?;
    let mut invoiceds = Vec::new();
    for row in stages::list_invoices(tx, &quote.row.id).await? {
        if row.status == DocumentStatus::Draft {
            return Err(ApiError::conflict(
                "stage_is_draft",
                "An invoice for this job is still a draft. Send it or delete it first.",
            ));
        }
        if row.status != DocumentStatus::Void {
            let stage = StoredDocument::load(tx, row).await?;
            invoiceds.extend(stage.to_invoiced(tx).await?.pop());
        }
    }
    Ok(invoiceds)
}

/// What an invoice takes from a quote: the lines that count, with the choice and options settled, in their sections and
/// without a deposit; and the indexes of these lines in the quote. How much of the prices the quote showed is not
/// copied: an invoice shows the unit price of each line (VAT Regulations 1995, reg. 14).
fn to_invoice(quote: &Document) -> (Document, Vec<usize>) {
    let chosen = quote.counted_choice_id();
    let counted = quote.items.iter().enumerate();
    let (lines, items) =
        counted.filter(|(_, line)| line.is_counted(chosen)).map(|(at, line)| (at, line.clone())).unzip();
    // Every field is named, so that a new field doesn't compile until somebody decides whether an invoice gets it from
    // its quote.
    let Document {
        items: _, // those that count
        document_labour_unit_type,
        include_labour,
        labour_hours,
        labour_rate,
        labour_unit_type,
        include_discount,
        discount,
        discount_type,
        discount_reason,
        vat_treatment,
        tax,
        prices_include_vat,
        supply_date,
        vat_answers,
        sections,
        price_display: _, // an invoice shows each price
        agreement: _,     // belongs to the quote that was accepted
        photos: _,        // an invoice shows no photos
        choices: _,       // the choice is settled
        chosen_choice: _,
        include_deposit: _, // the invoice asks for the whole balance
        deposit,
        deposit_type,
        deposit_reason,
        cis_rate,
        invoiced,
        variation,
        variations,
        payments: _, // carried over one by one
    } = quote.clone();
    let mut document = Document {
        items,
        document_labour_unit_type,
        include_labour,
        labour_hours,
        labour_rate,
        labour_unit_type,
        include_discount,
        discount,
        discount_type,
        discount_reason,
        vat_treatment,
        tax,
        prices_include_vat,
        supply_date,
        vat_answers,
        sections,
        price_display: PriceDisplay::Lines,
        agreement: None,
        photos: Vec::new(),
        choices: Vec::new(),
        chosen_choice: None,
        include_deposit: false,
        deposit,
        deposit_type,
        deposit_reason,
        cis_rate,
        invoiced,
        variation,
        variations,
        payments: Vec::new(),
    };
    for line in &mut document.items {
        line.choice = None;
        line.optional = false;
        line.selected = true;
    }
    (document, lines)
}

#[cfg(test)]
mod tests {
    use plumbline_core::document::sample;

    use super::*;

    #[test]
    fn an_invoice_contains_what_was_agreed_without_choices_and_options() {
        let quote = sample::every_field();
        let mut expected = quote.clone();
        expected.items.retain(|line| line.id == "counted");
        for line in &mut expected.items {
            (line.choice, line.optional, line.selected) = (None, false, true);
        }
        expected.price_display = PriceDisplay::Lines;
        expected.agreement = None;
        expected.photos.clear();
        expected.choices.clear();
        expected.chosen_choice = None;
        expected.include_deposit = false;
        expected.payments.clear();
        assert_eq!(to_invoice(&quote), (expected, vec![1]));
    }
}
