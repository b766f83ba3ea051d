//! GET /api/cis/subcontractors and PUT /api/cis/subcontractors/{contact}

use std::collections::{BTreeSet, HashMap};

use axum::Json;
use axum::extract::State;
use plumbline_core::report::cis::{
    StatusFrom, SubcontractorStatus, find_status, parse_utr, parse_verification_number,
};
use plumbline_core::time::{Date, supplied};

use super::response::{CisRateFrom, CisSubcontractor, CisSubcontractorInput};
use super::store::{self, SubcontractorRow};
use plumbline_platform::db::DbResult;
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::field_checks::{FieldChecks, NAME_MAX};
use plumbline_platform::http::{ApiJson, Path};
use plumbline_platform::ids::ContactId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::contacts;
use plumbline_records::documents::store::parties::lock_contact;
use plumbline_records::documents::today;

/// The most rates of a subcontractor.
const RATES_MAX: usize = 20;

/// The contacts who are subcontractors, by name.
#[utoipa::path(get, path = "/api/cis/subcontractors", operation_id = "cis_subcontractors", tag = "cis",
    responses((status = 200, body = Vec<CisSubcontractor>)))]
pub(super) async fn list(
    State(state): State<AppState>,
    user: CurrentUser,
) -> Result<Json<Vec<CisSubcontractor>>, ApiError> {
    let today = today(&state)?;
    let mut tx = state.db.begin_read().await?;
    let rows = store::list_subcontractors(&mut tx, &user.id).await?;
    let contacts = contacts::store::list(&mut tx, &user.id).await?;
    drop(tx);
    let emails: HashMap<_, _> = contacts.into_iter().map(|one| (one.id, one.fields.email)).collect();
    let result = rows.iter().map(|row| {
        let email = emails.get(&row.contact_id).cloned().unwrap_or_default();
        to_response(row, email, today)
    });
    Ok(Json(result.collect::<DbResult<_>>()?))
}

fn to_response(row: &SubcontractorRow, email: String, today: Date) -> DbResult<CisSubcontractor> {
    let holdings = row.parse_holdings()?;
    Ok(CisSubcontractor {
        contact_id: row.contact_id.to_string(),
        fields: CisSubcontractorInput {
            version: row.version,
            name: row.name.clone(),
            utr: row.utr.clone(),
            verification_number: row.verification_number.clone(),
            vat_registered: row.vat_registered,
            rates: holdings.iter().map(|it| CisRateFrom { from: it.from, rate: it.status.rate() }).collect(),
        },
        rate: find_status(&holdings, today).map(SubcontractorStatus::rate),
        email: email.trim().to_owned(),
    })
}

/// Sets the details that HMRC has of a contact as a subcontractor. `version` is the base version; if it is no longer
/// the newest, the response is 409 with the newest. Earlier deductions don't change.
#[utoipa::path(put, path = "/api/cis/subcontractors/{id}", operation_id = "put_subcontractor", tag = "cis",
    params(ContactId), request_body = CisSubcontractorInput,
    responses((status = 200, body = CisSubcontractor), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
pub(super) async fn put(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ContactId>,
    ApiJson(input): ApiJson<CisSubcontractorInput>,
) -> Result<Json<CisSubcontractor>, ApiError> {
    let today = today(&state)?;
    let known = validate(&input)?;
    let now = state.clock.now_ms();
    let missing = || ApiError::not_found("Contact");
    let mut tx = state.db.begin_write().await?;
    if !lock_contact(&mut tx, &user.id, &id).await? {
        return Err(missing());
    }
    let contact = contacts::store::find(&mut tx, &user.id, &id).await?;
    let email = contact.ok_or_else(missing)?.fields.email;
    let row = SubcontractorRow {
        contact_id: id.clone(),
        user_id: user.id.clone(),
        version: input.version.saturating_add(1),
        name: input.name.trim().to_owned(),
        utr: known.utr,
        verification_number: known.verification_number,
        vat_registered: input.vat_registered,
        holdings: serde_json::to_string(&known.holdings)?,
        created_at: now,
        updated_at: now,
    };
    if !store::save_subcontractor(&mut tx, &row, input.version).await? {
        let current = store::find_subcontractor(&mut tx, &user.id, &id).await?;
        let current = current.ok_or_else(missing)?;
        return Err(ApiError::stale_version(&to_response(&current, email, today)?));
    }
    let subject = ("contact", id.as_str(), &*row.name);
    activities::record_named(&state, &mut tx, &user.id, "cis_verified", subject).await?;
    tx.commit().await?;
    Ok(Json(to_response(&row, email, today)?))
}

/// The checked and normalised references.
struct ValidSubcontractor {
    utr: String,
    verification_number: String,
    holdings: Vec<StatusFrom>,
}

fn validate(input: &CisSubcontractorInput) -> Result<ValidSubcontractor, ApiError> {
    let mut checks = FieldChecks::new();
    let blank = "Please enter the name HMRC knows them by.";
    checks.check_required_line("name", &input.name, NAME_MAX, blank);
    let saved = |typed: &str, read: fn(&str) -> Option<String>| {
        if typed.trim().is_empty() {
            return Some(String::new());
        }
        read(typed)
    };
    let utr = saved(&input.utr, parse_utr);
    if utr.is_none() {
        checks.add("utr", "invalid", "A UTR has 10 digits.");
    }
    let number = saved(&input.verification_number, parse_verification_number);
    if number.is_none() {
        let text = "A verification number is V and 10 digits, at 30% with up to 2 letters after them, such as \
                    V0012345678/AB.";
        checks.add("verificationNumber", "invalid", text);
    }
    if input.rates.is_empty() {
        let text = "Please enter the rate HMRC gave you, and from which date.";
        checks.add("rates", "required", text);
    }
    if input.rates.len() > RATES_MAX {
        checks.add("rates", "too_many", "There can be at most 20 changes of rate.");
    }
    let mut holdings = Vec::new();
    let mut days = BTreeSet::new();
    for (at, CisRateFrom { from, rate }) in input.rates.iter().take(RATES_MAX).enumerate() {
        match SubcontractorStatus::from_rate(*rate) {
            Some(status) => holdings.push(StatusFrom { from: *from, status }),
            None => {
                let text = "The rate is 0, 20 or 30%.";
                checks.add(&format!("rates[{at}].rate"), "out_of_range", text);
            }
        }
        if let Err(error) = supplied::check(*from) {
            let message = format!("The date {error}.");
            checks.add(&format!("rates[{at}].from"), error.code(), message);
        }
        if !days.insert(*from) {
            let text = "Another rate starts on this date.";
            checks.add(&format!("rates[{at}].from"), "twice", text);
        }
    }
    // Gross payment status and the rate for a registered subcontractor depend on the UTR.
    let has_status = holdings.iter().any(|it| it.status != SubcontractorStatus::NotRegistered);
    if has_status && utr.as_deref() == Some("") {
        let text = "Please enter their UTR: HMRC only gives 0% and 20% to subcontractors with one.";
        checks.add("utr", "required", text);
    }
    checks.into_result()?;
    holdings.sort_by_key(|it| it.from);
    Ok(ValidSubcontractor {
        utr: utr.unwrap_or_default(),
        verification_number: number.unwrap_or_default(),
        holdings,
    })
}
