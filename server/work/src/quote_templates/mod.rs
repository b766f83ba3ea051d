//! Quote templates: whole quotes that a business writes again and again, with their lines, sections, choices,
//! costs, deposit, discount, notes and terms, and without anything that belongs to one job.
//!
//! ```text
//! fields     what is typed of one
//! response   one in a response
//! limits     how many an account has, and how large they are
//! store      the table
//! ```
//!
//! A quote is made from one by an ordinary create (`POST /api/quotes`), so that a device without signal makes it
//! like any other.

mod fields;
pub mod store;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde_json::{Value, json};
use store::QuoteTemplateRow;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{Create, Path, RawJson, Update};
use plumbline_platform::ids::{DocumentId, QuoteTemplateId, UserId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::{AppState, Services};
use plumbline_records::activities;

pub use fields::{QuoteTemplate, QuoteTemplateInput};

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(read, update, delete))
}

/// All templates of an account, for its export.
pub async fn export(conn: &mut Conn, user_id: &UserId) -> DbResult<Vec<Value>> {
    let rows = store::list(conn, user_id).await?;
    rows.iter().map(to_export).collect()
}

fn to_export(row: &QuoteTemplateRow) -> DbResult<Value> {
    let QuoteTemplateRow {
        id,
        user_id: _,      // the account, which is the same for the whole export
        version: _,      // counts the changes
        created_from: _, // digests, by which repeated saves are recognised
        saved_from: _,
        name,
        name_key: _, // the name in the form in which names are compared
        business_profile_id,
        job_description,
        notes,
        template,
        terms,
        input,
        rules_version: _, // by which the total was calculated
        total_amount,
        weight: _, // counts towards the account's storage quota
        created_at,
        updated_at,
    } = row;
    let input: Value = serde_json::from_str(input).map_err(|error| sqlx::Error::Decode(error.into()))?;
    Ok(json!({
        "id": id,
        "name": name,
        "businessProfileId": business_profile_id,
        "jobDescription": job_description,
        "notes": notes,
        "template": template,
        "terms": terms,
        "totalAmount": total_amount,
        "document": input,
        "createdAt": created_at,
        "updatedAt": updated_at,
    }))
}

fn not_found() -> ApiError {
    ApiError::not_found("Template")
}

/// Records an activity about a template.
async fn record_activity(
    services: &Services,
    conn: &mut Conn,
    kind: &str,
    row: &QuoteTemplateRow,
) -> Result<(), ApiError> {
    let subject = ("quote_template", row.id.as_str(), row.name.as_str());
    activities::record_named(services, conn, &row.user_id, kind, subject).await
}

/// Creates a quote template: at most 200, each with its own name. The client may choose the `id`: the same request sent
/// again returns the same template.
#[utoipa::path(post, path = "/api/quote-templates", tag = "quote-templates",
    request_body = Create<QuoteTemplateInput>,
    responses((status = 201, body = QuoteTemplate), (status = 400, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    body: RawJson,
) -> Result<(StatusCode, Json<QuoteTemplate>), ApiError> {
    let fields = fields::parse(&body)?;
    let id = fields.body.head.id.as_ref().map(DocumentId::as_str).map(str::parse).transpose();
    let id = id.map_err(ApiError::internal)?;
    let id: QuoteTemplateId = id.unwrap_or_else(|| state.ids.new_id());
    let row = QuoteTemplateRow::new(id, &user.id, &fields, state.clock.now_ms())?;
    let mut tx = state.db.begin_write().await?;
    if let Some(made) = store::find_by_id(&mut tx, &row.id).await? {
        return respond_to_repeat(&row, made);
    }
    plumbline_records::documents::drafting::fields::check_references(
        &mut tx,
        &user.id,
        &fields.body.head,
        None,
    )
    .await?;
    fields::check(&mut tx, &row).await?;
    if !store::insert(&mut tx, &row).await? {
        // Another request with this id came first, between the check and the write.
        let made = store::find_by_id(&mut tx, &row.id).await?;
        return respond_to_repeat(&row, made.ok_or_else(ApiError::id_taken)?);
    }
    record_activity(&state, &mut tx, "created", &row).await?;
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

/// All quote templates of the account, by name. Each is complete, so that a device without signal can make a quote from
/// any of them.
#[utoipa::path(get, path = "/api/quote-templates", tag = "quote-templates",
    responses((status = 200, body = Vec<QuoteTemplate>)))]
async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<QuoteTemplate>>, ApiError> {
    let mut conn = state.db.read().await?;
    let rows = store::list(&mut conn, &user.id).await?;
    drop(conn);
    let templates: Result<Vec<QuoteTemplate>, ApiError> =
        rows.into_iter().map(QuoteTemplate::try_from).collect();
    templates.map(Json)
}

/// One quote template.
#[utoipa::path(get, path = "/api/quote-templates/{id}", tag = "quote-templates", params(QuoteTemplateId),
    responses((status = 200, body = QuoteTemplate), (status = 404, body = ErrorBody)))]
async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<QuoteTemplateId>,
) -> Result<Json<QuoteTemplate>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    let found = found.ok_or_else(not_found)?;
    Ok(Json(found.try_into()?))
}

/// Replaces the contents of a quote template. `version` is the one that was changed; if it is no longer the newest, 409
/// with the newest. The same request sent again changes nothing more. Quotes that were made from it are unchanged.
#[utoipa::path(put, path = "/api/quote-templates/{id}", tag = "quote-templates", params(QuoteTemplateId),
    request_body = Update<QuoteTemplateInput>,
    responses((status = 200, body = QuoteTemplate), (status = 400, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn update(
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
    let before = found.ok_or_else(not_found)?;
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
        plumbline_records::documents::drafting::fields::check_references(&mut tx, &user.id, head, None)
            .await?;
    }
    fields::check(&mut tx, &row).await?;
    if !store::update(&mut tx, &row, over).await? {
        // The template was changed or deleted between the check and the write.
        let now = store::find(&mut tx, &user.id, &row.id).await?;
        return Err(version_conflict(now.ok_or_else(not_found)?));
    }
    record_activity(&state, &mut tx, "updated", &row).await?;
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

/// Deletes a quote template permanently. Quotes that were made from it remain.
#[utoipa::path(delete, path = "/api/quote-templates/{id}", tag = "quote-templates", params(QuoteTemplateId),
    responses((status = 204), (status = 404, body = ErrorBody)))]
async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<QuoteTemplateId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    let gone = gone.ok_or_else(not_found)?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(not_found());
    }
    record_activity(&state, &mut tx, "deleted", &gone).await?;
    let less = StorageUse::of_bytes(gone.weight).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

#[cfg(test)]
mod tests {
    use plumbline_core::money::Pence;

    use super::*;

    fn id<T: std::str::FromStr<Err: std::fmt::Debug>>(last: u8) -> T {
        format!("01930000-0000-7000-8000-0000000000{last:02}").parse().unwrap()
    }

    #[test]
    fn exports_everything_stored_of_a_quote_template() {
        let row = QuoteTemplateRow {
            id: id(1),
            user_id: id(2),
            version: 3,
            created_from: "a digest".to_owned(),
            saved_from: "another digest".to_owned(),
            name: "Bathroom refit".to_owned(),
            name_key: "bathroom refit".to_owned(),
            business_profile_id: Some(id(4)),
            job_description: "Fit a bath".to_owned(),
            notes: "Parking at the back".to_owned(),
            template: Some("bold".to_owned()),
            terms: Some("Payment on the day".to_owned()),
            input: r#"{"tax":"20"}"#.to_owned(),
            rules_version: 5,
            total_amount: Pence(600),
            weight: 7,
            created_at: 8,
            updated_at: 9,
        };
        let expected = json!({
            "id": row.id,
            "name": "Bathroom refit",
            "businessProfileId": row.business_profile_id,
            "jobDescription": "Fit a bath",
            "notes": "Parking at the back",
            "template": "bold",
            "terms": "Payment on the day",
            "totalAmount": "6.00",
            "document": { "tax": "20" },
            "createdAt": 8,
            "updatedAt": 9,
        });
        assert_eq!(to_export(&row).unwrap(), expected);
    }
}
