//! How many emails an account may send to customers.
//!
//! They carry its own words to any address, so a new account may send few: enough for a tradesperson, and useless
//! to somebody who wants to reach thousands. The number grows with the invoices that are paid, but only as fast as
//! the account ages, because anybody could mark any number of invoices as paid in a day.

use crate::emails::store::{self, CustomerMailRow};
use plumbline_platform::clock::{DAY, HOUR, MINUTE, format_london_time, london_date};
use plumbline_platform::config::MailQuotaConfig;
use plumbline_platform::db::{Conn, DbResult, WriteTx};
use plumbline_platform::error::{ApiError, FieldError};
use plumbline_platform::ids::{UserId, sha256_hex};
use plumbline_platform::mail::sender_name;
use plumbline_platform::sessions;
use plumbline_platform::state::AppState;

/// How many paid invoices count for each day of the account's age.
const PAID_PER_DAY_MAX: i64 = 5;
/// How many more emails each of them allows, per hour and per day.
const EXTRA_PER_INVOICE: (i64, i64) = (2, 5);
/// The most that the allowance grows to, as a multiple of a new account's, per hour and per day.
const GROWTH_MAX: (i64, i64) = (10, 20);

/// How many emails may be sent per hour and per day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct EmailAllowance {
    hour: i64,
    day: i64,
}

impl EmailAllowance {
    /// The allowance of an account that is so many days old and has so many paid invoices.
    fn for_account(config: MailQuotaConfig, paid: i64, days: i64) -> Self {
        let counted = paid.clamp(0, days.max(0).saturating_mul(PAID_PER_DAY_MAX));
        let grown = |first: i64, more: i64, times: i64| {
            let most = first.saturating_mul(times);
            first.saturating_add(counted.saturating_mul(more)).min(most)
        };
        Self {
            hour: grown(config.hour, EXTRA_PER_INVOICE.0, GROWTH_MAX.0),
            day: grown(config.day, EXTRA_PER_INVOICE.1, GROWTH_MAX.1),
        }
    }
}

/// An email to a customer that was counted towards the account's allowance.
pub(super) struct ReservedEmail {
    /// The page on which its recipient can report it.
    pub report_url: String,
    /// When it is sent, milliseconds since the epoch; `None` for now.
    pub at: Option<i64>,
}

/// The reason why an email may not be sent now.
enum SendingBlock {
    /// The account's email is stopped.
    Stopped,
    /// The business's name is a public body's or a bank's.
    BorrowedName,
    /// The account has used up its allowance: `most` emails per `time`, and the next may be sent at `next`. Per day it
    /// may send `day`.
    LimitReached { most: i64, time: &'static str, next: i64, day: i64 },
}

/// Checks whether the business may send an email now, before anything of it is written. Locks the account, so that
/// nobody else uses up its allowance until the transaction ends.
///
/// # Errors
/// 403 when the account's email is stopped; 422 when the business's name is a public body's or a bank's; 429 with
/// `Retry-After` when the allowance is used up.
pub(super) async fn check(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    business: &str,
) -> Result<(), ApiError> {
    match find_block(state, tx, user_id, business).await? {
        Some(sending_block) => Err(to_error(state, &sending_block)),
        None => Ok(()),
    }
}

/// Counts an email that was checked towards its account's allowance.
pub(super) async fn count(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (business, to): (&str, &str),
) -> DbResult<ReservedEmail> {
    record_email(state, tx, user_id, (business, to), None).await
}

/// Checks an email that the business sends, and counts it.
///
/// # Errors
/// As for [`check`].
pub(super) async fn reserve(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (business, to): (&str, &str),
) -> Result<ReservedEmail, ApiError> {
    check(state, tx, user_id, business).await?;
    Ok(count(state, tx, user_id, (business, to)).await?)
}

/// Counts an email that a customer caused, such as a receipt, towards the account's allowance. Unlike an email that the
/// business sends, it never makes the customer's action fail. If the allowance is used up, the email is sent later.
/// `None` if it must not be sent at all, or if a whole day's allowance is already waiting: with more of them the
/// business itself could send nothing for days.
pub(super) async fn reserve_copy(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (business, to): (&str, &str),
) -> Result<Option<ReservedEmail>, ApiError> {
    let at = match find_block(state, tx, user_id, business).await? {
        Some(SendingBlock::Stopped | SendingBlock::BorrowedName) => return Ok(None),
        Some(SendingBlock::LimitReached { next, day, .. }) => {
            let waiting = store::count_sent_after(tx, user_id, state.clock.now_ms()).await?;
            if waiting >= day {
                tracing::warn!(%user_id, waiting, "a customer's copy is left out: too many wait");
                return Ok(None);
            }
            Some(next)
        }
        None => None,
    };
    Ok(Some(record_email(state, tx, user_id, (business, to), at).await?))
}

/// Whether an account's email is stopped, or the account suspended.
pub(super) async fn is_stopped(conn: &mut Conn, user_id: &UserId) -> DbResult<bool> {
    let stop = store::find_stop(conn, user_id).await?;
    if stop.is_some_and(|stop| stop.allowed_at.is_none()) {
        return Ok(true);
    }
    sessions::is_suspended(conn, user_id).await
}

async fn find_block(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    business: &str,
) -> DbResult<Option<SendingBlock>> {
    let end = tx.dialect().for_no_key_update();
    let created_at = store::lock_account(tx, end, user_id).await?;
    if is_stopped(tx, user_id).await? {
        return Ok(Some(SendingBlock::Stopped));
    }
    if sender_name::is_borrowed(business) {
        return Ok(Some(SendingBlock::BorrowedName));
    }
    let now = state.clock.now_ms();
    let days = (now - created_at.unwrap_or(now)) / DAY;
    let paid = store::count_paid_invoices(tx, user_id).await?;
    let factor = i64::from(state.config.limit_factor.max(1));
    let allowed = EmailAllowance::for_account(state.config.mail_quota, paid, days);
    for (most, length, time) in
        [(allowed.day * factor, DAY, "24 hours"), (allowed.hour * factor, HOUR, "hour")]
    {
        let before = store::find_nth_last_sent_at(tx, user_id, most).await?;
        if let Some(next) = before.map(|at| at + length).filter(|next| *next > now) {
            // A time written while the clock was ahead delays nobody by more than a day.
            let next = next.min(now + DAY);
            let day = allowed.day * factor;
            return Ok(Some(SendingBlock::LimitReached { most, time, next, day }));
        }
    }
    Ok(None)
}

fn to_error(state: &AppState, sending_block: &SendingBlock) -> ApiError {
    match sending_block {
        SendingBlock::Stopped => ApiError::forbidden(
            "mail_stopped",
            format!(
                "Email to customers is stopped for this account. Please write to {}. Nothing is \
                 lost, and you can still share the link yourself.",
                state.config.support_email
            ),
        ),
        SendingBlock::BorrowedName => {
            ApiError::rule_broken(vec![borrowed_name_error("businessProfile.name")])
        }
        SendingBlock::LimitReached { most, time, next, .. } => {
            let now = state.clock.now_ms();
            // Whole minutes, rounded up, so that it can really be sent at the minute that the message names.
            let minute = (next + MINUTE - 1) / MINUTE * MINUTE;
            let day = if london_date(minute) == london_date(now) { "" } else { " tomorrow" };
            let left = u64::try_from(next - now).unwrap_or(0).div_ceil(1000);
            let message = format!(
                "You have sent {most} emails to customers within the last {time}, the most this account can send for \
                 now. You can send the next one at {}{day}. Nothing is lost, and you can share the link yourself straight away.",
                format_london_time(minute)
            );
            ApiError::too_many("", left).with_message("too_many_mails", message)
        }
    }
}

/// The error for a business name that is a public body's or a bank's.
fn borrowed_name_error(path: &'static str) -> FieldError {
    FieldError::new(path, sender_name::CODE, sender_name::MESSAGE)
}

async fn record_email(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    (business, to): (&str, &str),
    at: Option<i64>,
) -> DbResult<ReservedEmail> {
    let secret = state.ids.new_link_token::<16>();
    let to = plumbline_core::credentials::normalise_email(to);
    let row = CustomerMailRow {
        report_hash: sha256_hex(&secret),
        user_id: user_id.clone(),
        receiver_hash: sha256_hex(format!("{user_id}:{to}")),
        business: business.to_owned(),
        sent_at: at.unwrap_or_else(|| state.clock.now_ms()),
        reported_at: None,
    };
    store::insert(tx, &row).await?;
    Ok(ReservedEmail { report_url: state.link_to(&format!("/report/{secret}")), at })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_allowance_grows_with_paid_invoices_and_days() {
        let config = MailQuotaConfig { hour: 20, day: 50 };
        let of = |paid, days| {
            let allowance = EmailAllowance::for_account(config, paid, days);
            (allowance.hour, allowance.day)
        };
        assert_eq!(of(0, 0), (20, 50));
        assert_eq!(of(0, 1_000), (20, 50));
        // On the first day, however many invoices are marked as paid.
        assert_eq!(of(100_000, 0), (20, 50));
        assert_eq!(of(100_000, 1), (30, 75));
        assert_eq!(of(1, 30), (22, 55));
        assert_eq!(of(40, 30), (100, 250));
        assert_eq!(of(i64::MAX, i64::MAX), (200, 1_000));
        // A clock that was set back does not reduce the allowance.
        assert_eq!(of(10, -3), (20, 50));
    }
}
