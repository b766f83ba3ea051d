//! Contacts: the customers of a business, with the field names of `docs/product.md`, section 3.

mod export;
pub mod fields;
pub mod import;
pub mod join;
pub mod renaming;
pub mod store;

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::activities;
use crate::summaries::{account, customer, recurring};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::form::FRAME_MAX;
use plumbline_platform::http::{ApiJson, Create, Path, Update, Write};
use plumbline_platform::ids::{ContactId, UserId};
use plumbline_platform::jobs::JobHandler;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

pub use fields::{ContactFields, CustomerType, VatRegistered};

/// The module's job handlers.
pub const JOB_HANDLERS: &[JobHandler] = &[renaming::JOB_HANDLER];

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    let import = OpenApiRouter::new()
        .routes(routes!(import::preview))
        .routes(routes!(import::import))
        .layer(DefaultBodyLimit::max(import::FILE_LIMIT.0 + FRAME_MAX));
    OpenApiRouter::new()
        .merge(import)
        .routes(routes!(export::export))
        .routes(routes!(list, create))
        .routes(routes!(read, update, delete))
}

/// A contact.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, rename = "ContactRecord"))]
#[schema(as = ContactRecord)]
pub struct Contact {
    /// The id.
    #[schema(value_type = String)]
    pub id: ContactId,
    /// The version; an update sends the base version.
    pub version: i64,
    /// The fields as entered.
    #[serde(flatten)]
    pub fields: ContactFields,
    /// Milliseconds since the epoch.
    #[serde(rename = "createdAt")]
    pub created_at: i64,
    /// Milliseconds since the epoch.
    #[serde(rename = "updatedAt")]
    pub updated_at: i64,
}

fn not_found() -> ApiError {
    ApiError::not_found("Contact")
}

/// Creates a contact. The client may choose the `id`; repeating the request returns the same contact.
#[utoipa::path(post, path = "/api/contacts", tag = "contacts", request_body = Create<ContactFields>,
    responses((status = 201, body = Contact), (status = 409, body = plumbline_platform::error::ErrorBody),
        (status = 422, body = plumbline_platform::error::ErrorBody)))]
async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<ContactFields>>,
) -> Result<(StatusCode, Json<Contact>), ApiError> {
    let id = request.id_or_new(&state.ids)?;
    let fields = request.fields.checked()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let is_new = store::insert(&mut tx, &user.id, &id, &fields, now).await?;
    // Not written if the id exists already: then it is this account's own contact, sent again.
    let Some(made) = store::find(&mut tx, &user.id, &id).await? else {
        return Err(ApiError::id_taken());
    };
    let made = Contact::from(made);
    // Refused if the stored contact has different contents, so that what was entered isn't silently lost.
    if !is_new && made.version == 1 && made.fields != fields {
        return Err(ApiError::id_taken());
    }
    if is_new {
        let subject = ("contact", made.id.as_str(), made.fields.display_name());
        activities::record_named(&state, &mut tx, &user.id, "created", subject).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(made.fields.stored_size()))
            .await?;
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Every contact of the account, by name.
#[utoipa::path(get, path = "/api/contacts", tag = "contacts", responses((status = 200, body = Vec<Contact>)))]
async fn list(State(state): State<AppState>, user: CurrentUser) -> Result<Json<Vec<Contact>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}

/// One contact.
#[utoipa::path(get, path = "/api/contacts/{id}", tag = "contacts", params(ContactId),
    responses((status = 200, body = Contact), (status = 404, body = plumbline_platform::error::ErrorBody)))]
async fn read(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
) -> Result<Json<Contact>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    found.map(Contact::from).map(Json).ok_or_else(not_found)
}

/// Replaces a contact's fields. `version` is the base version; if it is no longer the newest, the response is 409 with
/// the newest. Repeating the request changes nothing.
#[utoipa::path(put, path = "/api/contacts/{id}", tag = "contacts",
    params(ContactId), request_body = Update<ContactFields>,
    responses((status = 200, body = Contact), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 409, body = plumbline_platform::error::ErrorBody), (status = 422, body = plumbline_platform::error::ErrorBody)))]
async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    ApiJson(request): ApiJson<Write<ContactFields>>,
) -> Result<Json<Contact>, ApiError> {
    let version = request.check_version(&id)?;
    let fields = request.fields.checked()?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let before = store::find(&mut tx, &user.id, &id).await?;
    let (before, called) = before.map_or_else(Default::default, |row| {
        (row.fields.stored_size(), [row.fields.name, row.fields.company])
    });
    let written = store::update(&mut tx, &user.id, &id, version, &fields, now).await?;
    let current = store::find(&mut tx, &user.id, &id).await?.map(Contact::from).ok_or_else(not_found)?;
    let repeated = current.version == version.saturating_add(1) && current.fields == fields;
    if !written && !repeated {
        return Err(ApiError::stale_version(&current));
    }
    if written {
        let subject = ("contact", current.id.as_str(), current.fields.display_name());
        activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    }
    let names = [fields.name.as_str(), &fields.company];
    if called != names {
        renaming::rename_in_documents(&state, &mut tx, (&user.id, &current.id), names).await?;
    }
    if written {
        let more = StorageUse::of_bytes(fields.stored_size() - before);
        quota::count_storage(&state, &mut tx, &user.id, more).await?;
    }
    tx.commit().await?;
    Ok(Json(current))
}

/// Deletes a contact permanently. A contact with documents, recurring invoices or payments under CIS can't be deleted,
/// because these need their contact.
#[utoipa::path(delete, path = "/api/contacts/{id}", tag = "contacts", params(ContactId),
    responses((status = 204), (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    store::lock(&mut tx, &user.id, &id).await?;
    let gone = store::find(&mut tx, &user.id, &id).await?;
    let fields = gone.map(|row| row.fields).ok_or_else(not_found)?;
    refuse_with_documents(&mut tx, &user.id, &id, fields.display_name()).await?;
    refuse_with_recurring(&mut tx, &user.id, &id, fields.display_name()).await?;
    refuse_with_payments(&mut tx, &user.id, &id, fields.display_name()).await?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(not_found());
    }
    let subject = ("contact", id.as_str(), fields.display_name());
    activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    customer::remove_contact(&mut tx, &user.id, &id).await?;
    let less = StorageUse::of_bytes(fields.stored_size()).negated();
    quota::count_storage(&state, &mut tx, &user.id, less).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn refuse_with_documents(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ContactId,
    name: &str,
) -> Result<(), ApiError> {
    let documents = match account::count_documents(conn, user_id, id).await? {
        0 => return Ok(()),
        1 => "a quote or invoice".to_owned(),
        many => format!("{many} quotes and invoices"),
    };
    let text = format!(
        "{name} has {documents}, so you can’t delete this customer. You can delete drafts, but not what you’ve sent. \
         Or merge this customer into another one, which then gets the documents."
    );
    Err(ApiError::conflict("has_documents", text))
}

/// A contact who was paid under CIS can't be deleted, because records of deductions must be retained (HMRC: for the
/// present and three earlier years).
async fn refuse_with_payments(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ContactId,
    name: &str,
) -> Result<(), ApiError> {
    let payments = match store::count_cis_payments(conn, user_id, id).await? {
        0 => return Ok(()),
        1 => "a payment".to_owned(),
        many => format!("{many} payments"),
    };
    let text = format!(
        "{name} has {payments} under CIS, so you can’t delete this contact: you have to keep a record of what was \
         deducted. Or merge this contact into another one, which then gets the payments."
    );
    Err(ApiError::conflict("has_payments", text))
}

async fn refuse_with_recurring(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ContactId,
    name: &str,
) -> Result<(), ApiError> {
    let found = recurring::count_for_contact(conn, user_id, id).await?;
    let Some(called) = recurring::describe_count(&found) else {
        return Ok(());
    };
    let text = format!(
        "{name} has {called}, so you can’t delete this customer. Delete the recurring invoice first, \
         or choose another customer in it. Or merge this customer into another one."
    );
    Err(ApiError::conflict("has_recurring", text))
}
