//! GET /api/cis/contractors and PUT /api/cis/contractors/{profile}

use axum::Json;
use axum::extract::State;
use plumbline_core::report::cis::{parse_accounts_office_reference, parse_employer_reference};

use super::response::{CisBusiness, CisRegistration};
use super::store::{self, ContractorRow};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::profiles::{self, Profile};

/// The year in which the present form of the scheme began.
const FIRST_YEAR: u16 = 2007;

/// The account's businesses with their registrations as contractors. A deleted business is included while returns may
/// still be due for it.
#[utoipa::path(get, path = "/api/cis/contractors", operation_id = "cis_businesses", tag = "cis",
    responses((status = 200, body = Vec<CisBusiness>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<CisBusiness>>, ApiError> {
    let mut tx = state.db.begin_read().await?;
    let mut profiles = profiles::store::list(&mut tx, &user.id).await?;
    let rows = store::list_contractors(&mut tx, &user.id).await?;
    let any = profiles::store::list_any(&mut tx, &user.id).await?;
    drop(tx);
    let hidden: Vec<Profile> = any
        .into_iter()
        .filter(|one| {
            let is_contractor = rows.iter().any(|row| row.profile_id == one.id);
            is_contractor && !profiles.iter().any(|displayed| displayed.id == one.id)
        })
        .collect();
    profiles.extend(hidden);
    let result = profiles.iter().map(|profile| {
        let row = rows.iter().find(|row| row.profile_id == profile.id);
        to_response(profile, row)
    });
    Ok(Json(result.collect()))
}

fn to_response(profile: &Profile, row: Option<&ContractorRow>) -> CisBusiness {
    CisBusiness {
        id: profile.id.to_string(),
        name: profile.fields.name.clone(),
        registration: row.map(|row| CisRegistration {
            version: row.version,
            employer_reference: row.employer_reference.clone(),
            accounts_office_reference: row.accounts_office_reference.clone(),
            from: row.begins,
            until: row.ends,
        }),
    }
}

/// Sets a business's registration with HMRC as a contractor. `version` is the base version; if it is no longer the
/// newest, the response is 409 with the newest.
#[utoipa::path(put, path = "/api/cis/contractors/{id}", operation_id = "register_contractor", tag = "cis",
    params(ProfileId), request_body = CisRegistration,
    responses((status = 200, body = CisBusiness), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn register(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(input): ApiJson<CisRegistration>,
) -> Result<Json<CisBusiness>, ApiError> {
    let (employer, accounts_office) = validate(&input)?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let profile = profiles::store::find_any(&mut tx, &user.id, &id).await?;
    let profile = profile.ok_or_else(profiles::not_found)?;
    let row = ContractorRow {
        profile_id: id.clone(),
        user_id: user.id.clone(),
        version: input.version.saturating_add(1),
        employer_reference: employer,
        accounts_office_reference: accounts_office,
        begins: input.from,
        ends: input.until,
        created_at: now,
        updated_at: now,
    };
    if !store::save_contractor(&mut tx, &row, input.version).await? {
        let current = store::find_contractor(&mut tx, &user.id, &id).await?;
        return Err(ApiError::stale_version(&to_response(&profile, current.as_ref())));
    }
    let subject = ("business_profile", id.as_str(), &*profile.fields.name);
    activities::record_named(&state, &mut tx, &user.id, "cis_registered", subject).await?;
    tx.commit().await?;
    Ok(Json(to_response(&profile, Some(&row))))
}

fn validate(input: &CisRegistration) -> Result<(String, String), ApiError> {
    let mut checks = FieldChecks::new();
    let employer = parse_employer_reference(&input.employer_reference);
    if employer.is_none() {
        let text = "Please enter your employer reference as HMRC writes it: 3 digits, a slash, and letters or \
                    digits, \
                    such as 123/AB456.";
        checks.add("employerReference", "invalid", text);
    }
    let typed = input.accounts_office_reference.trim();
    let accounts_office = parse_accounts_office_reference(typed).or_else(|| {
        // The Accounts Office reference is optional.
        typed.is_empty().then(String::new)
    });
    if accounts_office.is_none() {
        let text = "An Accounts Office reference has 13 characters, such as 123PA00045678.";
        checks.add("accountsOfficeReference", "invalid", text);
    }
    if input.from.year() < FIRST_YEAR {
        let text = "Please check the year: it must be 2007 or later.";
        checks.add("from", "out_of_range", text);
    }
    if input.until.is_some_and(|until| until < input.from) {
        let text = "The last date can’t be before the first.";
        checks.add("until", "before_from", text);
    }
    checks.into_result()?;
    Ok((employer.unwrap_or_default(), accounts_office.unwrap_or_default()))
}
