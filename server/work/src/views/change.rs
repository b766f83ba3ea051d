//! Saving a view, renaming it, removing it.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;

use super::{VIEWS_MAX, View, ViewInput, not_found, store};
use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{UserId, ViewId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::today;

/// Creates a view: at most 20 per list, each with its own name. Repeating the request with the same id returns the same
/// view.
#[utoipa::path(post, path = "/api/views", tag = "views", request_body = ViewInput, responses(
    (status = 201, body = View), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(input): ApiJson<ViewInput>,
) -> Result<(StatusCode, Json<View>), ApiError> {
    let input = input.validate(today(&state)?)?;
    let id = input.id.clone().unwrap_or_else(|| state.ids.new_id());
    let mut tx = state.db.begin_write().await?;
    store::lock_account(&mut tx, &user.id).await?;
    if let Some(made) = store::find(&mut tx, &user.id, &id).await? {
        return Ok((StatusCode::CREATED, Json(made)));
    }
    check_name_free(&mut tx, &user.id, &id, &input).await?;
    if store::count(&mut tx, &user.id, input.kind).await? >= VIEWS_MAX {
        let msg = format!("A list has at most {VIEWS_MAX} views. Remove one first.");
        return Err(name_error("too_many", msg));
    }
    let now = state.clock.now_ms();
    if !store::insert(&mut tx, &user.id, &id, &input, now).await? {
        return Err(ApiError::conflict("id_taken", "This id is taken."));
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(to_view(id, input))))
}

/// Changes the name or the query of a view; its list remains the same.
#[utoipa::path(put, path = "/api/views/{id}", tag = "views", params(ViewId), request_body = ViewInput,
    responses((status = 200, body = View), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ViewId>,
    ApiJson(input): ApiJson<ViewInput>,
) -> Result<Json<View>, ApiError> {
    let input = input.validate(today(&state)?)?;
    let mut tx = state.db.begin_write().await?;
    store::lock_account(&mut tx, &user.id).await?;
    check_name_free(&mut tx, &user.id, &id, &input).await?;
    if !store::update(&mut tx, &user.id, &id, &input).await? {
        return Err(not_found());
    }
    tx.commit().await?;
    Ok(Json(to_view(id, input)))
}

/// Deletes a view. The documents that it shows remain.
#[utoipa::path(delete, path = "/api/views/{id}", tag = "views", params(ViewId), responses(
    (status = 204), (status = 404, body = ErrorBody)))]
pub(super) async fn delete(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ViewId>,
) -> Result<StatusCode, ApiError> {
    let mut tx = state.db.begin_write().await?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(not_found());
    }
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// 422 if another view of the list has this name.
async fn check_name_free(
    conn: &mut Conn,
    user_id: &UserId,
    id: &ViewId,
    input: &ViewInput,
) -> Result<(), ApiError> {
    let named = store::find_by_name(conn, user_id, input.kind, &input.name).await?;
    if named.is_some_and(|other| other.id != *id) {
        let msg = "You already have a view with this name.".to_owned();
        return Err(name_error("name_taken", msg));
    }
    Ok(())
}

fn name_error(code: &'static str, msg: String) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new("name", code, msg)])
}

fn to_view(id: ViewId, input: ViewInput) -> View {
    View { id, kind: input.kind, name: input.name, query: input.query }
}
