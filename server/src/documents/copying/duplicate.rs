//! A draft that says the same as a document.

use axum::Extension;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use plumbline_core::document::Document;
use plumbline_core::kind::Kind;

use super::{draft, judged};
use crate::documents::reading::answer::Answer;
use crate::documents::stored::Stored;
use crate::error::{ApiError, ErrorBody};
use crate::idempotency::{IdempotencyKey, Repeatable};
use crate::sessions::CurrentUser;
use crate::state::AppState;

/// Makes a draft that says the same, dated today, with as many days to its expiry or due date.
/// Payments, photos, number and link are not copied.
#[utoipa::path(post, path = "/{id}/duplicate", tag = "documents", responses(
    (status = 201, body = Answer), (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub async fn duplicate(
    State(state): State<AppState>,
    user: CurrentUser,
    Extension(kind): Extension<Kind>,
    Path(id): Path<String>,
    key: IdempotencyKey,
) -> Result<Response, ApiError> {
    let route = format!("{}/{id}/duplicate", kind.word());
    let repeatable = Repeatable::new(format!("user:{}", user.id), key, route, b"");
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    if let Some(answer) = repeatable.claim(&mut tx, now).await? {
        return Ok(answer);
    }
    let original = Stored::find(&mut tx, &user.id, kind, &id).await?;
    let document = Document {
        payments: Vec::new(),
        // Another job, on another day, and none that it varies.
        supply_date: None,
        vat_answers: None,
        agreement: None,
        // They show one customer's home, and the copy may be for another's.
        photos: Vec::new(),
        variation: false,
        ..original.document.clone()
    };
    let days = match (original.issue_date(), original.written_due_date()) {
        (Some(issued), Some(due)) => issued.days_until(due),
        _ => i64::from(kind.facts().end_days),
    };
    let lines: Vec<usize> = (0..document.items.len()).collect();
    let totals = judged(&document, &lines)?;
    let draft = draft(&state, &original.row, kind, (&document, &totals), days)?;
    let stored = Stored::insert_new(&state, &mut tx, &draft).await?;
    let answer = Answer::of(&state, &mut tx, stored).await?;
    let response = repeatable
        .store(&mut tx, StatusCode::CREATED, &answer)
        .await?;
    tx.commit().await?;
    Ok(response)
}
