//! What Stripe says about connected accounts.

use crate::card::store::accounts;
use crate::card::store::checkouts::{self, CheckoutStatus};
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_platform::stripe::ConnectedAccount;
use plumbline_platform::stripe::event::Event;

/// `account.updated`: whether the account can take payments.
pub(super) async fn on_account_updated(
    state: &AppState,
    tx: &mut WriteTx,
    event: &Event,
) -> Result<(), ApiError> {
    let id = event.text_field("id");
    if id != event.account() {
        tracing::warn!(event = event.id, "an event on an account from another one was ignored");
        return Ok(());
    }
    let connected_account = ConnectedAccount {
        id: id.to_owned(),
        charges_enabled: event.flag_field("charges_enabled"),
        details_submitted: event.flag_field("details_submitted"),
        pay_by_bank: event.nested_text_field("capabilities", "pay_by_bank_payments") == "active",
        disabled_reason: event.nested_text_field("requirements", "disabled_reason").to_owned(),
    };
    if accounts::update_from_event(tx, &connected_account, event.created).await? {
        accounts::update_profile(tx, id, state.clock.now_ms()).await?;
    }
    Ok(())
}

/// `account.application.deauthorized`: the business withdrew our permission to act for its account. The event's object
/// is our application, so the account is the event's own.
pub(super) async fn on_account_deauthorized(
    state: &AppState,
    tx: &mut WriteTx,
    event: &Event,
) -> Result<(), ApiError> {
    let (id, now) = (event.account(), state.clock.now_ms());
    accounts::set_deauthorized(tx, id, now).await?;
    accounts::update_profile(tx, id, now).await?;
    // We can't close them at Stripe any more.
    for row in checkouts::list_payable_by_account(tx, id).await? {
        checkouts::change_status(tx, &row.id, (row.status, CheckoutStatus::Failed), now).await?;
    }
    Ok(())
}
