//! GET and PUT /api/account

use axum::Json;
use axum::extract::State;
use plumbline_core::credentials::check_registration;
use serde::{Deserialize, Serialize};

use super::NAME_MAX;
use super::captcha::LimitedUser;
use super::store::{self, changes};
use plumbline_platform::clock::is_valid_at;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::http::ApiJson;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::mail::sender_name;
use plumbline_platform::sessions::{CurrentUser, devices};
use plumbline_platform::state::AppState;

/// The most characters of the business's address.
const ADDRESS_MAX: usize = 500;

/// The account as its owner sees it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct Account {
    /// The id.
    id: String,
    /// The person's name.
    name: String,
    /// The name of the business on documents without a business profile; empty if none is shown.
    business_name: String,
    /// The business's telephone number on them.
    phone: String,
    /// The business's address on them, one part per line.
    address: String,
    /// The email address.
    email: String,
    /// The new address that has not been confirmed by its code yet.
    pending_email: Option<String>,
    /// When the account was created, milliseconds since the epoch.
    created_at: i64,
    /// The state of the PIN on this device.
    pin: PinState,
}

/// Whether a PIN can be used on this device.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct PinState {
    /// Whether a PIN signs in on this device.
    enrolled: bool,
}

/// The signed-in person's account.
#[utoipa::path(get, path = "/api/account", tag = "account",
    responses((status = 200, body = Account), (status = 401, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn read(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
) -> Result<Json<Account>, ApiError> {
    let mut conn = state.db.read().await?;
    load_account(&state, &mut conn, &user).await.map(Json)
}

/// The changes; a field that is left out is unchanged.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
pub struct AccountChange {
    /// The account holder's own name, on one line, with which our emails greet them.
    name: Option<String>,
    /// The name of the business on documents without a business profile.
    business_name: Option<String>,
    /// The business's telephone number on those documents.
    phone: Option<String>,
    /// The business's address on them, one part per line.
    address: Option<String>,
}

/// Changes the name, and the business's details on documents without a business profile.
#[utoipa::path(put, path = "/api/account", tag = "account", request_body = AccountChange,
    responses((status = 200, body = Account), (status = 422, body = plumbline_platform::error::ErrorBody)))]
pub(super) async fn update(
    State(state): State<AppState>,
    LimitedUser { user, .. }: LimitedUser,
    ApiJson(request): ApiJson<AccountChange>,
) -> Result<Json<Account>, ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(name) = request.name.as_deref().map(str::trim) {
        let mut checks = FieldChecks::new();
        // Core's rule for a name is one of its rules for a registration.
        let broken = check_registration(name, "", "", None);
        if let Some(rule) = broken.iter().find(|rule| rule.path == "name") {
            checks.add("name", rule.code, rule.msg);
        }
        checks.check_line("name", name, NAME_MAX);
        checks.into_result()?;
        store::set_name(&mut tx, &user.id, name, state.clock.now_ms()).await?;
    }
    if request.business_name.is_some() || request.phone.is_some() || request.address.is_some() {
        set_business(&state, &mut tx, &user, &request).await?;
    }
    let account = load_account(&state, &mut tx, &user).await?;
    tx.commit().await?;
    Ok(Json(account))
}

/// Changes the details of the business; what the request leaves out is unchanged.
async fn set_business(
    state: &AppState,
    tx: &mut WriteTx,
    user: &CurrentUser,
    request: &AccountChange,
) -> Result<(), ApiError> {
    let row = store::find(tx, &user.id).await?.ok_or_else(ApiError::session_expired)?;
    let name = request.business_name.as_deref().unwrap_or(&row.business_name);
    let phone = request.phone.as_deref().unwrap_or(&row.phone);
    let address = request.address.as_deref().unwrap_or(&row.address);
    let [name, phone, address] = [name, phone, address].map(str::trim);
    let mut checks = FieldChecks::new();
    checks.check_line("businessName", name, NAME_MAX);
    if !name.is_empty() && sender_name::is_borrowed(name) {
        checks.add("businessName", sender_name::CODE, sender_name::MESSAGE);
    }
    checks.check_phone("phone", phone);
    checks.check_paragraphs("address", address, ADDRESS_MAX);
    checks.into_result()?;
    store::set_business(tx, &user.id, [name, phone, address], state.clock.now_ms()).await?;
    Ok(())
}

/// The account in its stored state.
pub(super) async fn load_account(
    state: &AppState,
    conn: &mut Conn,
    user: &CurrentUser,
) -> Result<Account, ApiError> {
    let row = store::find(conn, &user.id).await?.ok_or_else(ApiError::session_expired)?;
    let now = state.clock.now_ms();
    let change = changes::find(conn, &user.id).await?;
    let change = change.filter(|change| is_valid_at(now, change.code.sent_at, change.code.expires_at));
    let enrolled = match &user.device_id {
        Some(device) => devices::has_pin(conn, device).await?,
        None => false,
    };
    Ok(Account {
        id: row.id.into(),
        name: row.name,
        business_name: row.business_name,
        phone: row.phone,
        address: row.address,
        email: row.email,
        pending_email: change.map(|change| change.email),
        created_at: row.created_at,
        pin: PinState { enrolled },
    })
}
