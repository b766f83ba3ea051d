//! The confirmation to a customer who cancelled a job.

use plumbline_core::money::Pence;
use plumbline_core::money::text::format_gbp;
use plumbline_core::time::Date;
use plumbline_core::time::text::format_short_date;

use super::copies::{CopyTexts, queue_about_document};
use super::rows::{self, EmailTableRow};
use plumbline_platform::clock::format_london_date_time;
use plumbline_platform::db::WriteTx;
use plumbline_platform::error::ApiError;
use plumbline_platform::state::AppState;
use plumbline_records::documents::reading::settlement::{EarlyStart, OWES_FOR_EARLIER_PART};
use plumbline_records::documents::stored::StoredDocument;

/// A cancelled job, or a cancelled variation of a job.
#[derive(Debug, Clone)]
pub struct CancellationEmail {
    /// Its name within a sentence: `this job`, `variation Q-0001-V1`.
    pub subject: String,
    /// Whether it is a variation, whose job is still agreed.
    pub varies: bool,
    /// The numbers of the variations that were cancelled with it.
    pub with: Vec<String>,
    /// The day on which the customer cancelled, which is the one that counts.
    pub cancelled_on: Date,
    /// When it was recorded, unix milliseconds.
    pub at: i64,
    /// What was paid for it; for a variation, what was paid beyond the rest of its job.
    pub paid: Pence,
    /// What the customer had asked to be started early.
    pub early: EarlyStart,
    /// What the customer owes for it; `None` until the business has said how much was done.
    pub owed: Option<Pence>,
    /// Core's sentence about what they owe, if something was asked for early and the amount can be calculated.
    pub amount_text: Option<String>,
    /// What is refunded; `None` until the business has said what is owed.
    pub give_back: Option<Pence>,
    /// The last day for the refund, as text.
    pub give_back_by: Option<String>,
}

/// Queues the confirmation (Consumer Contracts Regulations 2013, reg. 32: without delay, on paper or by email); nothing
/// if the customer's address is unknown.
pub async fn queue_cancellation(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    news: &CancellationEmail,
) -> Result<(), ApiError> {
    let message = format!(
        "We’ve received your cancellation of {}{}. {}It takes effect from {}. {} Please keep this email.",
        news.subject,
        variations_text(&news.with),
        if news.varies { "This doesn’t affect the rest of the job. " } else { "" },
        format_short_date(news.cancelled_on),
        money_text(news)
    );
    let mut rows = vec![EmailTableRow::strong("Cancelled", format_london_date_time(news.at))];
    rows.extend(rows::subject_rows(stored));
    if news.paid > Pence::ZERO {
        let label = if news.varies { "Paid for it" } else { "Paid so far" };
        rows.push(EmailTableRow::new(label, format_gbp(news.paid)));
    }
    queue_about_document(state, tx, stored, CopyTexts::new("You cancelled", &message), rows).await
}

/// Queues the email about what the customer of a cancelled job or variation owes, now that the business has said how
/// much was done. `text` is core's sentence. Nothing if the customer's address is unknown.
pub async fn queue_cancellation_amount(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &StoredDocument,
    text: &str,
) -> Result<(), ApiError> {
    let message = format!("You cancelled and had asked us to start early. {text}");
    let rows = rows::subject_rows(stored);
    queue_about_document(state, tx, stored, CopyTexts::new("What you owe for", &message), rows).await
}

/// The variations that end with the job, as text: ` and its variations Q-0001-V1 and Q-0001-V2`.
fn variations_text(numbers: &[String]) -> String {
    match numbers {
        [] => String::new(),
        [one] => format!(" and its variation {one}"),
        [others @ .., last] => {
            format!(" and its variations {} and {last}", others.join(", "))
        }
    }
}

/// The text about what happens to the money.
fn money_text(news: &CancellationEmail) -> String {
    let by = news.give_back_by.as_ref().map_or_else(String::new, |day| format!(" by {day}"));
    if let Some(text) = &news.amount_text {
        return text.clone();
    }
    match (news.early, news.paid > Pence::ZERO) {
        (EarlyStart::This, true) => format!(
            "You had asked us to start early, so you pay for the work done up to now. We’ll tell you how much that \
             is, and refund anything you’ve paid over that{by}."
        ),
        (EarlyStart::This, false) => {
            "You had asked us to start early, so you pay for the work done up to now. We’ll tell you how much that \
             is."
                .to_owned()
        }
        (EarlyStart::Before, true) => format!(
            "{OWES_FOR_EARLIER_PART} We’ll tell you how much that is, and refund anything you’ve paid over that{by}."
        ),
        (EarlyStart::Before, false) => format!("{OWES_FOR_EARLIER_PART} We’ll tell you how much that is."),
        (EarlyStart::Nothing, true) if news.varies => format!(
            "You owe nothing for it. We’ll refund the {} you paid for it{by}.",
            format_gbp(news.paid)
        ),
        (EarlyStart::Nothing, false) if news.varies => "You owe nothing for it.".to_owned(),
        (EarlyStart::Nothing, true) => {
            format!("You owe nothing. We’ll refund everything you paid{by}.")
        }
        (EarlyStart::Nothing, false) => "You owe nothing.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_variations_cancelled_with_a_job() {
        let of = |numbers: &[&str]| {
            let numbers: Vec<String> = numbers.iter().map(|it| (*it).to_owned()).collect();
            variations_text(&numbers)
        };
        assert_eq!(of(&[]), "");
        assert_eq!(of(&["V1"]), " and its variation V1");
        assert_eq!(of(&["V1", "V2", "V3"]), " and its variations V1, V2 and V3");
    }

    #[test]
    fn tells_the_customer_what_is_owed_and_refunded() {
        let of = |varies, early, paid| {
            money_text(&CancellationEmail {
                subject: String::new(),
                varies,
                with: Vec::new(),
                cancelled_on: "2026-12-03".parse().unwrap(),
                at: 0,
                paid: Pence(paid),
                early,
                owed: None,
                amount_text: None,
                give_back: None,
                give_back_by: Some("17/12/2026".into()),
            })
        };
        assert_eq!(
            of(true, EarlyStart::Nothing, 12_000),
            "You owe nothing for it. We’ll refund the £120.00 you paid for it by 17/12/2026."
        );
        assert_eq!(of(true, EarlyStart::Nothing, 0), "You owe nothing for it.");
        let of = |early, paid| of(false, early, paid);
        assert_eq!(
            of(EarlyStart::Nothing, 11_953),
            "You owe nothing. We’ll refund everything you paid by 17/12/2026."
        );
        assert_eq!(of(EarlyStart::Nothing, 0), "You owe nothing.");
        for early in [EarlyStart::Before, EarlyStart::This] {
            assert!(of(early, 11_953).ends_with("refund anything you’ve paid over that by 17/12/2026."));
            assert!(of(early, 0).ends_with("We’ll tell you how much that is."));
        }
        assert!(of(EarlyStart::Before, 0).starts_with("You owe nothing for this job itself."));
    }
}
