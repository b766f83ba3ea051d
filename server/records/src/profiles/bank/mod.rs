//! Where a business is paid, while a change of it waits (core's `present::on_file`).
//!
//! The row of the profile has what was typed last; what documents show is worked out from it and the last changes.
//! A change is noted in the transaction that makes it, and a job lets it count after 48 hours. If the job is late,
//! the old details stay longer, never the other way round. As long as a business has issued nothing, nobody's
//! payments could be redirected, and nothing is noted: an issued document never moves to another business.

mod settle;
pub mod store;
pub(super) mod take_back;
mod waiting;

use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::present::on_file::{
    BankAccount, Change, OnFile, PaidBy, ReadOn, counts, counts_from, notes, on_file,
};
use plumbline_core::time::Date;
use serde::de::DeserializeOwned;

use super::ProfileFields;
use plumbline_platform::clock::london_clock;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{BankChangeId, ProfileId, UserId};
use plumbline_platform::jobs::{self, Duty, JobKind, Lane};
use plumbline_platform::state::AppState;
use store::{BankChangeRow, Way};
pub use waiting::{WaitingDetails, waits_until};
pub(super) use waiting::{with_its_waiting, with_waiting};

/// The job kind for the moment when a change takes effect. The payload is the change's id.
const COUNTS: JobKind = JobKind::new("bank_counts", Lane::Ordinary);

/// The module's job handlers.
pub const DUTIES: &[Duty] = &[settle::DUTY];

/// The changes of a business's payment details that determine which details its documents show.
#[derive(Debug)]
pub struct Changes {
    bank: Vec<Change<BankAccount>>,
    paypal: Vec<Change<String>>,
}

/// The changes of a business.
pub async fn changes(conn: &mut Conn, profile_id: &ProfileId) -> Result<Changes, ApiError> {
    let rows = store::last(conn, profile_id).await?;
    Ok(Changes {
        bank: of_way(&rows, Way::Bank)?,
        paypal: of_way(&rows, Way::Paypal)?,
    })
}

fn of_way<T: DeserializeOwned>(
    rows: &[BankChangeRow],
    way: Way,
) -> Result<Vec<Change<T>>, ApiError> {
    let rows = rows.iter().filter(|row| row.way == way);
    rows.map(|row| {
        Ok(Change {
            at: row.changed_at,
            before: serde_json::from_str(&row.held)?,
            stood: row.stood,
        })
    })
    .collect()
}

impl Changes {
    /// Whether there are no changes: then documents show the profile's details.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bank.is_empty() && self.paypal.is_empty()
    }

    /// Replaces the payment details in the profile, which has the latest ones, by those that a document shows whose
    /// first issue was at `issued`.
    pub fn put_into(&self, profile: &mut BusinessProfile, issued: Option<i64>) {
        let (bank, paypal) = self.named(profile, issued);
        bank.details.put_into(profile);
        profile.paypal = paypal.details;
    }

    /// The notes about the change that such a document's customer sees on the day `today`; `profile` has the latest
    /// details. Printable documents show only bank details.
    #[must_use]
    pub fn notes(
        &self,
        profile: &BusinessProfile,
        issued: Option<i64>,
        read_on: ReadOn,
        today: Date,
    ) -> Vec<String> {
        let (bank, paypal) = self.named(profile, issued);
        let mut told = Vec::new();
        if profile.accepts_bank_transfer {
            told.extend(notes(&bank, PaidBy::Bank, read_on, today, london_clock));
        }
        if profile.accepts_paypal && read_on == ReadOn::Page {
            told.extend(notes(&paypal, PaidBy::Paypal, read_on, today, london_clock));
        }
        told
    }

    fn named(
        &self,
        profile: &BusinessProfile,
        issued: Option<i64>,
    ) -> (OnFile<BankAccount>, OnFile<String>) {
        (
            on_file(&self.bank, &BankAccount::of(profile), issued),
            on_file(&self.paypal, &profile.paypal, issued),
        )
    }
}

/// Records a change of payment details, which takes effect after 48 hours.
pub(super) async fn note(
    state: &AppState,
    tx: &mut WriteTx,
    (user_id, profile_id): (&UserId, &ProfileId),
    before: &ProfileFields,
    after: &ProfileFields,
) -> Result<(), ApiError> {
    for way in [Way::Bank, Way::Paypal] {
        let (was, is) = (of(before, way)?, of(after, way)?);
        if was != is {
            note_one(state, tx, (user_id, profile_id), way, (was, is.as_str())).await?;
        }
    }
    Ok(())
}

async fn note_one(
    state: &AppState,
    tx: &mut WriteTx,
    (user_id, profile_id): (&UserId, &ProfileId),
    way: Way,
    (was, is): (String, &str),
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let newest = store::newest(tx, profile_id, way).await?;
    if let Some(row) = newest.filter(|row| !row.stood) {
        if counts(row.changed_at, now) {
            // The job that makes the change effective is late.
            store::let_count(tx, &row.id, row.changed_at).await?;
        } else if row.held == is {
            if store::delete(tx, &row.id).await? {
                return Ok(());
            }
        } else if store::begin_anew(tx, &row.id, now).await? {
            return look_again(state, tx, user_id, &row.id, now).await;
        }
        // It has taken effect already: another server was first.
    }
    if !store::has_issued(tx, user_id, profile_id).await? {
        return Ok(());
    }
    let row = BankChangeRow {
        id: state.ids.new_id(),
        user_id: user_id.clone(),
        profile_id: profile_id.clone(),
        way,
        held: was,
        changed_at: now,
        stood: false,
    };
    store::insert(tx, &row).await?;
    look_again(state, tx, user_id, &row.id, now).await
}

async fn look_again(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    id: &BankChangeId,
    changed_at: i64,
) -> Result<(), ApiError> {
    let at = Some(counts_from(changed_at));
    jobs::enqueue_for(state, tx, user_id, (COUNTS, id), at).await?;
    Ok(())
}

/// The details of a payment method in the form in which they are stored.
fn of(fields: &ProfileFields, way: Way) -> Result<String, ApiError> {
    let kept = match way {
        Way::Bank => serde_json::to_string(&account_of(fields)),
        Way::Paypal => serde_json::to_string(&fields.paypal),
    };
    Ok(kept?)
}

fn account_of(fields: &ProfileFields) -> BankAccount {
    BankAccount {
        bank_name: fields.bank_name.clone(),
        account_name: fields.account_name.clone(),
        account_number: fields.account_number.clone(),
        sort_code: fields.sort_code.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_is_read_again() {
        let fields = ProfileFields {
            account_number: "12345678".into(),
            paypal: "pay@example.com".into(),
            ..ProfileFields::default()
        };
        let bank: BankAccount = serde_json::from_str(&of(&fields, Way::Bank).unwrap()).unwrap();
        assert_eq!(bank.account_number, "12345678");
        let paypal: String = serde_json::from_str(&of(&fields, Way::Paypal).unwrap()).unwrap();
        assert_eq!(paypal, "pay@example.com");
    }
}
