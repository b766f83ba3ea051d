//! GET and PUT /api/business-profiles/{id}/numbering

use axum::Json;
use axum::extract::State;
use plumbline_core::kind::DocumentKind;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store;
use crate::activities;
use crate::numbers::{self, NUMBER_MAX, NumberSequence};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

/// The most characters before a number.
const PREFIX_MAX: usize = 12;

/// How documents of one kind are numbered from now on.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Numbering {
    /// A quote or an invoice.
    #[schema(value_type = String)]
    pub kind: DocumentKind,
    /// The prefix of the number; empty for the default, `Q-` or `INV-`.
    pub prefix: String,
    /// The next number, 1 to 9,999,999.
    pub next: i64,
    /// The next number as displayed on the document; ignored in requests.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", ts(optional))]
    pub shown: Option<String>,
}

/// How documents of each kind are numbered from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct NumberingRequest {
    /// One entry per kind; kinds that are missing don't change.
    pub numbering: Vec<Numbering>,
}

/// How a profile's documents are numbered: one entry per kind.
#[utoipa::path(get, path = "/api/business-profiles/{id}/numbering", tag = "business-profiles",
    params(ProfileId), responses((status = 200, body = Vec<Numbering>),
        (status = 404, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn numbering(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<Vec<Numbering>>, ApiError> {
    let mut conn = state.db.read().await?;
    let found = store::find(&mut conn, &user.id, &id).await?;
    found.ok_or_else(super::not_found)?;
    Ok(Json(list_numbering(&mut conn, &id).await?))
}

/// Sets how a profile's documents are numbered from now on. Existing numbers don't change, and no number is assigned
/// twice: 422 if the sequence would reach an existing one.
#[utoipa::path(put, path = "/api/business-profiles/{id}/numbering", tag = "business-profiles",
    params(ProfileId), request_body = NumberingRequest,
    responses((status = 200, body = Vec<Numbering>), (status = 404, body = plumbline_platform::error::ErrorBody),
        (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn set_numbering(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(request): ApiJson<NumberingRequest>,
) -> Result<Json<Vec<Numbering>>, ApiError> {
    let requested = validate_numbering(request.numbering)?;
    let mut tx = state.db.begin_write().await?;
    let profile = store::find(&mut tx, &user.id, &id).await?;
    let profile = profile.ok_or_else(super::not_found)?;
    let before = list_numbering(&mut tx, &id).await?;
    let mut checks = FieldChecks::new();
    for (at, (kind, sequence)) in requested.iter().enumerate() {
        if let Some(taken) = numbers::find_taken(&mut tx, &id, *kind, sequence).await? {
            let msg = format!("{taken} is already used. Choose a higher number, or another prefix.");
            checks.add(&format!("numbering[{at}].next"), "number_taken", msg);
        }
        numbers::save_for_profile(&mut tx, &id, *kind, sequence).await?;
    }
    checks.into_result()?;
    let after = list_numbering(&mut tx, &id).await?;
    let displayed = |all: &[Numbering]| all.iter().map(|one| one.shown.clone()).collect::<Vec<_>>();
    if displayed(&before) != displayed(&after) {
        let subject = ("business_profile", id.as_str(), &*profile.fields.name);
        activities::record_named(&state, &mut tx, &user.id, "numbered", subject).await?;
    }
    tx.commit().await?;
    Ok(Json(after))
}

/// The validated sequences.
fn validate_numbering(numberings: Vec<Numbering>) -> Result<Vec<(DocumentKind, NumberSequence)>, ApiError> {
    let mut checks = FieldChecks::new();
    let mut sequences: Vec<(DocumentKind, NumberSequence)> = Vec::new();
    for (at, one) in numberings.into_iter().enumerate() {
        if sequences.iter().any(|(kind, _)| *kind == one.kind) {
            let msg = "This kind is here twice.";
            checks.add(&format!("numbering[{at}].kind"), "twice", msg);
        }
        let prefix = one.prefix.trim_start().to_owned();
        if !is_prefix(&prefix) {
            let msg = "Use at most 12 letters, digits, spaces and - / . before the number.";
            checks.add(&format!("numbering[{at}].prefix"), "invalid_prefix", msg);
        }
        if !(1..=NUMBER_MAX).contains(&one.next) {
            let msg = "Enter a number from 1 to 9,999,999.";
            checks.add(&format!("numbering[{at}].next"), "out_of_range", msg);
        }
        let next = one.next;
        sequences.push((one.kind, NumberSequence { prefix, next }));
    }
    checks.into_result()?;
    Ok(sequences)
}

/// Whether a text may be a prefix. It must not end in a digit, which would merge with the number.
fn is_prefix(text: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || " -/.".contains(c);
    text.len() <= PREFIX_MAX && text.chars().all(fits) && !text.ends_with(|c: char| c.is_ascii_digit())
}

async fn list_numbering(conn: &mut Conn, id: &ProfileId) -> DbResult<Vec<Numbering>> {
    let mut all = Vec::new();
    for kind in DocumentKind::ALL {
        let sequence = numbers::find_for_profile(conn, id, kind).await?;
        all.push(Numbering {
            kind,
            shown: Some(sequence.format_next(kind)),
            prefix: sequence.prefix,
            next: sequence.next,
        });
    }
    Ok(all)
}
