//! How much an account stores, and the most that it may: documents, pictures, and the bytes of everything.
//!
//! It is counted in one row per account, in the transaction that writes what is counted: two devices that want the
//! last place take turns at that row, and a refused write leaves nothing behind. The row is always the last that a
//! transaction takes, so that two of them never wait for each other. What customers, the card provider and the
//! server add (an acceptance, a payment) is small and limited per document; it is not counted, so that it is never
//! refused for lack of space.

use axum::http::StatusCode;

use super::store;
use crate::config::{MEGABYTE, QuotaConfig};
use crate::db::Conn;
use crate::error::ApiError;
use crate::ids::UserId;
use crate::state::Services;

/// The approximate size of a contact, in bytes, as it is counted.
pub const CONTACT_BYTES: i64 = 2 * 1024;
/// The approximate size of an item of the price list, in bytes, as it is counted.
pub const ITEM_BYTES: i64 = 8 * 1024;
/// The approximate size of an expense without its receipts, in bytes, as it is counted.
pub const EXPENSE_BYTES: i64 = 2 * 1024;
/// The approximate size of a business profile, in bytes, as it is counted.
pub const PROFILE_BYTES: i64 = 64 * 1024;
/// The approximate size of an activity, in bytes, as it is counted if nothing else in a request is.
pub const ACTIVITY: i64 = 512;

/// How much more, or less, an account stores.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StorageUse {
    /// Quotes and invoices.
    pub documents: i64,
    /// Pictures.
    pub pictures: i64,
    /// Bytes.
    pub bytes: i64,
    /// Bytes of records such as the content before an edit. They count, but a request is never refused because of them
    /// alone: otherwise a full account could not even shorten a text.
    pub noted: i64,
}

impl StorageUse {
    /// This many bytes more.
    #[must_use]
    pub fn of_bytes(bytes: i64) -> Self {
        Self { bytes, ..Self::default() }
    }

    /// This many bytes of records more.
    #[must_use]
    pub fn noted(bytes: i64) -> Self {
        Self { noted: bytes, ..Self::default() }
    }

    /// One document with this many bytes more.
    #[must_use]
    pub fn of_document(bytes: i64) -> Self {
        Self { documents: 1, ..Self::of_bytes(bytes) }
    }

    /// One picture with this many bytes more.
    #[must_use]
    pub fn of_picture(bytes: i64) -> Self {
        Self { pictures: 1, ..Self::of_bytes(bytes) }
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            documents: self.documents + other.documents,
            pictures: self.pictures + other.pictures,
            bytes: self.bytes + other.bytes,
            noted: self.noted + other.noted,
        }
    }

    /// The same amounts with the opposite sign.
    #[must_use]
    pub fn negated(self) -> Self {
        Self { documents: -self.documents, pictures: -self.pictures, bytes: -self.bytes, noted: -self.noted }
    }
}

/// Counts what a transaction has written for an account; must be called last. Nothing is refused that takes no more
/// space than before, however full the account is.
///
/// # Errors
/// 422 `quota_documents`, `quota_pictures` or `quota_storage` if the account would store too much: the caller then
/// drops the transaction.
pub async fn count_storage(
    services: &Services,
    conn: &mut Conn,
    user_id: &UserId,
    more: StorageUse,
) -> Result<(), ApiError> {
    if more == StorageUse::default() {
        return Ok(());
    }
    let [documents, pictures, bytes] = store::add_usage(conn, user_id, more).await?;
    check_limits(services, more, StorageUse { documents, pictures, bytes, noted: 0 })
}

/// Refuses what doesn't fit, before anything of it is written. The row is only read, because it must be the last that
/// a transaction takes; so [`count_storage`] can still refuse it, if another device takes the last place meanwhile.
///
/// # Errors
/// As for [`count_storage`].
pub async fn check_storage(
    services: &Services,
    conn: &mut Conn,
    user_id: &UserId,
    more: StorageUse,
) -> Result<(), ApiError> {
    let [documents, pictures, bytes] = store::find_usage(conn, user_id).await?;
    check_limits(services, more, more.plus(StorageUse { documents, pictures, bytes, noted: 0 }))
}

/// Checks the `total` that an account stores with `more`.
fn check_limits(services: &Services, more: StorageUse, total: StorageUse) -> Result<(), ApiError> {
    let most = &services.config.quotas;
    let support = &services.config.support_email;
    if more.documents > 0 && total.documents > most.documents {
        return Err(documents_error(most, support));
    }
    if more.pictures > 0 && total.pictures > most.pictures {
        return Err(pictures_error(most, support));
    }
    if more.bytes > 0 && total.bytes > most.bytes {
        return Err(bytes_error(most, support));
    }
    Ok(())
}

fn documents_error(most: &QuotaConfig, support: &str) -> ApiError {
    let message = format!(
        "Your account has {} documents, which is the maximum. Delete drafts you no longer need, or write to \
         {support} for more space.",
        group_thousands(most.documents)
    );
    quota_error("quota_documents", message)
}

fn pictures_error(most: &QuotaConfig, support: &str) -> ApiError {
    let message = format!(
        "Your account has {} pictures, which is the maximum. We delete unused ones after 30 days; write to {support} \
         for more space.",
        group_thousands(most.pictures)
    );
    quota_error("quota_pictures", message)
}

fn bytes_error(most: &QuotaConfig, support: &str) -> ApiError {
    let message = format!(
        "Your account’s storage is full: {} MB. Delete drafts you no longer need, or write to {support} for more \
         space.",
        group_thousands(most.bytes / MEGABYTE)
    );
    quota_error("quota_storage", message)
}

/// 422: the request is valid, and a rule of this server forbids it. Not 507, because trying again doesn't help, and
/// clients try again after a 5xx.
fn quota_error(code: &'static str, message: String) -> ApiError {
    ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
}

/// A number with commas between thousands: `50,000`.
pub fn group_thousands(number: i64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::group_thousands;

    #[test]
    fn groups_digits_in_threes() {
        let written = [0, 999, 1_000, 50_000, 1_234_567].map(group_thousands);
        assert_eq!(written, ["0", "999", "1,000", "50,000", "1,234,567"]);
    }
}
