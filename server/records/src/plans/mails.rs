//! The emails about a plan.

use plumbline_core::money::text::gbp;
use plumbline_core::plan::{Plan, Standing, Subscription, standing};
use plumbline_core::time::Date;
use plumbline_core::time::text::date_long;

use super::PAGE;
use plumbline_platform::error::ApiError;
use plumbline_platform::ids::UserId;
use plumbline_platform::mail::{Mail, Notice};
use plumbline_platform::state::AppState;

/// The email about the time left in the trial.
pub(super) fn reminder(
    state: &AppState,
    (id, name, email): (&UserId, &str, &str),
    known: &Subscription,
    today: Date,
) -> Result<Mail, ApiError> {
    let told = standing(known, today);
    let sentence = told.sentence().unwrap_or_default();
    let subject = match told {
        Standing::Trial { days_left: 0, .. } => "The last day of your Plumbline trial".to_owned(),
        Standing::Trial { days_left: 1, .. } => "1 day of your Plumbline trial is left".to_owned(),
        Standing::Trial { days_left, .. } => {
            format!("{days_left} days of your Plumbline trial are left")
        }
        _ => sentence.clone(),
    };
    let price = |plan: Plan| {
        let price = plan.monthly().map(gbp).unwrap_or_default();
        format!("{} is {price} a month", plan.name())
    };
    Notice {
        subject,
        title: "Your free trial",
        name: Some(name),
        before: vec![
            format!("{sentence} It ends on {}.", date_long(known.trial_to)),
            format!(
                "To carry on making quotes and invoices after that, choose a plan: {}, {}. We don’t charge anything \
                 before your trial ends.",
                price(Plan::Core),
                price(Plan::Plus)
            ),
        ],
        code: None,
        button: Some(("Choose a plan", state.link(PAGE))),
        after: vec![
            "If you don’t choose one, nothing is lost: you can still read, share and export everything, and your \
             customers can still open your links."
                .into(),
        ],
        alarm: None,
    }
    .to(Some(id), email)
}

/// The email about a failed payment for a renewal.
pub(super) fn failed(
    state: &AppState,
    (id, name, email): (&UserId, &str, &str),
    known: &Subscription,
    today: Date,
) -> Result<Mail, ApiError> {
    let sentence = standing(known, today).sentence();
    Notice {
        subject: "Your Plumbline payment failed".into(),
        title: "Your payment failed",
        name: Some(name),
        before: vec![sentence.unwrap_or_else(|| "Your last payment failed.".to_owned())],
        code: None,
        button: Some(("Update your card", state.link(PAGE))),
        after: vec![
            "We’ll try your card again over the next few days. Nothing you’ve written is lost."
                .into(),
        ],
        alarm: None,
    }
    .to(Some(id), email)
}
