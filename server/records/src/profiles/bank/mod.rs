//! The payment details of a business while a change of them is waiting (core's `present::payment_details`).
//!
//! The row of the profile contains the latest details; what documents show is calculated from it and the last changes.
//! A change is recorded in the transaction that makes it, and a job makes it take effect after 48 hours. If the job is
//! late, the old details are shown longer, never the other way round. As long as a business has issued nothing,
//! nobody's payments could be redirected, and nothing is recorded: an issued document never moves to another business.

mod effective_job;
pub mod store;
pub(super) mod take_back;
mod waiting;

use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::present::payment_details::{
    BankAccount, DetailsChange, EffectiveDetails, PaymentRoute, ReadingMedium, build_notes, effective_from,
    find_effective_details, is_effective,
};
use plumbline_core::time::Date;
use serde::de::DeserializeOwned;

use super::ProfileFields;
use plumbline_platform::clock::london_wall_clock;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::{BankChangeId, ProfileId, UserId};
use plumbline_platform::jobs::{self, JobHandler, JobKind, Lane};
use plumbline_platform::state::AppState;
use store::{BankChangeRow, PayoutMethod};
pub use waiting::{WaitingDetails, find_waiting_until};
pub(super) use waiting::{add_waiting, add_waiting_to_one};

/// The job kind for the moment when a change takes effect. The payload is the change's id.
const CHANGE_DUE: JobKind = JobKind::new("bank_counts", Lane::Ordinary);

/// The module's job handlers.
pub const JOB_HANDLERS: &[JobHandler] = &[effective_job::JOB_HANDLER];

/// The changes of a business's payment details that determine which details its documents show.
#[derive(Debug)]
pub struct BankChanges {
    bank: Vec<DetailsChange<BankAccount>>,
    paypal: Vec<DetailsChange<String>>,
}

/// The changes of a business.
pub async fn load_changes(conn: &mut Conn, profile_id: &ProfileId) -> Result<BankChanges, ApiError> {
    let rows = store::list_latest(conn, profile_id).await?;
    Ok(BankChanges {
        bank: changes_for_method(&rows, PayoutMethod::Bank)?,
        paypal: changes_for_method(&rows, PayoutMethod::Paypal)?,
    })
}

fn changes_for_method<T: DeserializeOwned>(
    rows: &[BankChangeRow],
    payout_method: PayoutMethod,
) -> Result<Vec<DetailsChange<T>>, ApiError> {
    let rows = rows.iter().filter(|row| row.way == payout_method);
    rows.map(|row| {
        Ok(DetailsChange {
            at: row.changed_at,
            before: serde_json::from_str(&row.held)?,
            was_effective: row.stood,
        })
    })
    .collect()
}

impl BankChanges {
    /// Whether there are no changes: then documents show the profile's details.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.bank.is_empty() && self.paypal.is_empty()
    }

    /// Replaces the payment details in the profile, which has the latest ones, by those that a document shows whose
    /// first issue was at `issued`.
    pub fn write_to(&self, profile: &mut BusinessProfile, issued: Option<i64>) {
        let (bank, paypal) = self.effective_details(profile, issued);
        bank.details.write_to(profile);
        profile.paypal = paypal.details;
    }

    /// The notes about the change that such a document's customer sees on the day `today`; `profile` has the latest
    /// details. Printable documents show only bank details.
    #[must_use]
    pub fn build_notes(
        &self,
        profile: &BusinessProfile,
        issued: Option<i64>,
        read_on: ReadingMedium,
        today: Date,
    ) -> Vec<String> {
        let (bank, paypal) = self.effective_details(profile, issued);
        let mut texts = Vec::new();
        if profile.accepts_bank_transfer {
            texts.extend(build_notes(&bank, PaymentRoute::Bank, read_on, today, london_wall_clock));
        }
        if profile.accepts_paypal && read_on == ReadingMedium::Page {
            texts.extend(build_notes(&paypal, PaymentRoute::Paypal, read_on, today, london_wall_clock));
        }
        texts
    }

    fn effective_details(
        &self,
        profile: &BusinessProfile,
        issued: Option<i64>,
    ) -> (EffectiveDetails<BankAccount>, EffectiveDetails<String>) {
        (
            find_effective_details(&self.bank, &BankAccount::from_profile(profile), issued),
            find_effective_details(&self.paypal, &profile.paypal, issued),
        )
    }
}

/// Records a change of payment details, which takes effect after 48 hours.
pub(super) async fn record_changes(
    state: &AppState,
    tx: &mut WriteTx,
    (user_id, profile_id): (&UserId, &ProfileId),
    before: &ProfileFields,
    after: &ProfileFields,
) -> Result<(), ApiError> {
    for payout_method in [PayoutMethod::Bank, PayoutMethod::Paypal] {
        let (was, is) = (details_to_json(before, payout_method)?, details_to_json(after, payout_method)?);
        if was != is {
            record_change(state, tx, (user_id, profile_id), payout_method, (was, is.as_str())).await?;
        }
    }
    Ok(())
}

async fn record_change(
    state: &AppState,
    tx: &mut WriteTx,
    (user_id, profile_id): (&UserId, &ProfileId),
    payout_method: PayoutMethod,
    (was, is): (String, &str),
) -> Result<(), ApiError> {
    let now = state.clock.now_ms();
    let newest = store::find_newest(tx, profile_id, payout_method).await?;
    if let Some(row) = newest.filter(|row| !row.stood) {
        if is_effective(row.changed_at, now) {
            // The job that makes the change effective is late.
            store::mark_effective(tx, &row.id, row.changed_at).await?;
        } else if row.held == is {
            if store::delete(tx, &row.id).await? {
                return Ok(());
            }
        } else if store::restart_waiting(tx, &row.id, now).await? {
            return schedule_check(state, tx, user_id, &row.id, now).await;
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
        way: payout_method,
        held: was,
        changed_at: now,
        stood: false,
    };
    store::insert(tx, &row).await?;
    schedule_check(state, tx, user_id, &row.id, now).await
}

async fn schedule_check(
    state: &AppState,
    tx: &mut WriteTx,
    user_id: &UserId,
    id: &BankChangeId,
    changed_at: i64,
) -> Result<(), ApiError> {
    let at = Some(effective_from(changed_at));
    jobs::enqueue_for_account(state, tx, user_id, (CHANGE_DUE, id), at).await?;
    Ok(())
}

/// The details of a payment method in the form in which they are stored.
fn details_to_json(fields: &ProfileFields, payout_method: PayoutMethod) -> Result<String, ApiError> {
    let saved = match payout_method {
        PayoutMethod::Bank => serde_json::to_string(&to_bank_account(fields)),
        PayoutMethod::Paypal => serde_json::to_string(&fields.paypal),
    };
    Ok(saved?)
}

fn to_bank_account(fields: &ProfileFields) -> BankAccount {
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
        let bank: BankAccount =
            serde_json::from_str(&details_to_json(&fields, PayoutMethod::Bank).unwrap()).unwrap();
        assert_eq!(bank.account_number, "12345678");
        let paypal: String =
            serde_json::from_str(&details_to_json(&fields, PayoutMethod::Paypal).unwrap()).unwrap();
        assert_eq!(paypal, "pay@example.com");
    }
}
