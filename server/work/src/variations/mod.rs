//! Variations: an extra, or something left out, that is agreed after a quote was accepted.
//!
//! A variation is a quote with the number of its job (`Q-0012-V1`), which the customer accepts separately. It is
//! written, sent, read, accepted and declined like any other. Once accepted it is chained, by the hashes of the
//! accepted versions, to the quote and to the variation accepted before it (`documents/issuing/variation.rs`). What was
//! agreed is then one document, the quote with its variations (`documents/agreed_job.rs`), and stages and the final
//! invoice are parts of that.

use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::document::{Agreement, Document};
use plumbline_core::kind::DocumentKind;
use serde::Deserialize;
use serde_json::Value;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::WriteTx;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{Create, RawJson};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::{DocumentId, sha256_hex};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::fields::{self, QuoteInput};
use plumbline_records::documents::drafting::{self, body};
use plumbline_records::documents::issuing::variation::{check_same_parties, start_variation};
use plumbline_records::documents::path::DocumentPath;
use plumbline_records::documents::reading::response::{DocumentResponse, Quote};
use plumbline_records::documents::store::{self, DocumentRow};
use plumbline_records::documents::stored::{StoredDocument, calculate_totals};
use plumbline_records::documents::{self, copying, photos};

/// The routes below the path of quotes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(create_variation))
}

/// A body with at most an id.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct IdOnly {
    id: Option<DocumentId>,
}

/// Makes a draft variation of an accepted quote's job. The client may choose the id: the same request sent again
/// returns the same variation. If the body has no lines, the variation is for the quote's customer and from its
/// business, is treated like the quote for VAT and CIS, is dated today and has no lines yet.
#[utoipa::path(post, path = "/{id}/variations", tag = "documents",
    params(("id" = String, Path)), request_body = Create<QuoteInput>,
    responses((status = 201, body = Quote), (status = 400, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn create_variation(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(_kind, id): DocumentPath,
    key: IdempotencyKey,
    body: RawJson,
) -> Result<axum::response::Response, ApiError> {
    let route = format!("quote/{id}/variations");
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body.0);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let mut quote = StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, &id).await?;
    let row = new_draft(&state, &mut tx, &quote, &body, now).await?;
    let stored = match store::find_by_id(&mut tx, &row.id).await? {
        Some(existing) => find_same_create(&mut tx, &quote, &row, existing).await?,
        None => {
            let today = documents::today(&state)?;
            let made = start_variation(&state, &mut tx, &mut quote, &row, today).await?;
            made.ok_or_else(id_in_use)?
        }
    };
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The variation that an earlier copy of the same request created.
async fn find_same_create(
    tx: &mut WriteTx,
    quote: &StoredDocument,
    document_row: &DocumentRow,
    existing: DocumentRow,
) -> Result<StoredDocument, ApiError> {
    let same = existing.user_id == document_row.user_id
        && existing.variation_of_id.as_ref() == Some(&quote.row.id)
        && existing.created_from == document_row.created_from;
    if !same {
        return Err(id_in_use());
    }
    StoredDocument::load(tx, existing).await
}

fn id_in_use() -> ApiError {
    ApiError::conflict("id_in_use", "Something else already has this id.")
}

/// The row of the draft, from the body if it has lines, and otherwise from the quote.
async fn new_draft(
    state: &AppState,
    tx: &mut WriteTx,
    quote: &StoredDocument,
    raw: &RawJson,
    now: i64,
) -> Result<DocumentRow, ApiError> {
    let value: Value = match raw.0.is_empty() {
        true => Value::Null,
        false => raw.parse()?,
    };
    if value.get("items").is_some() {
        let mut body = body::parse_as(DocumentKind::Quote, raw, true)?;
        body.document = body.document_priced_as(&quote.document)?;
        let user_id = &quote.row.user_id;
        fields::check_references(tx, user_id, &body.head, None).await?;
        photos::check_photos(tx, user_id, &body.document.photos, &[]).await?;
        photos::check_photo_lines(&body.document, None)?;
        let mut row = drafting::new_draft_row(state, user_id, DocumentKind::Quote, &body, now)?;
        // A variation belongs to the same business and customer as its job.
        row.business_profile_id.clone_from(&quote.row.business_profile_id);
        if row.contact_id.is_none() {
            row.contact_id.clone_from(&quote.row.contact_id);
        }
        check_same_parties(tx, &quote.row, &row).await?;
        return Ok(row);
    }
    let alone: IdOnly = match value {
        Value::Null => IdOnly::default(),
        _ => raw.parse()?,
    };
    let document = begun(&quote.document);
    let days = match (quote.issue_date(), quote.written_due_date()) {
        (Some(issued), Some(due)) => issued.days_until(due),
        _ => i64::from(DocumentKind::Quote.facts().end_days),
    };
    let content = (&document, &calculate_totals(&document)?);
    let mut row = copying::new_draft(state, &quote.row, DocumentKind::Quote, content, days)?;
    // Its description and notes are its own.
    row.job_description.clear();
    row.notes.clear();
    if let Some(id) = alone.id {
        row.id = id;
    }
    row.created_from = sha256_hex(format!("variation of {}", quote.row.id));
    Ok(row)
}

/// What a variation without lines takes from its quote: its VAT and CIS treatment and the right to cancel. Every field
/// is named, so that a new field doesn't compile until somebody decides whether a variation begins with it.
fn begun(quote: &Document) -> Document {
    let Document {
        document_labour_unit_type,
        vat_treatment,
        tax,
        prices_include_vat,
        vat_answers,
        agreement,
        cis_rate,
        // A variation has its own contents, prices and choice of what is displayed.
        items: _,
        include_labour: _,
        labour_hours: _,
        labour_rate: _,
        labour_unit_type: _,
        include_discount: _,
        discount: _,
        discount_type: _,
        discount_reason: _,
        supply_date: _,
        sections: _,
        price_display: _,
        photos: _,
        choices: _,
        chosen_choice: _,
        // A variation does not have these fields.
        include_deposit: _,
        deposit: _,
        deposit_type: _,
        deposit_reason: _,
        invoiced: _,
        variation: _,
        variations: _,
        payments: _,
    } = quote.clone();
    Document {
        variation: true,
        document_labour_unit_type,
        vat_treatment,
        tax,
        prices_include_vat,
        vat_answers,
        // The time of the job's work says nothing about the variation's.
        agreement: agreement.map(|it| Agreement { work_time: None, ..it }),
        cis_rate,
        ..Document::default()
    }
}

#[cfg(test)]
mod tests {
    use plumbline_core::document::sample;

    use super::*;

    #[test]
    fn a_new_variation_copies_only_vat_cis_and_agreement_of_its_quote() {
        let quote = sample::every_field();
        let begun = begun(&quote);
        let agreement = quote.agreement.map(|it| Agreement { work_time: None, ..it });
        assert_eq!(begun.agreement, agreement);
        let given = |it: &Document| {
            (
                (it.document_labour_unit_type, it.vat_treatment, it.tax.clone()),
                (it.prices_include_vat, it.vat_answers.clone(), it.cis_rate.clone()),
                it.variation,
            )
        };
        let of_quote = (
            (quote.document_labour_unit_type, quote.vat_treatment, quote.tax.clone()),
            (quote.prices_include_vat, quote.vat_answers.clone(), quote.cis_rate.clone()),
            true,
        );
        assert_eq!(given(&begun), of_quote);
        let nothing = Document {
            document_labour_unit_type: begun.document_labour_unit_type,
            vat_treatment: begun.vat_treatment,
            tax: begun.tax.clone(),
            prices_include_vat: begun.prices_include_vat,
            vat_answers: begun.vat_answers.clone(),
            agreement: begun.agreement.clone(),
            cis_rate: begun.cis_rate.clone(),
            variation: true,
            ..Document::default()
        };
        assert_eq!(begun, nothing);
    }
}
