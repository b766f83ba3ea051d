//! Saved views of lists: filters and order under a name.

mod store;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::kind::DocumentKind;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use plumbline_platform::db::Conn;
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::{UserId, ViewId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::query::{DocumentListQuery, DocumentListRequest};
use plumbline_records::documents::today;

pub use store::export;

/// The most views of one list.
const VIEWS_MAX: i64 = 20;

/// The most characters of a name.
const NAME_MAX: usize = 60;

/// The most characters of a search.
const SEARCH_MAX: usize = 200;

/// The routes.
pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(update, delete))
}

/// The filters and order of a list, as in its address; an empty field does not filter.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct ViewQuery {
    /// The search text.
    pub q: String,
    /// The tab.
    pub status: String,
    /// Whether it is the list of archived documents.
    pub archived: bool,
    /// The first issue date, YYYY-MM-DD.
    pub from: String,
    /// The last issue date, YYYY-MM-DD.
    pub to: String,
    /// The order, as the list's `sort`.
    pub sort: String,
}

/// A view to create or to change.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ViewInput {
    /// A UUIDv7 chosen by the client; the same id again is the same view.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional = nullable))]
    pub id: Option<ViewId>,
    /// Which list.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// Its name, unique within its list.
    pub name: String,
    /// Its filters and order.
    pub query: ViewQuery,
}

/// A view.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// UUIDv7.
    #[schema(value_type = String)]
    pub id: ViewId,
    /// Which list.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// Its name.
    pub name: String,
    /// Its filters and order.
    pub query: ViewQuery,
}

impl ViewInput {
    /// The view, if it is valid: it has a name, and a query that its list accepts.
    fn validate(mut self, user_id: &UserId, today: Date) -> Result<Self, ApiError> {
        self.name = self.name.trim().to_owned();
        self.query.q = self.query.q.trim().to_owned();
        let mut checks = FieldChecks::new();
        checks.check_required_line("name", &self.name, NAME_MAX, "Give the view a name.");
        checks.check_line("query.q", &self.query.q, SEARCH_MAX);
        if let Err(error) = DocumentListRequest::from_query(user_id, self.kind, self.query.as_list(), today) {
            checks.add("query", "invalid", error.user_message().to_owned());
        }
        checks.into_result()?;
        Ok(self)
    }
}

impl ViewQuery {
    fn as_list(&self) -> DocumentListQuery {
        let given = |text: &String| Some(text.clone()).filter(|text| !text.is_empty());
        DocumentListQuery {
            status: given(&self.status),
            q: given(&self.q),
            from: given(&self.from),
            to: given(&self.to),
            sort: given(&self.sort),
            ..DocumentListQuery::default()
        }
    }
}

fn not_found() -> ApiError {
    ApiError::not_found("View")
}

// Saving a view, renaming it, removing it.

/// Creates a view: at most 20 per list, each with its own name. Repeating the request with the same id returns the same
/// view.
#[utoipa::path(post, path = "/api/views", tag = "views", request_body = ViewInput, responses(
    (status = 201, body = View), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn create(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(input): ApiJson<ViewInput>,
) -> Result<(StatusCode, Json<View>), ApiError> {
    let input = input.validate(&user.id, today(&state)?)?;
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
async fn update(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ViewId>,
    ApiJson(input): ApiJson<ViewInput>,
) -> Result<Json<View>, ApiError> {
    let input = input.validate(&user.id, today(&state)?)?;
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
async fn delete(
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

/// The views of all lists, in the order in which they were created.
#[utoipa::path(get, path = "/api/views", tag = "views", responses((status = 200, body = Vec<View>)))]
async fn list(State(state): State<AppState>, user: CurrentUser) -> Result<Json<Vec<View>>, ApiError> {
    let mut conn = state.db.read().await?;
    Ok(Json(store::list(&mut conn, &user.id).await?))
}
