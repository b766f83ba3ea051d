//! What Stripe says about connected accounts.

use crate::card::store::accounts;
use crate::card::store::checkouts::{self, Stage};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::AccountState;
use plumbline_platform::stripe::event::Event;

/// `account.updated`: whether the account can take payments.
pub(super) async fn updated(
    state: &AppState,
    tx: &mut WriteTx,
    event: &Event,
) -> Result<(), ApiError> {
    let id = event.text("id");
    if id != event.account() {
        tracing::warn!(
            event = event.id,
            "an event on an account from another one was ignored"
        );
        return Ok(());
    }
    let told = AccountState {
        id: id.to_owned(),
        charges_enabled: event.flag("charges_enabled"),
        details_submitted: event.flag("details_submitted"),
        pay_by_bank: event.inner_text("capabilities", "pay_by_bank_payments") == "active",
        disabled_reason: event
            .inner_text("requirements", "disabled_reason")
            .to_owned(),
    };
    if accounts::told(tx, &told, event.created).await? {
        accounts::put_in_use(tx, id, state.clock.now_ms()).await?;
    }
    Ok(())
}

/// `account.application.deauthorized`: the business withdrew our permission to act for its account. The event's object
/// is our application, so the account is the event's own.
pub(super) async fn deauthorized(
    state: &AppState,
    tx: &mut WriteTx,
    event: &Event,
) -> Result<(), ApiError> {
    let (id, now) = (event.account(), state.clock.now_ms());
    accounts::set_deauthorized(tx, id, now).await?;
    accounts::put_in_use(tx, id, now).await?;
    // We can't close them at Stripe any more.
    for row in checkouts::live_of_account(tx, id).await? {
        checkouts::turn(tx, &row.id, (row.status, Stage::Failed), now).await?;
    }
    Ok(())
}
