//! The payment details of a business while a change of them is waiting (core's `present::payment_details`).
//!
//! The row of the profile contains the latest details; what documents show is calculated from it and the last changes.
//! A change is recorded in the transaction that makes it, and a job makes it take effect after 48 hours. If the job is
//! late, the old details are shown longer, never the other way round. As long as a business has issued nothing,
//! nobody's payments could be redirected, and nothing is recorded: an issued document never moves to another business.

pub mod store;
mod waiting;

use axum::Json;
use axum::extract::State;
use plumbline_core::document::parties::BusinessProfile;
use plumbline_core::present::payment_details::{
    BankAccount, DetailsChange, EffectiveDetails, PaymentDetails as _, PaymentRoute, ReadingMedium,
    build_notes, effective_from, find_effective_details, is_effective,
};
use plumbline_core::time::Date;
use serde::de::DeserializeOwned;
use store::{BankChangeRow, PayoutMethod};

use super::ProfileFields;
use crate::activities;
use crate::profiles::{Profile, not_found, store as profiles};
use plumbline_platform::clock::london_wall_clock;
use plumbline_platform::db::{Conn, WriteTx};
use plumbline_platform::error::{ApiError, ErrorBody};
use plumbline_platform::http::Path;
use plumbline_platform::ids::{BankChangeId, ProfileId, UserId};
use plumbline_platform::jobs::{self, JobFailure, JobHandler, JobKind, Lane};
use plumbline_platform::sessions::CurrentUser;
use plumbline_platform::state::AppState;

pub use waiting::{WaitingDetails, find_waiting_until};
pub(super) use waiting::{add_waiting, add_waiting_to_one};

/// The job kind for the moment when a change takes effect. The payload is the change's id.
const CHANGE_DUE: JobKind = JobKind::new("bank_counts", Lane::Ordinary);

/// The module's job handlers.
pub const JOB_HANDLERS: &[JobHandler] = &[JOB_HANDLER];

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
    jobs::enqueue_for_account(state, tx, user_id, (CHANGE_DUE, id.as_str()), at).await?;
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

// The job that makes a change of bank details take effect after 48 hours. Its payload is the change's id.

/// The job handler.
const JOB_HANDLER: JobHandler = JobHandler::new(CHANGE_DUE, |state, task| {
    Box::pin(async {
        let id = task.payload.parse().map_err(JobFailure::permanent)?;
        let done = make_change_effective(state, &id).await;
        done.map_err(|error| JobFailure::temporary(format!("{error:?}")))
    })
});

/// A change that was replaced has a later job of its own, and one that was undone no longer exists.
async fn make_change_effective(state: &AppState, id: &BankChangeId) -> Result<(), ApiError> {
    let mut tx = state.db.begin_write().await?;
    if let Some(row) = store::find(&mut tx, id).await?
        && is_effective(row.changed_at, state.clock.now_ms())
    {
        store::mark_effective(&mut tx, &row.id, row.changed_at).await?;
    }
    tx.commit().await?;
    Ok(())
}

/// Undoes every change of payment details that hasn't taken effect: the profile has the details again that customers
/// see now. No password is needed, because customers see the same as before. Does nothing if no change is waiting.
#[utoipa::path(post, path = "/api/business-profiles/{id}/take-back-details", tag = "business-profiles",
    params(ProfileId), responses((status = 200, body = Profile), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
pub(super) async fn take_back_details(
    State(state): State<AppState>,
    user: CurrentUser,
    Path(id): Path<ProfileId>,
) -> Result<Json<Profile>, ApiError> {
    let now = state.clock.now_ms();
    let mut tx = state.db.begin_write().await?;
    let found = profiles::find(&mut tx, &user.id, &id).await?;
    let mut profile = found.ok_or_else(not_found)?;
    let waiting = store::list_waiting(&mut tx, &user.id).await?;
    let waiting = waiting.into_iter().filter(|row| row.profile_id == id);
    let mut is_changed = false;
    for row in waiting {
        let fields = &mut profile.fields;
        let is_taken_away = match row.way {
            PayoutMethod::Bank => to_bank_account(fields).is_empty(),
            PayoutMethod::Paypal => fields.paypal.is_empty(),
        };
        // Changes that have taken effect, and details that were removed, aren't waiting.
        if is_taken_away || is_effective(row.changed_at, now) || !store::delete(&mut tx, &row.id).await? {
            continue;
        }
        match row.way {
            PayoutMethod::Bank => {
                let bank_account: BankAccount = serde_json::from_str(&row.held)?;
                fields.bank_name = bank_account.bank_name;
                fields.account_name = bank_account.account_name;
                fields.account_number = bank_account.account_number;
                fields.sort_code = bank_account.sort_code;
            }
            PayoutMethod::Paypal => fields.paypal = serde_json::from_str(&row.held)?,
        }
        is_changed = true;
    }
    if is_changed {
        let (version, fields) = (profile.version, &profile.fields);
        if !profiles::update(&mut tx, &user.id, &id, version, fields, now).await? {
            let msg = "Your business was changed a moment ago. Please look at it again.";
            return Err(ApiError::conflict("changed_meanwhile", msg));
        }
        let subject = ("business_profile", id.as_str(), &*fields.name);
        activities::record_named(&state, &mut tx, &user.id, "updated", subject).await?;
    }
    let found = profiles::find(&mut tx, &user.id, &id).await?;
    let found = found.ok_or_else(not_found)?;
    let found = add_waiting_to_one(&mut tx, &user.id, found).await?;
    tx.commit().await?;
    Ok(Json(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_stored_payment_details() {
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
