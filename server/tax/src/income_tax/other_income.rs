//! Income without a document, such as interest: POST /api/income-tax/other-income and DELETE of one.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use plumbline_core::time::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::response::OtherIncome;
use super::store::{self, OtherIncomeRow};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};
use plumbline_platform::http::{ApiJson, Create, Path, Write};
use plumbline_platform::ids::{OtherIncomeId, ProfileId};
use plumbline_platform::limits::quota::{self, StorageUse};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::store::parties;
use plumbline_records::documents::today;

/// The fields of other income that a person enters.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct OtherIncomeInput {
    /// The date of receipt, YYYY-MM-DD.
    #[serde(deserialize_with = "plumbline_core::time::supplied::date")]
    #[schema(value_type = String)]
    pub date: Date,
    /// What it was for.
    pub description: String,
    /// Pounds, above 0.
    #[schema(value_type = String)]
    pub amount: Number,
    /// The business that received it; `None` means the account's first.
    #[serde(default)]
    #[schema(value_type = Option<String>)]
    pub business_profile_id: Option<ProfileId>,
}

/// The other income as a response.
pub(super) fn to_response(row: &OtherIncomeRow) -> OtherIncome {
    let OtherIncomeRow {
        id,
        user_id: _, // whose it is
        date,
        description,
        amount,
        business_profile_id,
        created_at: _, // by which the list is ordered
    } = row;
    OtherIncome {
        id: id.to_string(),
        date: *date,
        description: description.clone(),
        amount: *amount,
        business_profile_id: business_profile_id.clone(),
    }
}

/// Records income without a document. The client may choose the `id`; repeating the same request changes nothing.
#[utoipa::path(post, path = "/api/income-tax/other-income", operation_id = "add_other_income", tag = "income-tax",
    request_body = Create<OtherIncomeInput>,
    responses((status = 201, body = OtherIncome), (status = 409, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn add(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(request): ApiJson<Write<OtherIncomeInput>>,
) -> Result<(StatusCode, Json<OtherIncome>), ApiError> {
    let id: OtherIncomeId = request.id_or_new(&state.ids)?;
    let amount = validate(&request.fields, today(&state)?)?;
    let row = OtherIncomeRow {
        id,
        user_id: user.id.clone(),
        date: request.fields.date,
        description: request.fields.description.trim().to_owned(),
        amount,
        business_profile_id: request.fields.business_profile_id,
        created_at: state.clock.now_ms(),
    };
    let mut tx = state.db.begin_write().await?;
    if let Some(business) = &row.business_profile_id
        && !parties::owns_profile(&mut tx, &user.id, business).await?
    {
        let text = "This business no longer exists. Please choose another.";
        let error = FieldError::new("businessProfileId", "not_found", text);
        return Err(ApiError::rule_broken(vec![error]));
    }
    if store::insert_other_income(&mut tx, &row).await? {
        let subject = ("other_income", row.id.as_str(), &*row.description);
        activities::record_named(&state, &mut tx, &user.id, "created", subject).await?;
        quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::EXPENSE_BYTES)).await?;
    } else {
        let had = store::find_other_income(&mut tx, &user.id, &row.id).await?;
        let is_same = had.is_some_and(|had| {
            let of = |it: &OtherIncomeRow| {
                let business = it.business_profile_id.clone();
                (it.date, it.description.clone(), it.amount, business)
            };
            of(&had) == of(&row)
        });
        if !is_same {
            return Err(ApiError::id_taken());
        }
    }
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(to_response(&row))))
}

/// Deletes other income.
#[utoipa::path(delete, path = "/api/income-tax/other-income/{id}", operation_id = "remove_other_income",
    tag = "income-tax", params(OtherIncomeId), responses((status = 204), (status = 404, body = ErrorBody)))]
pub(super) async fn remove(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<OtherIncomeId>,
) -> Result<StatusCode, ApiError> {
    let gone = || ApiError::not_found("Other income");
    let mut tx = state.db.begin_write().await?;
    let had = store::find_other_income(&mut tx, &user.id, &id).await?.ok_or_else(gone)?;
    if !store::delete_other_income(&mut tx, &user.id, &id).await? {
        return Err(gone());
    }
    let subject = ("other_income", had.id.as_str(), &*had.description);
    activities::record_named(&state, &mut tx, &user.id, "deleted", subject).await?;
    quota::count_storage(&state, &mut tx, &user.id, StorageUse::of_bytes(quota::EXPENSE_BYTES).negated())
        .await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The amount, if all fields are valid.
fn validate(typed: &OtherIncomeInput, today: Date) -> Result<Pence, ApiError> {
    let mut checks = FieldChecks::new();
    if typed.date > today {
        let text = "Income counts on the day it came in, which can’t be after today.";
        checks.add("date", "in_future", text);
    }
    let blank = "Please say what it was for.";
    checks.check_required_line("description", &typed.description, NAME_MAX, blank);
    let amount = checks.parse_pounds("amount", &typed.amount, Pence(1));
    checks.into_result()?;
    Ok(amount)
}
