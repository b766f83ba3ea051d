//! POST /api/quote-templates

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::fields::{self, QuoteTemplateInput};
use super::store::{self, QuoteTemplateRow};
use super::{QuoteTemplate, limits};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{Create, RawJson};
use plumbline_platform::ids::QuoteTemplateId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::drafting::references;

/// Creates a quote template: at most 200, each with its own name. The client may choose the `id`: the same request sent
/// again returns the same template.
#[utoipa::path(post, path = "/api/quote-templates", tag = "quote-templates",
    request_body = Create<QuoteTemplateInput>,
    responses((status = 201, body = QuoteTemplate), (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    body: RawJson,
) -> Result<(StatusCode, Json<QuoteTemplate>), ApiError> {
    let fields = fields::parse(&body)?;
    let id = fields.body.head.id.as_deref().map(str::parse).transpose();
    let id = id.map_err(ApiError::internal)?;
    let id: QuoteTemplateId = id.unwrap_or_else(|| state.ids.new_id());
    let row = QuoteTemplateRow::new(id, &user.id, &fields, state.clock.now_ms())?;
    let mut tx = state.db.begin_write().await?;
    if let Some(made) = store::find_by_id(&mut tx, &row.id).await? {
        return respond_to_repeat(&row, made);
    }
    references::check_references(&mut tx, &user.id, &fields.body.head, None).await?;
    limits::check(&mut tx, &row).await?;
    if !store::insert(&mut tx, &row).await? {
        // Another request with this id came first, between the check and the write.
        let made = store::find_by_id(&mut tx, &row.id).await?;
        return respond_to_repeat(&row, made.ok_or_else(ApiError::id_taken)?);
    }
    super::record_activity(&state, &mut tx, "created", &row).await?;
    let more = StorageUse::of_bytes(row.weight);
    quota::count_storage(&state, &mut tx, &user.id, more).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(row.try_into()?)))
}

/// The response for an id that is taken: the same as before if an earlier copy of this request created it.
fn respond_to_repeat(
    quote_template_row: &QuoteTemplateRow,
    made: QuoteTemplateRow,
) -> Result<(StatusCode, Json<QuoteTemplate>), ApiError> {
    if made.user_id != quote_template_row.user_id || made.created_from != quote_template_row.created_from {
        return Err(ApiError::id_taken());
    }
    Ok((StatusCode::CREATED, Json(made.try_into()?)))
}
