//! The trades of an account: PUT /api/income-tax/trades
//!
//! HMRC wants one quarterly update and one set of self-employment pages for each trade of a person. Businesses of
//! one trade are counted together; most accounts have one, without a name.

use std::collections::HashMap;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::ApiJson;
use plumbline_platform::http::text::Checks;
use plumbline_platform::ids::ProfileId;
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;
use plumbline_records::activities;
use plumbline_records::profiles::{self, Profile};

/// The most letters of a trade's name.
const NAME_MAX: usize = 100;

/// A business, and the trade that it belongs to.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxTradeBusiness {
    /// The business profile.
    pub id: String,
    /// What it is called.
    pub name: String,
}

/// A trade: what one update and one set of self-employment pages are of.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase")]
pub struct TaxTrade {
    /// As its owner calls it; empty where it has no name. It is asked for by it.
    pub name: String,
    /// The businesses of it that are there, the oldest first.
    pub businesses: Vec<TaxTradeBusiness>,
}

/// Which trade a business belongs to.
#[derive(Debug, Clone, Serialize, Deserialize, ToSchema)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TaxTradeChoice {
    /// The business profile.
    #[schema(value_type = String)]
    pub profile: ProfileId,
    /// As its owner calls it, at most 100 characters; empty: the one without a name. Businesses whose trades differ in
    /// capitals alone are of one.
    pub trade: String,
}

/// The trades of an account, that of its first business first.
pub(super) struct Trades(Vec<Trade>);

/// A trade with all of its businesses, those that are hidden too.
#[derive(Clone)]
pub(super) struct Trade {
    pub(super) name: String,
    /// Whether it is that of the account's first business: what names none counts with it, and hours at home do.
    pub(super) is_main: bool,
    /// The ids of its profiles.
    pub(super) profiles: Vec<String>,
    shown: Vec<TaxTradeBusiness>,
}

impl Trades {
    /// Reads them.
    pub(super) async fn read(conn: &mut Conn, user_id: &str) -> DbResult<Self> {
        let named: Vec<(String, String)> =
            sqlx::query_as("SELECT id, trade FROM business_profiles WHERE user_id = $1")
                .bind(user_id)
                .fetch_all(&mut *conn)
                .await?;
        let named: HashMap<String, String> = named.into_iter().collect();
        let shown = profiles::store::list(conn, user_id).await?;
        let hidden = profiles::store::list_any(conn, user_id).await?;
        let hidden = hidden
            .into_iter()
            .filter(|it| !shown.iter().any(|one| one.id == it.id))
            .collect::<Vec<_>>();
        let mut trades: Vec<Trade> = Vec::new();
        let mut add = |profile: &Profile, is_shown: bool| {
            let name = named.get(profile.id.as_str());
            let name = name.map(|it| it.trim().to_owned()).unwrap_or_default();
            let key = name.to_lowercase();
            let at = trades.iter().position(|it| it.name.to_lowercase() == key);
            let is_main = trades.is_empty();
            let at = at.unwrap_or_else(|| {
                trades.push(Trade {
                    name,
                    is_main,
                    profiles: Vec::new(),
                    shown: Vec::new(),
                });
                trades.len() - 1
            });
            trades[at].profiles.push(profile.id.to_string());
            if is_shown {
                trades[at].shown.push(TaxTradeBusiness {
                    id: profile.id.to_string(),
                    name: profile.fields.name.clone(),
                });
            }
        };
        shown.iter().for_each(|it| add(it, true));
        hidden.iter().for_each(|it| add(it, false));
        Ok(Self(trades))
    }

    /// The account's first business; none where there is none.
    pub(super) fn first_profile(&self) -> Option<&str> {
        let main = self.0.first()?;
        main.profiles.first().map(String::as_str)
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Trade] {
        &self.0
    }

    /// The one of a name; the first where none is asked for. None where all is of one trade.
    ///
    /// # Errors
    /// 404 where there is none of that name.
    pub(super) fn asked(&self, name: Option<&str>) -> Result<Option<Trade>, ApiError> {
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

    /// As they are answered.
    pub(super) fn told(&self) -> Vec<TaxTrade> {
        let told = self.0.iter().map(|trade| TaxTrade {
            name: trade.name.clone(),
            businesses: trade.shown.clone(),
        });
        told.collect()
    }
}

/// Sets which trade a business belongs to. The records of both trades count with it from then on, of every year: a return
/// that was sent stays at HMRC as it was sent, and a quarterly update tells the whole year so far.
#[utoipa::path(put, path = "/api/income-tax/trades", operation_id = "set_trade", tag = "income-tax",
    request_body = TaxTradeChoice, responses((status = 200, body = Vec<TaxTrade>), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
pub(super) async fn set(
    State(state): State<AppState>,
    user: CurrentUser,
    ApiJson(TaxTradeChoice { profile, trade }): ApiJson<TaxTradeChoice>,
) -> Result<Json<Vec<TaxTrade>>, ApiError> {
    let mut checks = Checks::new();
    checks.line("trade", &trade, NAME_MAX);
    checks.finish()?;
    let mut tx = state.db.begin_write().await?;
    let found = profiles::store::find(&mut tx, &user.id, &profile).await?;
    let found = found.ok_or_else(profiles::not_found)?;
    sqlx::query("UPDATE business_profiles SET trade = $1 WHERE user_id = $2 AND id = $3")
        .bind(trade.trim())
        .bind(user.id.as_str())
        .bind(profile.as_str())
        .execute(&mut *tx)
        .await?;
    let subject = ("business_profile", found.id.as_str(), &*found.fields.name);
    activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    let trades = Trades::read(&mut tx, &user.id).await?;
    tx.commit().await?;
    Ok(Json(trades.told()))
}
