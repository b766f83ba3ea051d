//! The emails about a plan.

use plumbline_core::money::text::format_gbp;
use plumbline_core::plan::{AccountState, Plan, Subscription, find_account_state};
use plumbline_core::time::Date;
use plumbline_core::time::text::format_long_date;

use super::PLAN_PAGE;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::mail::{AccountNotice, Mail};
use plumbline_platform::state::AppState;

/// The email about the time left in the trial.
pub(super) fn compose_trial_reminder(
    state: &AppState,
    (id, name, email): (&UserId, &str, &str),
    subscription: &Subscription,
    today: Date,
) -> Result<Mail, ApiError> {
    let account_state = find_account_state(subscription, today);
    let sentence = account_state.message().unwrap_or_default();
    let subject = match account_state {
        AccountState::Trial { days_left: 0, .. } => "The last day of your Plumbline trial".to_owned(),
        AccountState::Trial { days_left: 1, .. } => "1 day of your Plumbline trial is left".to_owned(),
        AccountState::Trial { days_left, .. } => {
            format!("{days_left} days of your Plumbline trial are left")
        }
        _ => sentence.clone(),
    };
    let price = |plan: Plan| {
        let price = plan.monthly_price().map(format_gbp).unwrap_or_default();
        format!("{} is {price} a month", plan.label())
    };
    AccountNotice {
        subject,
        title: "Your free trial",
        name: Some(name),
        before: vec![
            format!("{sentence} It ends on {}.", format_long_date(subscription.trial_to)),
            format!(
                "To carry on making quotes and invoices after that, choose a plan: {}, {}. We don’t charge anything \
                 before your trial ends.",
                price(Plan::Core),
                price(Plan::Plus)
            ),
        ],
        code: None,
        button: Some(("Choose a plan", state.link_to(PLAN_PAGE))),
        after: vec![
            "If you don’t choose one, nothing is lost: you can still read, share and export everything, and your \
             customers can still open your links."
                .into(),
        ],
        alarm: None,
    }
    .to_mail(Some(id), email)
}

/// The email about a failed payment for a renewal.
pub(super) fn compose_payment_failed(
    state: &AppState,
    (id, name, email): (&UserId, &str, &str),
    subscription: &Subscription,
    today: Date,
) -> Result<Mail, ApiError> {
    let sentence = find_account_state(subscription, today).message();
    AccountNotice {
        subject: "Your Plumbline payment failed".into(),
        title: "Your payment failed",
        name: Some(name),
        before: vec![sentence.unwrap_or_else(|| "Your last payment failed.".to_owned())],
        code: None,
        button: Some(("Update your card", state.link_to(PLAN_PAGE))),
        after: vec![
            "We’ll try your card again over the next few days. Nothing you’ve written is lost.".into(),
        ],
        alarm: None,
    }
    .to_mail(Some(id), email)
}
