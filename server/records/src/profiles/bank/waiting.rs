//! The changes of a business's bank details that its customers don't see yet.

use plumbline_core::present::payment_details::{BankAccount, PaymentDetails as _, effective_from};
use plumbline_core::time::text::format_date_time;
use serde::Serialize;

use super::store::{self, PayoutMethod};
use super::to_bank_account;
use crate::profiles::{Profile, store as profiles};
use plumbline_platform::clock::london_wall_clock;
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
    pub way: PayoutMethod,
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
pub(in crate::profiles) async fn add_waiting(
    conn: &mut Conn,
    user_id: &UserId,
    mut profiles: Vec<Profile>,
) -> Result<Vec<Profile>, ApiError> {
    for row in store::list_waiting(conn, user_id).await? {
        let profile = profiles.iter_mut().find(|it| it.id == row.profile_id);
        let Some(profile) = profile else { continue };
        let fields = &profile.fields;
        let (mut bank, mut paypal) = (BankAccount::default(), String::new());
        let is_taken_away = match row.way {
            PayoutMethod::Bank => {
                bank = serde_json::from_str(&row.held)?;
                to_bank_account(fields).is_empty()
            }
            PayoutMethod::Paypal => {
                paypal = serde_json::from_str(&row.held)?;
                fields.paypal.is_empty()
            }
        };
        // A removal doesn't wait.
        if is_taken_away {
            continue;
        }
        profile.waiting.push(WaitingDetails {
            way: row.way,
            from: format_date_time(london_wall_clock(effective_from(row.changed_at))),
            is_first: bank.is_empty() && paypal.is_empty(),
            bank,
            paypal,
        });
    }
    Ok(profiles)
}

/// The same for one profile.
///
/// # Errors
/// As for [`add_waiting`].
pub(in crate::profiles) async fn add_waiting_to_one(
    conn: &mut Conn,
    user_id: &UserId,
    profile: Profile,
) -> Result<Profile, ApiError> {
    let mut profiles = add_waiting(conn, user_id, vec![profile]).await?;
    profiles.pop().ok_or_else(|| ApiError::internal("a profile was lost"))
}

/// The time from which customers see a business's latest details, as text; `None` if no change is waiting.
///
/// # Errors
/// As for [`add_waiting`].
pub async fn find_waiting_until(
    conn: &mut Conn,
    user_id: &UserId,
    profile_id: &ProfileId,
) -> Result<Option<String>, ApiError> {
    let found = profiles::find(conn, user_id, profile_id).await?;
    let Some(profile) = found else {
        return Ok(None);
    };
    let profile = add_waiting_to_one(conn, user_id, profile).await?;
    Ok(profile.waiting.into_iter().map(|it| it.from).next_back())
}
