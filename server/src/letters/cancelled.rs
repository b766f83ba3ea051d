//! The confirmation that a customer gets who cancelled a job.

use plumbline_core::money::Pence;
use plumbline_core::money::text::gbp;
use plumbline_core::time::Date;
use plumbline_core::time::text::date_short;

use super::copies::about;
use super::rows::{self, Row};
use crate::clock::london_said;
use crate::db::WriteTx;
use crate::documents::stored::Stored;
use crate::error::ApiError;
use crate::state::AppState;

/// A job that was cancelled.
#[derive(Debug, Clone)]
pub struct Cancelled {
    /// The day that counts.
    pub said: Date,
    /// When it was noted, unix milliseconds.
    pub at: i64,
    /// What was paid of it.
    pub paid: Pence,
    /// Whether the customer had asked for an early start.
    pub asked_early: bool,
    /// Until when what was paid goes back, as it is shown.
    pub give_back_by: Option<String>,
}

/// Queues the confirmation (Consumer Contracts Regulations 2013, reg. 32: without delay, on paper or by email);
/// nothing where nobody knows the customer's address.
///
/// # Errors
/// When the database fails.
pub async fn cancelled(
    state: &AppState,
    tx: &mut WriteTx,
    stored: &Stored,
    news: &Cancelled,
) -> Result<(), ApiError> {
    let message = format!(
        "We have your cancellation of this job. It counts from {}. {} Please keep this email.",
        date_short(news.said),
        follows(news)
    );
    let mut rows = vec![Row::strong("Cancelled", london_said(news.at))];
    rows.extend(rows::job(stored));
    if news.paid > Pence::ZERO {
        rows.push(Row::new("Paid so far", gbp(news.paid)));
    }
    about(state, tx, stored, ("You cancelled", &message), rows).await
}

/// What becomes of the money.
fn follows(news: &Cancelled) -> String {
    let by = news
        .give_back_by
        .as_ref()
        .map_or_else(String::new, |day| format!(" by {day}"));
    match (news.asked_early, news.paid > Pence::ZERO) {
        (true, true) => format!(
            "You had asked us to start early, so you pay for what was done until now. We tell you how much that is; \
             what you paid beyond it comes back to you{by}."
        ),
        (true, false) => "You had asked us to start early, so you pay for what was done until now. We tell you how \
                          much that is."
            .to_owned(),
        (false, true) => format!("You owe nothing. All that you paid comes back to you{by}."),
        (false, false) => "You owe nothing.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_customer_reads_what_becomes_of_the_money() {
        let of = |asked_early, paid| {
            follows(&Cancelled {
                said: "2026-12-03".parse().unwrap(),
                at: 0,
                paid: Pence(paid),
                asked_early,
                give_back_by: Some("17/12/2026".into()),
            })
        };
        assert_eq!(
            of(false, 11_953),
            "You owe nothing. All that you paid comes back to you by 17/12/2026."
        );
        assert_eq!(of(false, 0), "You owe nothing.");
        assert!(of(true, 11_953).ends_with("comes back to you by 17/12/2026."));
        assert!(of(true, 0).ends_with("We tell you how much that is."));
    }
}
