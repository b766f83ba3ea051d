//! Connected accounts. A profile's `stripe_account_id` says which one its customers pay into: it names an account
//! only while that can be charged and the business wants it.

use sqlx::AssertSqlSafe;

use plumbline_platform::db::table::{Table as _, table};
use plumbline_platform::db::{Conn, DbResult};
use plumbline_platform::ids::ProfileId;
use plumbline_platform::stripe::AccountState;

table! {
    /// An account as last told of.
    pub struct AccountRow: "card_accounts", by account_id {
        /// `acct_…`.
        pub account_id: String,
        /// The profile it is of.
        pub business_profile_id: ProfileId,
        /// Whether it can be charged.
        pub charges_enabled: bool,
        /// Whether its owner has said all that Stripe asks.
        pub details_submitted: bool,
        /// Whether customers may pay it from their bank account.
        pub pay_by_bank: bool,
        /// Stripe's word; empty where nothing is the matter.
        pub disabled_reason: String,
        /// Unix seconds of what was last taken in.
        pub told_at: i64,
        /// Unix milliseconds: the first time it could be charged since it was connected.
        pub used_at: Option<i64>,
        /// Unix milliseconds, while the business does not want it.
        pub disconnected_at: Option<i64>,
        /// Unix milliseconds, once the owner took the platform's permission back.
        pub deauthorized_at: Option<i64>,
        /// Unix milliseconds.
        pub created_at: i64,
    }
}

/// The profile's account, wanted or not: the latest that we may act for.
///
/// # Errors
/// When the database fails.
pub async fn of_profile(conn: &mut Conn, profile_id: &str) -> DbResult<Option<AccountRow>> {
    AccountRow::select(
        "WHERE business_profile_id = $1 AND deauthorized_at IS NULL \
         ORDER BY created_at DESC, account_id DESC LIMIT 1",
    )
    .bind(profile_id)
    .fetch_optional(conn)
    .await
}

/// The account of this id.
///
/// # Errors
/// When the database fails.
pub async fn find(conn: &mut Conn, account_id: &str) -> DbResult<Option<AccountRow>> {
    AccountRow::select("WHERE account_id = $1")
        .bind(account_id)
        .fetch_optional(conn)
        .await
}

/// How many accounts the profile has had that we may not act for any more.
///
/// # Errors
/// When the database fails.
pub async fn count_lost(conn: &mut Conn, profile_id: &str) -> DbResult<i64> {
    sqlx::query_scalar(
        "SELECT COUNT(*) FROM card_accounts \
         WHERE business_profile_id = $1 AND deauthorized_at IS NOT NULL",
    )
    .bind(profile_id)
    .fetch_one(conn)
    .await
}

/// Keeps a new account; again is nothing.
///
/// # Errors
/// When the database fails.
pub async fn insert(conn: &mut Conn, profile_id: &ProfileId, id: &str, now: i64) -> DbResult<()> {
    let row = AccountRow {
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
    row.insert_unless_there().execute(conn).await?;
    Ok(())
}

/// Takes in an event on an account, made at `told_at` (unix seconds), unless a later one was taken
/// in already.
///
/// # Errors
/// When the database fails.
pub async fn told(conn: &mut Conn, state: &AccountState, told_at: i64) -> DbResult<bool> {
    let done = sqlx::query(
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

/// Takes in what Stripe answered just now. When that was, only our clock could say, by which
/// events are not measured: one that is on its way still counts.
///
/// # Errors
/// When the database fails.
pub async fn answered(conn: &mut Conn, state: &AccountState) -> DbResult<()> {
    sqlx::query(
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

/// The business wants the account, perhaps again.
///
/// # Errors
/// When the database fails.
pub async fn connect(conn: &mut Conn, account_id: &str) -> DbResult<()> {
    sqlx::query(
        "UPDATE card_accounts SET disconnected_at = NULL, \
         used_at = CASE WHEN disconnected_at IS NULL THEN used_at END WHERE account_id = $1",
    )
    .bind(account_id)
    .execute(conn)
    .await?;
    Ok(())
}

/// The business does not want the account any more.
///
/// # Errors
/// When the database fails.
pub async fn disconnect(conn: &mut Conn, account_id: &str, now: i64) -> DbResult<()> {
    sqlx::query("UPDATE card_accounts SET disconnected_at = $1 WHERE account_id = $2")
        .bind(now)
        .bind(account_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Notes that payments from bank accounts are refused, until Stripe tells otherwise.
///
/// # Errors
/// When the database fails.
pub async fn without_bank(conn: &mut Conn, account_id: &str) -> DbResult<()> {
    sqlx::query("UPDATE card_accounts SET pay_by_bank = 0 WHERE account_id = $1")
        .bind(account_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Notes that we may not act for the account any more.
///
/// # Errors
/// When the database fails.
pub async fn set_deauthorized(conn: &mut Conn, account_id: &str, now: i64) -> DbResult<()> {
    sqlx::query(
        "UPDATE card_accounts SET deauthorized_at = $1, charges_enabled = 0 \
         WHERE account_id = $2 AND deauthorized_at IS NULL",
    )
    .bind(now)
    .bind(account_id)
    .execute(conn)
    .await?;
    Ok(())
}

/// Makes the profile name its account while that can be charged, is wanted, and cards are part of the plan, else none. The
/// first time since it was connected, cards are accepted: that is what the owner set up.
///
/// # Errors
/// When the database fails.
pub async fn put_in_use(conn: &mut Conn, account_id: &str, now: i64) -> DbResult<()> {
    let Some(row) = find(conn, account_id).await? else {
        return Ok(());
    };
    let is_wanted = row.disconnected_at.is_none()
        && row.deauthorized_at.is_none()
        && is_in_plan(conn, &row.business_profile_id).await?;
    if !row.charges_enabled || !is_wanted {
        sqlx::query(
            "UPDATE business_profiles SET stripe_account_id = NULL, version = version + 1 \
             WHERE stripe_account_id = $1",
        )
        .bind(account_id)
        .execute(conn)
        .await?;
        return Ok(());
    }
    sqlx::query(
        "UPDATE business_profiles SET stripe_account_id = $1, version = version + 1, \
         accepts_card = CASE WHEN $2 = 1 THEN 1 ELSE accepts_card END WHERE id = $3 \
         AND (stripe_account_id IS NULL OR stripe_account_id <> $1)",
    )
    .bind(account_id)
    .bind(i64::from(row.used_at.is_none()))
    .bind(&row.business_profile_id)
    .execute(&mut *conn)
    .await?;
    sqlx::query("UPDATE card_accounts SET used_at = $1 WHERE account_id = $2 AND used_at IS NULL")
        .bind(now)
        .bind(account_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Whether the plan of a profile's account takes card payments in (`plans` notes it).
async fn is_in_plan(conn: &mut Conn, profile_id: &str) -> DbResult<bool> {
    let is_out: i64 = sqlx::query_scalar(
        "SELECT CASE WHEN EXISTS (SELECT 1 FROM subscriptions s JOIN business_profiles p \
         ON p.user_id = s.user_id WHERE p.id = $1 AND s.takes_cards = 0) THEN 1 ELSE 0 END",
    )
    .bind(profile_id)
    .fetch_one(conn)
    .await?;
    Ok(is_out == 0)
}

/// Makes the profiles of an account name their accounts, as [`put_in_use`] would, or none.
///
/// # Errors
/// When the database fails.
pub async fn put_users_in_use(conn: &mut Conn, user_id: &str, is_on: bool) -> DbResult<()> {
    if !is_on {
        sqlx::query(
            "UPDATE business_profiles SET stripe_account_id = NULL, version = version + 1 \
             WHERE stripe_account_id IS NOT NULL AND user_id = $1",
        )
        .bind(user_id)
        .execute(conn)
        .await?;
        return Ok(());
    }
    sqlx::query(AssertSqlSafe(format!("{USE_ALL} AND user_id = $1")))
        .bind(user_id)
        .execute(conn)
        .await?;
    Ok(())
}

/// Names the account of each profile that has one that can be charged and is wanted, where cards are in the plan.
const USE_ALL: &str = "UPDATE business_profiles SET version = version + 1, stripe_account_id = \
     (SELECT MAX(a.account_id) FROM card_accounts a \
     WHERE a.business_profile_id = business_profiles.id AND a.charges_enabled = 1 \
     AND a.disconnected_at IS NULL AND a.deauthorized_at IS NULL) \
     WHERE stripe_account_id IS NULL AND id IN (SELECT business_profile_id \
     FROM card_accounts WHERE charges_enabled = 1 AND disconnected_at IS NULL \
     AND deauthorized_at IS NULL) \
     AND user_id NOT IN (SELECT s.user_id FROM subscriptions s WHERE s.takes_cards = 0)";

/// Makes every profile name its account, as [`put_in_use`] would, or none where this server has
/// no keys: so that whoever shows a profile need not ask whether there are any. Done at the start,
/// since keys may have come or gone.
///
/// # Errors
/// When the database fails.
pub async fn put_all_in_use(conn: &mut Conn, is_on: bool) -> DbResult<()> {
    if !is_on {
        sqlx::query(
            "UPDATE business_profiles SET stripe_account_id = NULL, version = version + 1 \
             WHERE stripe_account_id IS NOT NULL",
        )
        .execute(conn)
        .await?;
        return Ok(());
    }
    sqlx::query(USE_ALL).execute(conn).await?;
    Ok(())
}
