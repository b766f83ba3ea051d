//! PUT /api/quote-templates/{id}

use axum::Json;
use axum::extract::State;

use super::fields::{self, QuoteTemplateInput};
use super::store::{self, QuoteTemplateRow};
use super::{QuoteTemplate, limits};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{Path, RawJson, Update};
use plumbline_platform::ids::QuoteTemplateId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::references;

/// Replaces the contents of a quote template. `version` is the one that was changed; if it is no longer the newest, 409
/// with the newest. The same request sent again changes nothing more. Quotes that were made from it are unchanged.
#[utoipa::path(put, path = "/api/quote-templates/{id}", tag = "quote-templates", params(QuoteTemplateId),
    request_body = Update<QuoteTemplateInput>,
    responses((status = 200, body = QuoteTemplate), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<QuoteTemplateId>,
    body: RawJson,
) -> Result<Json<QuoteTemplate>, ApiError> {
    let mut fields = fields::parse(&body)?;
    let over = fields.body.head.version.ok_or_else(|| {
        let text = "Say which version this change was made from.";
        ApiError::rule_broken(vec![FieldError::new("version", "required", text)])
    })?;
    let mut tx = state.db.begin_write().await?;
    let found = store::find(&mut tx, &user.id, &id).await?;
    let before = found.ok_or_else(super::not_found)?;
    fields.body.document = fields.body.document_replacing(&before.document()?)?;
    let head = &fields.body.head;
    let mut row = QuoteTemplateRow::new(id, &user.id, &fields, state.clock.now_ms())?;
    row.version = over.saturating_add(1);
    row.created_at = before.created_at;
    row.created_from.clone_from(&before.created_from);
    if before.version == row.version && before.saved_from == row.saved_from {
        return Ok(Json(before.try_into()?));
    }
    if before.version != over {
        return Err(version_conflict(before));
    }
    // A business profile that was archived since may remain.
    if head.business_profile_id != before.business_profile_id {
        references::check_references(&mut tx, &user.id, head, None).await?;
    }
    limits::check(&mut tx, &row).await?;
    if !store::update(&mut tx, &row, over).await? {
        // The template was changed or deleted between the check and the write.
        let now = store::find(&mut tx, &user.id, &row.id).await?;
        return Err(version_conflict(now.ok_or_else(super::not_found)?));
    }
    super::record_activity(&state, &mut tx, "updated", &row).await?;
    let more = StorageUse::of_bytes(row.weight - before.weight);
    quota::count_storage(&state, &mut tx, &user.id, more).await?;
    tx.commit().await?;
    Ok(Json(row.try_into()?))
}

fn version_conflict(now: QuoteTemplateRow) -> ApiError {
    match QuoteTemplate::try_from(now) {
        Ok(now) => ApiError::stale_version(&now),
        Err(error) => error,
    }
}
