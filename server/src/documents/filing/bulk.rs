//! One action on several documents: all of them or none.

use axum::extract::State;
use axum::{Extension, Json};
use plumbline_core::kind::Kind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::documents::drafting::delete;
use crate::documents::filing::archive;
use crate::error::{ApiError, ErrorBody, FieldError};
use crate::http::ApiJson;
use crate::ids::parse_id;
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// The most documents of one action.
const MOST: usize = 500;

/// What to do with which documents.
#[derive(Debug, Clone, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BulkRequest {
    /// 1 to 500 ids.
    pub ids: Vec<String>,
    /// What to do.
    pub action: BulkAction,
}

/// An action on several documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "kebab-case")]
pub enum BulkAction {
    /// Out of sight.
    Archive,
    /// Back in sight.
    Restore,
    /// Drafts only.
    DeleteDrafts,
}

/// How many documents it was done to.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct BulkAnswer {
    /// Documents changed, or found to be so already.
    pub done: i64,
}

/// One action on several documents: all of them or none.
#[utoipa::path(post, path = "/bulk", tag = "documents", request_body = BulkRequest, responses(
    (status = 200, body = BulkAnswer), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn bulk(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    ApiJson(request): ApiJson<BulkRequest>,
) -> Result<Json<BulkAnswer>, ApiError> {
    let user_id = &user.id;
    let ids = ids(request.ids)?;
    let mut tx = state.db.begin_write().await?;
    for (i, id) in &ids {
        let done = match request.action {
            BulkAction::Archive => archive::set_in(&state, &mut tx, user_id, kind, id, true)
                .await
                .map(drop),
            BulkAction::Restore => archive::set_in(&state, &mut tx, user_id, kind, id, false)
                .await
                .map(drop),
            BulkAction::DeleteDrafts => delete::delete_in(&state, &mut tx, user_id, kind, id).await,
        };
        done.map_err(|error| {
            let field = FieldError::new(
                format!("ids[{i}]"),
                "refused",
                "This one stands in the way; nothing was done.",
            );
            error.with_errors(vec![field])
        })?;
    }
    tx.commit().await?;
    Ok(Json(BulkAnswer {
        done: i64::try_from(ids.len()).unwrap_or(i64::MAX),
    }))
}

/// The ids with their places, each once, in an order that is the same for everyone: two bulk
/// actions on the same documents wait for each other instead of locking each other out.
fn ids(given: Vec<String>) -> Result<Vec<(usize, String)>, ApiError> {
    if given.is_empty() || given.len() > MOST {
        return Err(ApiError::rule_broken(vec![FieldError::new(
            "ids",
            "out_of_range",
            format!("Choose 1 to {MOST} documents."),
        )]));
    }
    let mut ids = Vec::with_capacity(given.len());
    for (i, text) in given.into_iter().enumerate() {
        match parse_id(&text) {
            Some(id) => ids.push((i, id)),
            None => {
                let field =
                    FieldError::new(format!("ids[{i}]"), "invalid_id", "This is not an id.");
                return Err(ApiError::rule_broken(vec![field]));
            }
        }
    }
    ids.sort_by(|a, b| a.1.cmp(&b.1));
    ids.dedup_by(|a, b| a.1 == b.1);
    Ok(ids)
}
