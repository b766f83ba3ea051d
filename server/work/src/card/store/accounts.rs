//! Connected accounts. A profile's `stripe_account_id` says which one its customers pay into: it names an account
//! only while that can be charged and the business wants it.

use sqlx::AssertSqlSafe;

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult, sql};
use plumbline_platform::ids::{ProfileId, UserId};
use plumbline_platform::stripe::ConnectedAccount;

table! {
    /// A connected account as Stripe described it last.
    pub struct CardAccountRow: "card_accounts", by account_id {
        /// `acct_…`.
        pub account_id: String,
        /// The profile that it belongs to.
        pub business_profile_id: ProfileId,
        /// Whether it can take payments.
        pub charges_enabled: bool,
        /// Whether its owner has given all details that Stripe needs.
        pub details_submitted: bool,
        /// Whether customers may pay from their bank account.
        pub pay_by_bank: bool,
        /// Stripe's reason why it is disabled; empty if it is not.
        pub disabled_reason: String,
        /// Unix seconds of the last event that was handled.
        pub told_at: i64,
        /// Unix milliseconds: when it could first take payments since it was connected.
        pub used_at: Option<i64>,
        /// Unix milliseconds; set while the business has disconnected it.
        pub disconnected_at: Option<i64>,
        /// Unix milliseconds; set once the owner has withdrawn our permission.
        pub deauthorized_at: Option<i64>,
        /// Unix milliseconds.
        pub created_at: i64,
    }
}

/// The profile's account, disconnected or not: the latest that we may act for.
pub async fn find_by_profile(conn: &mut Conn, profile_id: &ProfileId) -> DbResult<Option<CardAccountRow>> {
    CardAccountRow::select(
        "WHERE business_profile_id = $1 AND deauthorized_at IS NULL \
         ORDER BY created_at DESC, account_id DESC LIMIT 1",
    )
    .bind(profile_id)
    .fetch_optional(conn)
    .await
}

/// The account with this id.
pub async fn find(conn: &mut Conn, account_id: &str) -> DbResult<Option<CardAccountRow>> {
    CardAccountRow::select("WHERE account_id = $1").bind(account_id).fetch_optional(conn).await
}

/// How many accounts of the profile we may not act for any more.
pub async fn count_lost(conn: &mut Conn, profile_id: &ProfileId) -> DbResult<i64> {
    sql::query_scalar(
        "SELECT COUNT(*) FROM card_accounts \
         WHERE business_profile_id = $1 AND deauthorized_at IS NOT NULL",
    )
    .bind(profile_id)
    .fetch_one(conn)
    .await
}

/// Stores a new account; does nothing if it is stored already.
pub async fn insert(conn: &mut Conn, profile_id: &ProfileId, id: &str, now: i64) -> DbResult<()> {
    let row = CardAccountRow {
        account_id: id.to_owned(),
        business_profile_id: profile_id.clone(),
        charges_enabled: false,
        details_submitted: false,
        pay_by_bank: false,
        disabled_reason: String::new(),
        told_at: 0,
        used_at: None,
        disconnected_at: None,
        deauthorized_at: None,
        created_at: now,
    };
    row.insert_if_absent().execute(conn).await?;
    Ok(())
}

/// Stores an event on an account, made at `told_at` (unix seconds). Returns false if a later one was stored before.
pub async fn update_from_event(conn: &mut Conn, state: &ConnectedAccount, told_at: i64) -> DbResult<bool> {
    let done = sql::query(
        "UPDATE card_accounts SET charges_enabled = $1, details_submitted = $2, \
         disabled_reason = $3, told_at = $4, pay_by_bank = $6 \
         WHERE account_id = $5 AND told_at <= $4",
    )
    .bind(i64::from(state.charges_enabled))
    .bind(i64::from(state.details_submitted))
    .bind(&state.disabled_reason)
    .bind(told_at)
    .bind(&state.id)
    .bind(i64::from(state.pay_by_bank))
    .execute(conn)
    .await?;
    Ok(done.rows_affected() == 1)
}

/// Stores what Stripe has just responded. `told_at` is unchanged: only our clock could say when that was, and events
/// have the time of Stripe's, so one that is on its way still counts.
pub async fn update_from_response(conn: &mut Conn, state: &ConnectedAccount) -> DbResult<()> {
    sql::query(
        "UPDATE card_accounts SET charges_enabled = $1, details_submitted = $2, \
         disabled_reason = $3, pay_by_bank = $5 WHERE account_id = $4",
    )
    .bind(i64::from(state.charges_enabled))
    .bind(i64::from(state.details_submitted))
    .bind(&state.disabled_reason)
    .bind(&state.id)
    .bind(i64::from(state.pay_by_bank))
    .execute(conn)
    .await?;
    Ok(())
}

/// Records that the business connected the account, perhaps again.
pub async fn set_connected(conn: &mut Conn, account_id: &str) -> DbResult<()> {
    sql::query(
        "UPDATE card_accounts SET disconnected_at = NULL, \
         used_at = CASE WHEN disconnected_at IS NULL THEN used_at END WHERE account_id = $1",
    )
    .bind(account_id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Records that the business disconnected the account.
pub async fn set_disconnected(conn: &mut Conn, account_id: &str, now: i64) -> DbResult<()> {
    sql::query("UPDATE card_accounts SET disconnected_at = $1 WHERE account_id = $2")
        .bind(now)
        .bind(account_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Records that payments from bank accounts are refused, until Stripe says otherwise.
pub async fn disable_pay_by_bank(conn: &mut Conn, account_id: &str) -> DbResult<()> {
    sql::query("UPDATE card_accounts SET pay_by_bank = 0 WHERE account_id = $1")
        .bind(account_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Records that we may not act for the account any more.
pub async fn set_deauthorized(conn: &mut Conn, account_id: &str, now: i64) -> DbResult<()> {
    sql::query(
        "UPDATE card_accounts SET deauthorized_at = $1, charges_enabled = 0 \
         WHERE account_id = $2 AND deauthorized_at IS NULL",
    )
    .bind(now)
    .bind(account_id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes the profile name its account if that can take payments, is not disconnected, and cards are part of the plan;
/// otherwise clears the name. The first time since the account was connected, cards are also switched on: that is what
/// the owner set up.
pub async fn update_profile(conn: &mut Conn, account_id: &str, now: i64) -> DbResult<()> {
    let Some(row) = find(conn, account_id).await? else {
        return Ok(());
    };
    let is_wanted = row.disconnected_at.is_none()
        && row.deauthorized_at.is_none()
        && is_in_plan(conn, &row.business_profile_id).await?;
    if !row.charges_enabled || !is_wanted {
        sql::query(
            "UPDATE business_profiles SET stripe_account_id = NULL, version = version + 1 \
             WHERE stripe_account_id = $1",
        )
        .bind(account_id)
        .execute(conn)
        .await?;
        return Ok(());
    }
    sql::query(
        "UPDATE business_profiles SET stripe_account_id = $1, version = version + 1, \
         accepts_card = CASE WHEN $2 = 1 THEN 1 ELSE accepts_card END WHERE id = $3 \
         AND (stripe_account_id IS NULL OR stripe_account_id <> $1)",
    )
    .bind(account_id)
    .bind(i64::from(row.used_at.is_none()))
    .bind(&row.business_profile_id)
    .execute(&mut *conn)
    .await?;
    sql::query("UPDATE card_accounts SET used_at = $1 WHERE account_id = $2 AND used_at IS NULL")
        .bind(now)
        .bind(account_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether the plan of the profile's account includes card payments (stored by `plans`).
async fn is_in_plan(conn: &mut Conn, profile_id: &ProfileId) -> DbResult<bool> {
    let is_out: i64 = sql::query_scalar(
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM subscriptions s JOIN business_profiles p \
         ON p.user_id = s.user_id WHERE p.id = $1 AND s.takes_cards = 0) THEN 1 ELSE 0 END",
    )
    .bind(profile_id)
    .fetch_one(conn)
    .await?;
    Ok(is_out == 0)
}

/// Makes the profiles of an account name their card accounts, as [`update_profile`] would; clears all of the names if
/// `is_on` is false.
pub async fn update_profiles_of_user(conn: &mut Conn, user_id: &UserId, is_on: bool) -> DbResult<()> {
    if !is_on {
        sql::query(
            "UPDATE business_profiles SET stripe_account_id = NULL, version = version + 1 \
             WHERE stripe_account_id IS NOT NULL AND user_id = $1",
        )
        .bind(user_id)
        .execute(conn)
        .await?;
        return Ok(());
    }
    sql::query(AssertSqlSafe(format!("{UPDATE_ALL_PROFILES} AND user_id = $1")))
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Names the card account of each profile that has one that can take payments and is not disconnected, if cards are in
/// the plan.
const UPDATE_ALL_PROFILES: &str = "UPDATE business_profiles SET version = version + 1, stripe_account_id = \
     (SELECT MAX(a.account_id) FROM card_accounts a \
     WHERE a.business_profile_id = business_profiles.id AND a.charges_enabled = 1 \
     AND a.disconnected_at IS NULL AND a.deauthorized_at IS NULL) \
     WHERE stripe_account_id IS NULL AND id IN (SELECT business_profile_id \
     FROM card_accounts WHERE charges_enabled = 1 AND disconnected_at IS NULL \
     AND deauthorized_at IS NULL) \
     AND user_id NOT IN (SELECT s.user_id FROM subscriptions s WHERE s.takes_cards = 0)";

/// Makes every profile name its account, as [`update_profile`] would; clears all of the names if this server has no
/// keys, so that nobody who shows a profile has to check that. Called at the start, since keys may have been added or
/// removed.
pub async fn update_all_profiles(conn: &mut Conn, is_on: bool) -> DbResult<()> {
    if !is_on {
        sql::query(
            "UPDATE business_profiles SET stripe_account_id = NULL, version = version + 1 \
             WHERE stripe_account_id IS NOT NULL",
        )
        .execute(conn)
        .await?;
        return Ok(());
    }
    sql::query(UPDATE_ALL_PROFILES).execute(conn).await?;
    Ok(())
}
