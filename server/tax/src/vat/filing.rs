//! Locking a return that was filed: POST and DELETE /api/vat/{profile}/filed

use std::borrow::Cow;

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::report::vat::FilingState;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::books::VatReturnBooks;
use super::report::VatReturnReport;
use super::store::{self, VatReturnRow};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::today;

/// The return to file or to reopen.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct VatFiling {
    /// The last day of the return's period, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub to: Date,
}

fn field_error(code: &'static str, result: impl Into<Cow<'static, str>>) -> ApiError {
    ApiError::rule_broken(vec![FieldError::new("to", code, result)])
}

/// Marks a return as filed: it no longer changes, and later changes in its period count in the next return. The first
/// return that a business files also closes the periods before it, which count as filed elsewhere. Repeating the
/// request changes nothing.
#[utoipa::path(post, path = "/api/vat/{id}/filed", operation_id = "lock", tag = "vat", params(ProfileId),
    request_body = VatFiling, responses((status = 201, body = VatReturnReport),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn lock(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(VatFiling { to }): ApiJson<VatFiling>,
) -> Result<(StatusCode, Json<VatReturnReport>), ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let books = VatReturnBooks::load_to_file(&mut tx, &user.id, &id, to).await?;
    if books.period.to != to {
        let text = "Choose a return by the last day of its period.";
        return Err(field_error("not_a_period", text));
    }
    let filing_state = books.filing_order().filing_state(&books.period, today);
    if filing_state != FilingState::Filed {
        let code = match filing_state {
            FilingState::Filed | FilingState::Ready => None,
            FilingState::NotOver => Some("not_over"),
            FilingState::Waits => Some("not_next"),
            FilingState::Elsewhere => Some("before_first"),
        };
        if let Some(code) = code {
            return Err(field_error(code, books.filing_order().describe_state(&books.period, today)));
        }
        let filed = books.to_filed_returns();
        let filed = match &filed[..] {
            [alone] => serde_json::to_string(alone)?,
            all => serde_json::to_string(all)?,
        };
        let size = i64::try_from(filed.len()).unwrap_or(i64::MAX);
        let row = VatReturnRow {
            id: state.ids.new_id(),
            user_id: user.id.clone(),
            profile_id: id.clone(),
            period_from: books.period.from,
            period_to: to,
            filed,
            filed_at: state.clock.now_ms(),
        };
        if store::insert_return(&mut tx, &row).await? {
            let name = format!("to {}", format_long_date(to));
            let subject = ("vat_return", row.id.as_str(), &*name);
            activities::record_named(&state, &mut tx, &user.id, "filed", subject).await?;
            quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(size)).await?;
        }
    }
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, to).await?;
    let answer = VatReturnReport::new(&books, &books.build_return(), today);
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(answer)))
}

/// Reopens a return that was marked as filed by mistake; only the last one can be reopened.
#[utoipa::path(delete, path = "/api/vat/{id}/filed", operation_id = "unlock", tag = "vat", params(ProfileId),
    request_body = VatFiling, responses((status = 200, body = VatReturnReport),
        (status = 404, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn unlock(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(VatFiling { to }): ApiJson<VatFiling>,
) -> Result<Json<VatReturnReport>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_write().await?;
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, to).await?;
    let Some(last) = books.return_rows.last().filter(|row| row.period_to == to) else {
        let text = "You can only reopen the last return you filed.";
        return Err(field_error("not_last", text));
    };
    store::delete_return(&mut tx, &last.id).await?;
    let name = format!("to {}", format_long_date(to));
    let subject = ("vat_return", last.id.as_str(), &*name);
    activities::record_named(&state, &mut tx, &user.id, "opened_again", subject).await?;
    let less = i64::try_from(last.filed.len()).unwrap_or(i64::MAX);
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(less).negated()).await?;
    let books = VatReturnBooks::load(&mut tx, &user.id, &id, to).await?;
    let answer = VatReturnReport::new(&books, &books.build_return(), today);
    tx.commit().await?;
    Ok(Json(answer))
}
