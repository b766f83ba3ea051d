//! GET /api/vat and PUT /api/vat/{profile}/registration

use axum::Json;
use axum::extract::State;
use plumbline_core::report::vat::flat_rate::find_percentage;
use plumbline_core::report::vat::record::find_scheme;
use plumbline_core::report::vat::vat_return::UncountedKind;
use plumbline_core::report::vat::{FilingOrder, Scheme};
use plumbline_core::tax::vat_flat_rate::FlatRateSector;
use plumbline_core::time::Date;

use super::books::list_filed;
use super::response::{VatBusiness, VatFlatRate, VatPeriods, VatRegistration, VatScheme};
use super::store::{self, VatRegistrationRow};
use super::uncounted::{self, VatOutside};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody, FieldError};
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::documents::today;
use plumbline_records::profiles::{self, Profile};

/// The most VAT schemes in a registration.
const SCHEMES_MAX: usize = 10;
/// The most documents listed as counting in no return.
const UNCOUNTED_MAX: usize = 20;

/// The account's businesses with their registrations.
#[utoipa::path(get, path = "/api/vat", operation_id = "businesses", tag = "vat",
    responses((status = 200, body = Vec<VatBusiness>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<VatBusiness>>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let profiles = profiles::store::list(&mut tx, &user.id).await?;
    let rows = store::list_registrations(&mut tx, &user.id).await?;
    let mut vat_business = Vec::with_capacity(profiles.len());
    for profile in &profiles {
        let row = rows.iter().find(|row| row.profile_id == profile.id);
        vat_business.push(to_business(&mut tx, profile, row, today).await?);
    }
    Ok(Json(vat_business))
}

async fn to_business(
    conn: &mut Conn,
    profile: &Profile,
    row: Option<&VatRegistrationRow>,
    today: Date,
) -> DbResult<VatBusiness> {
    let number = profile.fields.tax_number.trim();
    let outside = match row {
        Some(row) => {
            let registration = row.to_registration(number);
            uncounted::list_uncounted(conn, &row.user_id, &row.profile_id, &registration).await?
        }
        None => Vec::new(),
    };
    let invoices = outside.iter().filter(|(it, _)| it.kind == UncountedKind::Invoice);
    Ok(VatBusiness {
        flat_percent: row.map_or(Ok(None), |row| find_flat_percent(row, number, today))?,
        id: profile.id.to_string(),
        name: profile.fields.name.clone(),
        number: number.to_owned(),
        registration: row.map(to_response).transpose()?,
        outside: invoices.take(UNCOUNTED_MAX).map(VatOutside::from_document).collect(),
    })
}

fn find_flat_percent(row: &VatRegistrationRow, number: &str, today: Date) -> DbResult<Option<String>> {
    let registration = row.to_registration(number);
    let sector = find_scheme(&row.parse_schemes()?, today).flat_rate;
    let percent = sector
        .filter(|_| registration.is_registered_on(today))
        .and_then(|sector| find_percentage(sector, false, &registration, today));
    Ok(percent.map(|rate| rate.to_string()))
}

/// Converts a stored registration to the API's type.
fn to_response(row: &VatRegistrationRow) -> DbResult<VatRegistration> {
    let (periods, annual_ends_in) = VatRegistration::from_stagger(row.parse_stagger()?);
    let schemes = row.parse_schemes()?.into_iter().map(|scheme| VatScheme {
        from: scheme.from,
        cash: scheme.cash,
        flat_rate: scheme.flat_rate.map(|sector| match sector {
            FlatRateSector::LabourOnly => VatFlatRate::LabourOnly,
            // Limited cost is tested in each period; it isn't a setting.
            FlatRateSector::Building | FlatRateSector::LimitedCost => VatFlatRate::Building,
        }),
    });
    Ok(VatRegistration {
        version: row.version,
        from: row.registered_from,
        until: row.registered_until,
        periods,
        annual_ends_in,
        schemes: schemes.collect(),
    })
}

/// Sets a business's registration. `version` is the base version; if it is no longer the newest, the response is 409
/// with the newest. A change that affects the days of filed returns is refused.
#[utoipa::path(put, path = "/api/vat/{id}/registration", operation_id = "register", tag = "vat",
    params(ProfileId), request_body = VatRegistration,
    responses((status = 200, body = VatBusiness), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn register(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
    ApiJson(input): ApiJson<VatRegistration>,
) -> Result<Json<VatBusiness>, ApiError> {
    validate(&input)?;
    let today = today(&state)?;
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let profile = profiles::store::find(&mut tx, &user.id, &id).await?;
    let profile = profile.ok_or_else(profiles::not_found)?;
    let schemes = input.schemes.iter().map(|scheme| Scheme {
        from: scheme.from,
        cash: scheme.cash,
        flat_rate: scheme.flat_rate.map(FlatRateSector::from),
    });
    let schemes: Vec<Scheme> = schemes.collect();
    let row = VatRegistrationRow {
        profile_id: id.clone(),
        user_id: user.id.clone(),
        version: input.version.saturating_add(1),
        registered_from: input.from,
        registered_until: input.until,
        stagger: serde_json::to_string(&input.to_stagger())?,
        schemes: serde_json::to_string(&schemes)?,
        created_at: now,
        updated_at: now,
    };
    let rows = store::list_registrations(&mut tx, &user.id).await?;
    let current = rows.iter().find(|row| row.profile_id == id);
    if let Some(current) = current.filter(|current| current.version == input.version) {
        check_filed_unchanged(&mut tx, current, &row, &schemes).await?;
    }
    if !store::save_registration(&mut tx, &row, input.version).await? {
        let current = to_business(&mut tx, &profile, current, today).await?;
        return Err(ApiError::stale_version(&current));
    }
    let subject = ("business_profile", id.as_str(), &*profile.fields.name);
    activities::record_named(&state, &mut tx, &user.id, "vat_registered", subject).await?;
    let vat_business = to_business(&mut tx, &profile, Some(&row), today).await?;
    tx.commit().await?;
    Ok(Json(vat_business))
}

/// Refuses a change that affects the days of filed returns.
async fn check_filed_unchanged(
    conn: &mut Conn,
    was: &VatRegistrationRow,
    now: &VatRegistrationRow,
    schemes: &[Scheme],
) -> Result<(), ApiError> {
    let returns = store::list_returns(conn, &was.user_id, &was.profile_id).await?;
    let filed = list_filed(&returns)?;
    let (registration, changed) = (was.to_registration(""), now.to_registration(""));
    let order = FilingOrder { registration: &registration, stagger: was.parse_stagger()?, filed: &filed };
    let found = order.check_change(&was.parse_schemes()?, &changed, schemes);
    if found.is_empty() {
        return Ok(());
    }
    let errors = found.into_iter().map(|it| FieldError::new(it.path, it.code, it.msg));
    Err(ApiError::rule_broken(errors.collect()))
}

fn validate(input: &VatRegistration) -> Result<(), ApiError> {
    let mut checks = FieldChecks::new();
    if input.until.is_some_and(|until| until < input.from) {
        let text = "The last date can’t be before the first.";
        checks.add("until", "before_from", text);
    }
    let is_month = (1..=12).contains(&input.annual_ends_in);
    if input.periods == VatPeriods::Annual && !is_month {
        let text = "Please choose the month in which your VAT year ends.";
        checks.add("annualEndsIn", "required", text);
    }
    if input.schemes.len() > SCHEMES_MAX {
        let text = "There can be at most 10 changes of scheme.";
        checks.add("schemes", "too_many", text);
    }
    let mut seen = Vec::new();
    for (at, scheme) in input.schemes.iter().enumerate() {
        let path = format!("schemes[{at}].from");
        if seen.contains(&scheme.from) {
            let text = "Another scheme starts on this date.";
            checks.add(&path, "twice", text);
        }
        seen.push(scheme.from);
    }
    checks.into_result()
}
