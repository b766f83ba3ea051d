//! Duplicating a document as a draft.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::document::{Agreement, Document};
use plumbline_core::kind::DocumentKind;
use plumbline_core::status::quote::VariedJob;

use super::{calculate_copy_totals, new_draft};
use crate::documents::issuing::variation;
use crate::documents::path::DocumentPath;
use crate::documents::reading::response::DocumentResponse;
use crate::documents::stored::StoredDocument;
use crate::documents::today;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// Makes a draft with the same content, dated today, with as many days to its expiry or due date. Payments, photos,
/// number and link are not copied. The copy of a variation varies the same job, with its photos, if that can still be
/// varied; otherwise it is a quote of its own.
#[utoipa::path(post, path = "/{id}/duplicate", tag = "documents",
    params(("id" = String, Path)), responses(
    (status = 201, body = DocumentResponse), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn duplicate(
    State(state): State<AppState>,
    user: CurrentUser,
    DocumentPath(kind, id): DocumentPath,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/duplicate", kind.code());
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let original = StoredDocument::find(&mut tx, &user.id, kind, &id).await?;
    let job = match &original.row.variation_of_id {
        Some(job) if original.row.varied_job() == VariedJob::Job => {
            Some(StoredDocument::lock(&mut tx, &user.id, DocumentKind::Quote, job).await?)
        }
        _ => None,
    };
    let document = copy_content(&original.document, job.is_some());
    let days = match (original.issue_date(), original.written_due_date()) {
        (Some(issued), Some(due)) => issued.days_until(due),
        _ => i64::from(kind.facts().end_days),
    };
    let lines: Vec<usize> = (0..document.items.len()).collect();
    let totals = calculate_copy_totals(&document, &lines)?;
    let mut draft = new_draft(&state, &original.row, kind, (&document, &totals), days)?;
    draft.copied_from_id = Some(original.row.id.clone());
    let stored = match job {
        Some(mut job) => {
            let made = variation::start_variation(&state, &mut tx, &mut job, &draft, today(&state)?).await?;
            made.ok_or_else(|| ApiError::internal("a new id was taken"))?
        }
        None => StoredDocument::insert_new(&state, &mut tx, &draft).await?,
    };
    let answer = DocumentResponse::from_stored(&state, &mut tx, stored).await?;
    let response = repeatable.store_response(&mut tx, StatusCode::CREATED, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// The content of the copy, for the same job or for another. Every field is named, so that a new one doesn't compile
/// until somebody decides whether a copy has it.
fn copy_content(original: &Document, is_same_job: bool) -> Document {
    let Document {
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
        price_display,
        agreement,
        photos,
        choices,
        chosen_choice,
        include_deposit,
        deposit,
        deposit_type,
        deposit_reason,
        cis_rate,
        invoiced,
        variation,
        variations,
        payments: _, // of the original
    } = original.clone();
    let mut copy = Document {
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
        price_display,
        agreement,
        photos,
        choices,
        chosen_choice,
        include_deposit,
        deposit,
        deposit_type,
        deposit_reason,
        cis_rate,
        invoiced,
        variation,
        variations,
        payments: Vec::new(),
    };
    if !is_same_job {
        // The copy is for another job, on another day, and varies no job.
        copy.supply_date = None;
        copy.vat_answers = None;
        copy.variation = false;
        // The photos show one customer's home, and the copy may be for another customer.
        copy.photos.clear();
        // What is supplied belongs to the kind of work; when it is done doesn't.
        let supplies = copy.agreement.and_then(|it| it.supplies);
        copy.agreement =
            supplies.map(|supplies| Agreement { supplies: Some(supplies), ..Agreement::default() });
    }
    copy
}

#[cfg(test)]
mod tests {
    use plumbline_core::document::sample;

    use super::*;

    #[test]
    fn a_copy_for_the_same_job_omits_only_the_payments() {
        let original = sample::every_field();
        let mut expected = original.clone();
        expected.payments.clear();
        assert_eq!(copy_content(&original, true), expected);
    }

    #[test]
    fn a_copy_for_another_job_keeps_only_what_describes_the_work() {
        let original = sample::every_field();
        let mut expected = original.clone();
        expected.payments.clear();
        expected.supply_date = None;
        expected.vat_answers = None;
        expected.variation = false;
        expected.photos.clear();
        expected.agreement = Some(Agreement {
            supplies: original.agreement.as_ref().and_then(|it| it.supplies),
            ..Agreement::default()
        });
        assert_eq!(copy_content(&original, false), expected);
    }
}
