//! Recording a contractor's statement: POST /api/cis/statements and DELETE of one.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::tax::TaxMonth;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::response::CisStatement;
use super::store::{self, CisStatementRow};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};
use plumbline_platform::http::{ApiJson, Create, Path, Write};
use plumbline_platform::ids::CisStatementId;
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::today;

/// A contractor's statement, as the person enters it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct CisStatementInput {
    /// The contractor: a contact's id, or the `key` of a contractor in the ledger.
    pub contractor: String,
    /// A day of its tax month, YYYY-MM-DD; a statement gives the last, a 5th.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub month: Date,
    /// Pounds that were paid, without VAT.
    #[schema(value_type = String)]
    pub gross: Number,
    /// Pounds of materials; empty for zero.
    #[schema(value_type = String)]
    pub materials: Number,
    /// Pounds that were deducted.
    #[schema(value_type = String)]
    pub deducted: Number,
}

/// Converts a stored statement to the response's type.
pub(super) fn to_response(row: &CisStatementRow) -> CisStatement {
    CisStatement {
        id: row.id.to_string(),
        gross: row.gross,
        materials: row.materials,
        deducted: row.deducted,
    }
}

/// Saves a contractor's statement. The client may choose the `id`; repeating the request changes nothing.
#[utoipa::path(post, path = "/api/cis/statements", operation_id = "add_statement", tag = "cis",
    request_body = Create<CisStatementInput>,
    responses((status = 201, body = CisStatement), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn add(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<CisStatementInput>>,
) -> Result<(StatusCode, Json<CisStatement>), ApiError> {
    let id: CisStatementId = request.id_or_new(&state.ids)?;
    let input = request.fields;
    let [gross, materials, deducted] = check_statement(&input, today(&state)?)?;
    let month = TaxMonth::containing(input.month).last_day();
    let row = CisStatementRow {
        id,
        user_id: user.id.clone(),
        contractor: input.contractor.trim().to_owned(),
        month,
        gross,
        materials,
        deducted,
        created_at: state.clock.now_ms(),
    };
    let mut tx = state.db.begin_write().await?;
    if !store::is_known_contractor(&mut tx, &user.id, &row.contractor).await? {
        let text = "We couldn’t find this customer. Please choose the contractor from your contacts.";
        return Err(ApiError::rule_broken(vec![FieldError::new("contractor", "unknown", text)]));
    }
    if store::insert(&mut tx, &row).await? {
        let name = format!("to {}", format_long_date(month));
        let subject = ("cis_statement", row.id.as_str(), &*name);
        activities::record_named(&state, &mut tx, &user.id, "created", subject).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::EXPENSE_BYTES)).await?;
    } else {
        let existing = store::find_statement(&mut tx, &user.id, &row.id).await?;
        let contents = |row: &CisStatementRow| {
            let amounts = [row.gross, row.materials, row.deducted];
            (row.contractor.clone(), row.month, amounts)
        };
        if existing.is_none_or(|existing| contents(&existing) != contents(&row)) {
            return Err(ApiError::id_taken());
        }
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(to_response(&row))))
}

/// Removes a statement.
#[utoipa::path(delete, path = "/api/cis/statements/{id}", operation_id = "remove_statement", tag = "cis",
    params(CisStatementId), responses((status = 204), (status = 404, body = ErrorBody)))]
pub(super) async fn remove(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<CisStatementId>,
) -> Result<StatusCode, ApiError> {
    let not_found = || ApiError::not_found("Statement");
    let mut tx = state.db.begin_write().await?;
    let statement = store::find_statement(&mut tx, &user.id, &id).await?;
    let statement = statement.ok_or_else(not_found)?;
    if !store::delete(&mut tx, &user.id, &id).await? {
        return Err(not_found());
    }
    let name = format!("to {}", format_long_date(statement.month));
    let subject = ("cis_statement", statement.id.as_str(), &*name);
    activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::EXPENSE_BYTES).negated())
        .await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Checks a statement, and returns its amounts; 422 if a field is invalid.
fn check_statement(input: &CisStatementInput, today: Date) -> Result<[Pence; 3], ApiError> {
    let mut checks = FieldChecks::new();
    let blank = "Please choose the contractor.";
    checks.check_required_line("contractor", &input.contractor, NAME_MAX, blank);
    if input.month.year() < 2007 || TaxMonth::containing(input.month).first_day() > today {
        let text = "Choose a tax month from 2007 on that has started.";
        checks.add("month", "out_of_range", text);
    }
    let gross = checks.parse_pounds("gross", &input.gross, Pence(1));
    let materials = checks.parse_pounds("materials", &input.materials, Pence::ZERO);
    let deducted = checks.parse_pounds("deducted", &input.deducted, Pence::ZERO);
    if checks.count() == 0 && materials + deducted > gross {
        let text = "Materials and deduction cannot be more than what was paid.";
        checks.add("deducted", "out_of_range", text);
    }
    checks.into_result()?;
    Ok([gross, materials, deducted])
}
