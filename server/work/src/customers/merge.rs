//! POST /api/contacts/{id}/merge

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store::{self as merge_store, MergeRecord, MergeRow};
use crate::chasing;
use crate::recurring::store as recurring;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::idempotency::{IdempotencyKey, IdempotentRequest};
use plumbline_platform::ids::ContactId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::contacts::{Contact, ContactFields, join, renaming, store};
use plumbline_records::documents::store::parties;
use plumbline_records::expenses::store as expenses;
use plumbline_records::summaries::customer;
use plumbline_tax::cis;

/// Which contact is merged into the one that remains.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct MergeRequest {
    /// The version of the contact that remains.
    pub version: i64,
    /// The contact that is merged into it.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(as = "String"))]
    pub other: ContactId,
    /// Its version.
    pub other_version: i64,
}

/// Merges two contacts into one, which gets the documents of both. Its empty fields are filled in from the other, the
/// job addresses and notes of both remain, and other differences are added to its notes. Issued documents still name
/// the customer to whom they were issued. A merge can be undone for thirty days.
#[utoipa::path(post, path = "/api/contacts/{id}/merge", tag = "contacts", params(ContactId),
    request_body = MergeRequest, responses((status = 200, body = Contact),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn merge_contacts(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    key: IdempotencyKey,
    ApiJson(request): ApiJson<MergeRequest>,
) -> Result<Response, ApiError> {
    if request.other == id {
        let text = "Choose another customer: this is the same one.";
        return Err(ApiError::rule_broken(vec![FieldError::new("other", "same", text)]));
    }
    let route = format!("contacts/{id}/merge");
    let body = serde_json::to_vec(&request)?;
    let repeatable = IdempotentRequest::new(format!("user:{}", user.id), key, route, &body);
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    // Always in the same order, whichever remains, so that two merges of the same contacts wait for each other.
    let mut ids = [&id, &request.other];
    ids.sort();
    for one in ids {
        store::lock(&mut tx, &user.id, one).await?;
    }
    let missing = || ApiError::not_found("Contact");
    let stays = store::find(&mut tx, &user.id, &id).await?.ok_or_else(missing)?;
    let goes = store::find(&mut tx, &user.id, &request.other).await?;
    let goes = goes.ok_or_else(missing)?;
    for (row, version) in [(&stays, request.version), (&goes, request.other_version)] {
        if row.version != version {
            return Err(ApiError::stale_version(&Contact::from(row.clone())));
        }
    }
    let fields = join_contacts(&stays.fields, &goes.fields)?;
    if !store::update(&mut tx, &user.id, &id, stays.version, &fields, now).await? {
        return Err(missing());
    }
    let noted = MergeRecord {
        before: stays.fields.clone(),
        after: fields.clone(),
        gone: goes.fields.clone(),
        gone_created_at: goes.created_at,
        gone_version: goes.version,
        is_off: chasing::load_switches(&mut tx, [&id, &goes.id]).await?,
        moved: merge_store::find_references(&mut tx, &user.id, &goes.id).await?,
        cis: cis::save_before_merge(&mut tx, &user.id, [&goes.id, &id]).await?,
    };
    parties::reassign_contact(&mut tx, &user.id, [&goes.id, &id]).await?;
    customer::reassign_contact(&mut tx, &user.id, [&goes.id, &id]).await?;
    expenses::reassign_contact(&mut tx, &user.id, [&goes.id, &id]).await?;
    cis::reassign_contact(&mut tx, &user.id, [&goes.id, &id]).await?;
    chasing::merge_switches(&mut tx, [&goes.id, &id]).await?;
    recurring::reassign_contact(&mut tx, &user.id, [&goes.id, &id]).await?;
    let names = [fields.name.as_str(), &fields.company];
    renaming::rename_in_documents(&state, &mut tx, (&user.id, &id), names).await?;
    store::delete(&mut tx, &user.id, &goes.id).await?;
    let row = MergeRow {
        merged_id: goes.id.clone(),
        user_id: user.id.clone(),
        contact_id: id.clone(),
        merged_at: now,
        noted: serde_json::to_string(&noted)?,
    };
    merge_store::save(&mut tx, &row).await?;
    let data = serde_json::json!({
        "name": fields.display_name(), "reason": goes.fields.display_name(),
    });
    activities::record(&state, &mut tx, &user.id, "merged", ("contact", id.as_str()), &data).await?;
    let more = fields.stored_size() - stays.fields.stored_size() - goes.fields.stored_size();
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(more)).await?;
    let contact_row = store::find(&mut tx, &user.id, &id).await?.ok_or_else(missing)?;
    let answer = Json(Contact::from(contact_row)).0;
    let response = repeatable.store_response(&mut tx, StatusCode::OK, &answer).await?;
    tx.commit().await?;
    Ok(response)
}

/// Both contacts as one, without losing anything.
fn join_contacts(stays: &ContactFields, goes: &ContactFields) -> Result<ContactFields, ApiError> {
    let mut fields = stays.clone();
    let joined = join::join(&mut fields, goes);
    let differs = joined.differs.iter();
    let differs: Vec<String> = differs.map(|(what, says)| format!("{what} {says}")).collect();
    if !differs.is_empty() {
        join::add_note(&mut fields, &format!("Also: {}", differs.join("; ")));
    }
    let notes = goes.notes.trim();
    let is_noted =
        fields.notes.contains(notes) && (differs.is_empty() || fields.notes.contains(&differs.join("; ")));
    if !is_noted {
        let text = "Together their notes are too long for one contact. Please shorten them first.";
        return Err(ApiError::rule_broken(vec![FieldError::new("notes", "too_long", text)]));
    }
    if !goes.sites.iter().all(|site| fields.sites.contains(site)) {
        let text =
            "Together they have more job addresses than one contact can have. Please remove some first.";
        return Err(ApiError::rule_broken(vec![FieldError::new("sites", "too_many", text)]));
    }
    Ok(fields)
}
