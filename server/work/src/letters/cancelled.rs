//! The confirmation to a customer who cancelled a job.

use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_short;

use super::copies::about;
use super::rows::{self, Row};
use plumbline_platform::clock::london_said;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::settled::{Early, FOR_EARLIER};
use plumbline_records::documents::stored::Stored;

/// A cancelled job, or a cancelled variation of a job.
#[derive(Debug, Clone)]
pub struct Cancelled {
    /// Its name within a sentence: `this job`, `variation Q-0001-V1`.
    pub it: String,
    /// Whether it is a variation, whose job is still agreed.
    pub varies: bool,
    /// The numbers of the variations that were cancelled with it.
    pub with: Vec<String>,
    /// The day on which the customer cancelled, which is the one that counts.
    pub said: Date,
    /// When it was recorded, unix milliseconds.
    pub at: i64,
    /// What was paid for it; for a variation, what was paid beyond the rest of its job.
    pub paid: Pence,
    /// What the customer had asked to be started early.
    pub early: Early,
    /// What the customer owes for it; `None` until the business has said how much was done.
    pub owed: Option<Pence>,
    /// Core's sentence about what they owe, if something was asked for early and the amount can be calculated.
    pub told: Option<String>,
    /// What is refunded; `None` until the business has said what is owed.
    pub give_back: Option<Pence>,
    /// The last day for the refund, as text.
    pub give_back_by: Option<String>,
}

/// Queues the confirmation (Consumer Contracts Regulations 2013, reg. 32: without delay, on paper or by email); nothing
/// if the customer's address is unknown.
pub async fn cancelled(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    news: &Cancelled,
) -> Result<(), ApiError> {
    let message = format!(
        "We’ve received your cancellation of {}{}. {}It takes effect from {}. {} Please keep this email.",
        news.it,
        with(&news.with),
        if news.varies {
            "This doesn’t affect the rest of the job. "
        } else {
            ""
        },
        date_short(news.said),
        follows(news)
    );
    let mut rows = vec![Row::strong("Cancelled", london_said(news.at))];
    rows.extend(rows::about(stored));
    if news.paid > Pence::ZERO {
        let label = if news.varies {
            "Paid for it"
        } else {
            "Paid so far"
        };
        rows.push(Row::new(label, gbp(news.paid)));
    }
    about(state, tx, stored, ("You cancelled", &message), rows).await
}

/// Queues the email about what the customer of a cancelled job or variation owes, now that the business has said how
/// much was done. `told` is core's sentence. Nothing if the customer's address is unknown.
pub async fn owed(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    told: &str,
) -> Result<(), ApiError> {
    let message = format!("You cancelled and had asked us to start early. {told}");
    let rows = rows::about(stored);
    about(state, tx, stored, ("What you owe for", &message), rows).await
}

/// The variations that end with the job, as text: ` and its variations Q-0001-V1 and Q-0001-V2`.
fn with(numbers: &[String]) -> String {
    match numbers {
        [] => String::new(),
        [one] => format!(" and its variation {one}"),
        [others @ .., last] => {
            format!(" and its variations {} and {last}", others.join(", "))
        }
    }
}

/// The text about what happens to the money.
fn follows(news: &Cancelled) -> String {
    let by = news
        .give_back_by
        .as_ref()
        .map_or_else(String::new, |day| format!(" by {day}"));
    if let Some(told) = &news.told {
        return told.clone();
    }
    match (news.early, news.paid > Pence::ZERO) {
        (Early::This, true) => format!(
            "You had asked us to start early, so you pay for the work done up to now. We’ll tell you how much that \
             is, and refund anything you’ve paid over that{by}."
        ),
        (Early::This, false) => {
            "You had asked us to start early, so you pay for the work done up to now. We’ll tell you how much that \
             is."
                .to_owned()
        }
        (Early::Before, true) => format!(
            "{FOR_EARLIER} We’ll tell you how much that is, and refund anything you’ve paid over that{by}."
        ),
        (Early::Before, false) => format!("{FOR_EARLIER} We’ll tell you how much that is."),
        (Early::Nothing, true) if news.varies => format!(
            "You owe nothing for it. We’ll refund the {} you paid for it{by}.",
            gbp(news.paid)
        ),
        (Early::Nothing, false) if news.varies => "You owe nothing for it.".to_owned(),
        (Early::Nothing, true) => {
            format!("You owe nothing. We’ll refund everything you paid{by}.")
        }
        (Early::Nothing, false) => "You owe nothing.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_with_a_job_is_named() {
        let of = |numbers: &[&str]| {
            let numbers: Vec<String> = numbers.iter().map(|it| (*it).to_owned()).collect();
            with(&numbers)
        };
        assert_eq!(of(&[]), "");
        assert_eq!(of(&["V1"]), " and its variation V1");
        assert_eq!(of(&["V1", "V2", "V3"]), " and its variations V1, V2 and V3");
    }

    #[test]
    fn a_customer_reads_what_becomes_of_the_money() {
        let of = |varies, early, paid| {
            follows(&Cancelled {
                it: String::new(),
                varies,
                with: Vec::new(),
                said: "2026-12-03".parse().unwrap(),
                at: 0,
                paid: Pence(paid),
                early,
                owed: None,
                told: None,
                give_back: None,
                give_back_by: Some("17/12/2026".into()),
            })
        };
        assert_eq!(
            of(true, Early::Nothing, 12_000),
            "You owe nothing for it. We’ll refund the £120.00 you paid for it by 17/12/2026."
        );
        assert_eq!(of(true, Early::Nothing, 0), "You owe nothing for it.");
        let of = |early, paid| of(false, early, paid);
        assert_eq!(
            of(Early::Nothing, 11_953),
            "You owe nothing. We’ll refund everything you paid by 17/12/2026."
        );
        assert_eq!(of(Early::Nothing, 0), "You owe nothing.");
        for early in [Early::Before, Early::This] {
            assert!(
                of(early, 11_953).ends_with("refund anything you’ve paid over that by 17/12/2026.")
            );
            assert!(of(early, 0).ends_with("We’ll tell you how much that is."));
        }
        assert!(of(Early::Before, 0).starts_with("You owe nothing for this job itself."));
    }
}
