//! The changes of a business's bank details that its customers don't see yet.

use plumbline_core::present::on_file::{BankAccount, Details as _, counts_from};
use plumbline_core::time::text::date_time;
use serde::Serialize;

use super::account_of;
use super::store::{self, Way};
use crate::profiles::{Profile, store as profiles};
use plumbline_platform::clock::london_clock;
use plumbline_platform::db::Conn;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{ProfileId, UserId};

/// A change of payment details that customers don't see yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export))]
pub struct WaitingDetails {
    /// `bank` or `paypal`.
    #[schema(value_type = String)]
    #[cfg_attr(feature = "typescript", ts(type = "\"bank\" | \"paypal\""))]
    pub way: Way,
    /// The time from which customers see it: `28/11/2026 10:15`, in London.
    pub from: String,
    /// Whether there were no details before: then documents that are sent from now on show the new ones at once.
    pub is_first: bool,
    /// The bank account that customers see until then; empty for PayPal.
    #[schema(value_type = Object)]
    pub bank: BankAccount,
    /// The PayPal address that customers see until then; empty for a bank account.
    pub paypal: String,
}

/// Adds the waiting changes to the profiles of an account.
pub(in crate::profiles) async fn with_waiting(
    conn: &mut Conn,
    user_id: &str,
    mut profiles: Vec<Profile>,
) -> Result<Vec<Profile>, ApiError> {
    for row in store::waiting(conn, user_id).await? {
        let profile = profiles.iter_mut().find(|it| it.id == row.profile_id);
        let Some(profile) = profile else { continue };
        let fields = &profile.fields;
        let (mut bank, mut paypal) = (BankAccount::default(), String::new());
        let is_taken_away = match row.way {
            Way::Bank => {
                bank = serde_json::from_str(&row.held)?;
                account_of(fields).is_nothing()
            }
            Way::Paypal => {
                paypal = serde_json::from_str(&row.held)?;
                fields.paypal.is_nothing()
            }
        };
        // A removal doesn't wait.
        if is_taken_away {
            continue;
        }
        profile.waiting.push(WaitingDetails {
            way: row.way,
            from: date_time(london_clock(counts_from(row.changed_at))),
            is_first: bank.is_nothing() && paypal.is_nothing(),
            bank,
            paypal,
        });
    }
    Ok(profiles)
}

/// The same for one profile.
///
/// # Errors
/// As [`with_waiting`].
pub(in crate::profiles) async fn with_its_waiting(
    conn: &mut Conn,
    user_id: &str,
    profile: Profile,
) -> Result<Profile, ApiError> {
    let mut profiles = with_waiting(conn, user_id, vec![profile]).await?;
    profiles
        .pop()
        .ok_or_else(|| ApiError::internal("a profile was lost"))
}

/// The time from which customers see a business's latest details, as text; `None` if no change is waiting.
///
/// # Errors
/// As [`with_waiting`].
pub async fn waits_until(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
) -> Result<Option<String>, ApiError> {
    let found = profiles::find(conn, user_id, profile_id).await?;
    let Some(profile) = found else {
        return Ok(None);
    };
    let profile = with_its_waiting(conn, user_id, profile).await?;
    Ok(profile.waiting.into_iter().map(|it| it.from).next_back())
}
