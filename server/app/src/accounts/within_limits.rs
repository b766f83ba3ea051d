//! Limits that are checked before anybody is looked up: each made-up session secret would otherwise cost a query.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use plumbline_platform::error::ApiError;
use plumbline_platform::http::ClientAddress;
use plumbline_platform::limits::ProcessLimit;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::sessions::cookie::CookieSecret;
use plumbline_platform::state::AppState;

/// The signed-in person in their own settings, within the limits of their network address and account.
pub(super) struct LimitedUser {
    /// The person.
    pub user: CurrentUser,
    /// The network address of the request.
    pub client: IpAddr,
}

impl FromRequestParts<AppState> for LimitedUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let client = count_request(parts, state, ProcessLimit::SettingsByAddress).await?;
        let user = CurrentUser::from_request_parts(parts, state).await?;
        state.limits.check(ProcessLimit::SettingsByAccount, &user.id)?;
        Ok(Self { user, client })
    }
}

/// The signed-in person, within the limits of their network address and account; `None` if the browser has no session.
/// If its session has ended, the request is refused with 401.
pub(super) struct MaybeLimitedUser(pub Option<CurrentUser>);

impl FromRequestParts<AppState> for MaybeLimitedUser {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        count_request(parts, state, ProcessLimit::SessionByAddress).await?;
        if CookieSecret::Session.read(&parts.headers, &state.public_url).is_none() {
            return Ok(Self(None));
        }
        let user = CurrentUser::from_request_parts(parts, state).await?;
        state.limits.check(ProcessLimit::SessionByAccount, &user.id)?;
        Ok(Self(Some(user)))
    }
}

/// Counts the request for its network address, and returns the address.
async fn count_request(parts: &mut Parts, state: &AppState, limit: ProcessLimit) -> Result<IpAddr, ApiError> {
    let Ok(ClientAddress(client)) = ClientAddress::from_request_parts(parts, state).await;
    state.limits.check(limit, client)?;
    Ok(client)
}
