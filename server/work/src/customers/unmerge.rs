//! GET /api/contacts/{id}/merges · POST /api/contacts/{id}/merge/undo

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use super::store::{self as merge_store, MergeRecord};
use crate::chasing;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::ContactId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::contacts::store::ContactRow;
use plumbline_records::contacts::{Contact, ContactFields, renaming, store};
use plumbline_tax::cis;

/// A merge that can be undone.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct ContactMerge {
    /// The id of the contact that went, UUIDv7.
    pub other: String,
    /// The name of the contact that went, or else of its company.
    pub name: String,
    /// When they were merged, unix milliseconds.
    pub merged_at: i64,
    /// Until when it can be undone, unix milliseconds.
    pub until: i64,
}

/// The merge to undo.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct UndoMergeRequest {
    /// The version of the contact that remained.
    pub version: i64,
    /// The contact that went.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub other: ContactId,
}

/// The merges into a contact that can be undone, newest first: those of the last thirty days, at most the last twenty
/// of an account.
#[utoipa::path(get, path = "/api/contacts/{id}/merges", tag = "contacts", operation_id = "merges", params(ContactId),
    responses((status = 200, body = Vec<ContactMerge>), (status = 404, body = ErrorBody)))]
pub(super) async fn list_merges(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
) -> Result<Json<Vec<ContactMerge>>, ApiError> {
    let mut conn = state.db.begin_read().await?;
    if store::find(&mut conn, &user.id, &id).await?.is_none() {
        return Err(ApiError::not_found("Contact"));
    }
    let now = state.clock.now_ms();
    let rows = merge_store::list_into_contact(&mut conn, &user.id, &id, now).await?;
    let result = rows.into_iter().map(|row| -> Result<ContactMerge, ApiError> {
        let noted: MergeRecord = serde_json::from_str(&row.noted)?;
        Ok(ContactMerge {
            other: row.merged_id.to_string(),
            name: noted.gone.display_name().to_owned(),
            merged_at: row.merged_at,
            until: row.merged_at + merge_store::UNDO_WINDOW,
        })
    });
    Ok(Json(result.collect::<Result<_, _>>()?))
}

/// Undoes a merge of two contacts within thirty days. The contact that went is restored as it was, with the documents,
/// expenses and payments that it had; what was made since belongs to the other. Each field of that one is as before the
/// merge, unless it was changed since.
#[utoipa::path(post, path = "/api/contacts/{id}/merge/undo", tag = "contacts", operation_id = "undo_merge",
    params(ContactId), request_body = UndoMergeRequest, responses((status = 200, body = Contact),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn undo_merge(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    key: IdempotencyKey,
    ApiJson(request): ApiJson<UndoMergeRequest>,
) -> Result<Response, ApiError> {
    let route = format!("contacts/{id}/merge/undo");
    let body = serde_json::to_vec(&request)?;
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    store::lock(&mut tx, &user.id, &id).await?;
    let stays = store::find(&mut tx, &user.id, &id).await?;
    let stays = stays.ok_or_else(|| ApiError::not_found("Contact"))?;
    let merges = merge_store::list_into_contact(&mut tx, &user.id, &id, now).await?;
    let row = merges.into_iter().find(|row| row.merged_id == request.other).ok_or_else(merge_over)?;
    if stays.version != request.version {
        return Err(ApiError::stale_version(&Contact::from(stays)));
    }
    let noted: MergeRecord = serde_json::from_str(&row.noted)?;
    let goes = ContactRow {
        id: row.merged_id.clone(),
        user_id: user.id.clone(),
        version: noted.gone_version.saturating_add(1),
        created_at: noted.gone_created_at,
        updated_at: now,
        fields: noted.gone.clone(),
    };
    if !store::restore(&mut tx, &goes).await? {
        return Err(ApiError::conflict("id_in_use", "Something else has this customer’s id by now."));
    }
    let fields = restore_fields(&stays.fields, &noted)?;
    if !store::update(&mut tx, &user.id, &id, stays.version, &fields, now).await? {
        return Err(ApiError::not_found("Contact"));
    }
    merge_store::restore_references(&mut tx, &user.id, &noted.moved, [&id, &goes.id]).await?;
    cis::undo_merge(&mut tx, &user.id, [&goes.id, &id], &noted.cis).await?;
    chasing::restore_switches(&mut tx, [&id, &goes.id], noted.is_off).await?;
    for (contact, fields) in [(&id, &fields), (&goes.id, &goes.fields)] {
        let names = [fields.name.as_str(), &fields.company];
        renaming::rename_in_documents(&state, &mut tx, (&user.id, contact), names).await?;
    }
    merge_store::delete(&mut tx, &user.id, &goes.id).await?;
    let data = serde_json::json!({
        "name": fields.display_name(), "reason": goes.fields.display_name(),
    });
    activities::record(&state, &mut tx, &user.id, "unmerged", ("contact", id.as_str()), &data).await?;
    let more = fields.stored_size() + goes.fields.stored_size() - stays.fields.stored_size();
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(more)).await?;
    let saved = store::find(&mut tx, &user.id, &id).await?;
    let contact_row = saved.ok_or_else(|| ApiError::not_found("Contact"))?;
    let answer = Contact::from(contact_row);
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

fn merge_over() -> ApiError {
    ApiError::conflict(
        "merge_over",
        "You can no longer undo this merge: it has already been undone, or it is more than 30 days old.",
    )
}

/// The remaining contact as it was before the merge, except for the fields that were changed since.
fn restore_fields(now: &ContactFields, noted: &MergeRecord) -> Result<ContactFields, ApiError> {
    let fields = |of: &ContactFields| -> Result<Map<String, Value>, ApiError> {
        match serde_json::to_value(of)? {
            Value::Object(fields) => Ok(fields),
            _ => Err(ApiError::internal("the fields of a contact are no object")),
        }
    };
    let (mut now, before, after) = (fields(now)?, fields(&noted.before)?, fields(&noted.after)?);
    for (name, value) in &mut now {
        if after.get(name) == Some(value)
            && let Some(before) = before.get(name)
        {
            value.clone_from(before);
        }
    }
    Ok(serde_json::from_value(Value::Object(now))?)
}
