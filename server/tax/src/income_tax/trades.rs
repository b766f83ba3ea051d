//! The trades of an account: PUT /api/income-tax/trades
//!
//! HMRC wants one quarterly update and one set of self-employment pages for each trade of a person. Businesses of
//! the same trade are counted together; most accounts have a single trade, without a name.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::store;
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiJson;
use plumbline_platform::http::field_checks::FieldChecks;
use plumbline_platform::ids::{ProfileId, UserId};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::profiles::{self, Profile};

/// The most characters in a trade's name.
const NAME_MAX: usize = 100;

/// A business of a trade.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxTradeBusiness {
    /// The business profile.
    pub id: String,
    /// The business's name.
    pub name: String,
}

/// A trade, which has its own updates and self-employment pages.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxTrade {
    /// The owner's name for it, which also identifies it in queries; empty if it has no name.
    pub name: String,
    /// Its businesses that aren't deleted, oldest first.
    pub businesses: Vec<TaxTradeBusiness>,
}

/// A business and the trade to which its owner assigns it.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaxTradeChoice {
    /// The business profile.
    #[schema(value_type = String)]
    pub profile: ProfileId,
    /// The trade's name, at most 100 characters; empty for the trade without a name. Names that differ only in case are
    /// the same trade.
    pub trade: String,
}

/// The trades of an account, beginning with the trade of its first business.
pub(super) struct Trades(Vec<AccountTrade>);

/// A trade with all of its businesses, including deleted ones.
#[derive(Clone)]
pub(super) struct AccountTrade {
    pub(super) name: String,
    /// Whether it is the trade of the account's first business. It also includes records that are assigned to no
    /// business, and the hours worked at home.
    pub(super) is_main: bool,
    /// The ids of its business profiles.
    pub(super) profiles: Vec<String>,
    existing_businesses: Vec<TaxTradeBusiness>,
}

impl Trades {
    /// Reads the trades of an account.
    pub(super) async fn load(conn: &mut Conn, user_id: &UserId) -> DbResult<Self> {
        let named: HashMap<String, String> = store::list_trades(conn, user_id).await?.into_iter().collect();
        let existing = profiles::store::list(conn, user_id).await?;
        let deleted = profiles::store::list_any(conn, user_id).await?;
        let deleted =
            deleted.into_iter().filter(|it| !existing.iter().any(|one| one.id == it.id)).collect::<Vec<_>>();
        let mut trades: Vec<AccountTrade> = Vec::new();
        let mut add = |profile: &Profile, is_deleted: bool| {
            let name = named.get(profile.id.as_str());
            let name = name.map(|it| it.trim().to_owned()).unwrap_or_default();
            let key = name.to_lowercase();
            let at = trades.iter().position(|it| it.name.to_lowercase() == key);
            let is_main = trades.is_empty();
            let at = at.unwrap_or_else(|| {
                trades.push(AccountTrade {
                    name,
                    is_main,
                    profiles: Vec::new(),
                    existing_businesses: Vec::new(),
                });
                trades.len() - 1
            });
            trades[at].profiles.push(profile.id.to_string());
            if !is_deleted {
                trades[at]
                    .existing_businesses
                    .push(TaxTradeBusiness { id: profile.id.to_string(), name: profile.fields.name.clone() });
            }
        };
        existing.iter().for_each(|it| add(it, false));
        deleted.iter().for_each(|it| add(it, true));
        Ok(Self(trades))
    }

    /// The account's first business; `None` if there is no business.
    pub(super) fn first_profile(&self) -> Option<&str> {
        let main = self.0.first()?;
        main.profiles.first().map(String::as_str)
    }

    /// All trades.
    pub(super) fn as_slice(&self) -> &[AccountTrade] {
        &self.0
    }

    /// The trade with this name, or the first one if no name is given. `None` if the account has only one trade, which
    /// needs no filter.
    ///
    /// # Errors
    /// 404 if there is no trade with this name.
    pub(super) fn find_by_name(&self, name: Option<&str>) -> Result<Option<AccountTrade>, ApiError> {
        let key = name.map(|name| name.trim().to_lowercase());
        let mut trades = self.0.iter();
        let found = match &key {
            None => trades.next(),
            Some(key) => trades.find(|it| it.name.to_lowercase() == *key),
        };
        match found {
            None if key.is_some() && !self.0.is_empty() => Err(ApiError::not_found("Trade")),
            Some(found) if self.0.len() > 1 => Ok(Some(found.clone())),
            _ => Ok(None),
        }
    }

    /// Converts the trades to the response's type.
    pub(super) fn to_response(&self) -> Vec<TaxTrade> {
        let result = self.0.iter().map(|trade| TaxTrade {
            name: trade.name.clone(),
            businesses: trade.existing_businesses.clone(),
        });
        result.collect()
    }
}

/// Sets the trade of a business. From then on the business's records of every year belong to the new trade. A return
/// that was sent to HMRC isn't changed; the next quarterly update covers the whole year so far.
#[utoipa::path(put, path = "/api/income-tax/trades", operation_id = "set_trade", tag = "income-tax",
    request_body = TaxTradeChoice, responses((status = 200, body = Vec<TaxTrade>), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn set(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(TaxTradeChoice { profile, trade }): ApiJson<TaxTradeChoice>,
) -> Result<Json<Vec<TaxTrade>>, ApiError> {
    let mut checks = FieldChecks::new();
    checks.check_line("trade", &trade, NAME_MAX);
    checks.into_result()?;
    let mut tx = state.db.begin_write().await?;
    let found = profiles::store::find(&mut tx, &user.id, &profile).await?;
    let found = found.ok_or_else(profiles::not_found)?;
    store::set_trade(&mut tx, &user.id, &profile, trade.trim()).await?;
    let subject = ("business_profile", found.id.as_str(), &*found.fields.name);
    activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    let trades = Trades::load(&mut tx, &user.id).await?;
    tx.commit().await?;
    Ok(Json(trades.to_response()))
}
