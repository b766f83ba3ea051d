//! Whether a consumer may cancel a job, until when, and what follows: the Consumer Contracts (Information,
//! Cancellation and Additional Charges) Regulations 2013 (SI 2013/3134), called the Regulations here.
//!
//! With goods, the 14 days start when the last of them arrive; for labour alone, when the contract is made. If the
//! quote does not say which it is, its lines decide: a price that is not labour counts as goods, so that a customer is
//! never given a shorter period than the law allows.
//!
//! A fact that was read in the Regulations is `confirmed`. One written from memory is not, and the screen says 'check'
//! next to it.
//! Read: reg. 5 and 30(3) (goods that are supplied with work make a sales contract, whose 14 days end 14 days after the
//! last of the goods arrive; official guidance names the supply and fitting of a patio), reg. 30(2) (for labour alone,
//! 14 days from the contract), reg. 10 with Schedule 2 (what a consumer is given before an off-premises contract) and
//! reg. 36 (no start within the days without an express request, payment in proportion, and that the right to cancel a
//! service contract is lost on full performance only if the customer acknowledged this). The rest is from memory.

pub mod information;
pub mod owed;
pub mod pack;
pub mod right;
pub mod state;

use crate::document::Supplies;
use crate::time::Date;

pub use information::Particulars;
pub use owed::CancellationOwed;
pub use pack::{CancellationFormRow, CancellationPack, ContractParties, join_non_empty};
pub use right::{CancellationDecision, CancellationSituation, CancellationVerdict, SourcedSentence};
pub use state::{CancellationRefusal, CancellationState};

/// The name of the Regulations in references.
pub const REGULATIONS: &str = "Consumer Contracts Regulations 2013";

/// The days that a consumer has from the contract or, with goods, from the arrival of the last of them (reg. 30).
pub const CANCELLATION_DAYS: u32 = 14;

/// The additional months if the consumer was never informed of the right (reg. 31; from memory).
pub const EXTRA_MONTHS_WITHOUT_NOTICE: u32 = 12;

/// The last day on which a contract for services may be cancelled: the 14th day after the day on which it was `entered`
/// into (reg. 30(2)). A customer who was informed of the right later (`result` is that day), but within the 12 months,
/// has 14 days from then; one who was never informed (`None`) has 12 more months (reg. 31).
///
/// `None` if the day is beyond the calendar.
#[must_use]
pub fn last_cancellation_day(entered: Date, result: Option<Date>) -> Option<Date> {
    let ends = entered.plus_days(CANCELLATION_DAYS)?;
    match result {
        Some(date) if date <= entered => Some(ends),
        Some(date) if date <= ends.plus_months(EXTRA_MONTHS_WITHOUT_NOTICE)? => {
            date.plus_days(CANCELLATION_DAYS)
        }
        Some(_) | None => ends.plus_months(EXTRA_MONTHS_WITHOUT_NOTICE),
    }
}

/// The last day for refunding what was paid for a contract that was cancelled on the given day: 14 days after it (reg.
/// 34; from memory). `None` if the day is beyond the calendar.
#[must_use]
pub fn refund_deadline(cancelled: Date) -> Option<Date> {
    cancelled.plus_days(CANCELLATION_DAYS)
}

// The texts of the notice, the form and the request: our own wording, with everything that Schedule 3 to the
// Regulations requires of the notice (part A) and the form (part B).
//
// They are stored with the version that a customer reads, so that changing a text here changes nothing that was
// issued before.

/// What is cancelled: a job or a variation, with or without goods.
#[derive(Clone, Copy, Debug)]
struct NoticeKind {
    /// Whether it is a variation of a job.
    pub varies: bool,
    /// What is supplied.
    pub supplies: Supplies,
}

impl NoticeKind {
    fn has_goods(self) -> bool {
        self.supplies == Supplies::Goods
    }
}

/// The text of the request. By ticking it, a consumer asks for the start and knows that they must then pay for work
/// done. For labour alone they also acknowledge that the right ends when the work is finished (reg. 36(2)); that
/// doesn't apply to goods that are fitted, because it is about service contracts.
fn write_early_start_request(supplies: Supplies) -> String {
    let request = "Please start before the 14 days end. If I then cancel, I’ll pay for the work done up to that \
                   point, as \
                   a share of the price.";
    match supplies {
        Supplies::Goods => request.to_owned(),
        Supplies::Labour => {
            format!("{request} Once all of the work is done I can no longer cancel.")
        }
    }
}

/// The notice, one entry for each paragraph. `returns` says who collects the goods or sends them back, and pays for
/// that.
fn write_notice(sides: &ContractParties, returns: &str, kind: NoticeKind) -> Vec<String> {
    let to = &sides.business;
    let confirmed = if sides.has_email {
        "we’ll email you straight away to confirm."
    } else {
        "it confirms this straight away, and you can print it."
    };
    let (it, quote, paid, rest) = if kind.varies {
        ("variation", "variation", "for it", " This doesn’t affect the rest of the job.")
    } else {
        ("job", "quote", "us, including any deposit,", "")
    };
    let begins = if kind.has_goods() {
        format!(
            "The 14 days end at the end of the 14th day after the day on which the last of the goods for this {it} \
             reach you. If they come in several deliveries, the 14 days run from the last one. You can also cancel \
             before they arrive, from the day you accept this {quote}."
        )
    } else {
        format!("The 14 days end at the end of the 14th day after the day on which you accept this {quote}.")
    };
    let mut notice = vec![
        format!("You may cancel this {it} within 14 days, without giving a reason.{rest}"),
        begins,
        format!(
            "To cancel, tell us clearly that you want to cancel: {to}. Write a letter or an email, press ‘Cancel this \
             {it}’ on the page of this {quote}, or use the form below. You don’t have to use the form. If you cancel \
             on the \
             page, {confirmed}"
        ),
        "You are in time if you send it before the 14 days end.".to_owned(),
        format!(
            "If you cancel, we’ll refund everything you’ve paid {paid} within 14 days of the day you tell us. We’ll \
             refund you the way you paid, unless you agree otherwise, and you won’t pay any fees for it."
        ),
    ];
    if kind.has_goods() {
        notice.push(format!(
            "Any goods you’ve received must come back to us. {returns} We may deduct any loss in value if you’ve \
             handled them more than you needed to inspect them."
        ));
    }
    let done = if kind.has_goods() {
        ""
    } else {
        " Once all of the work that you asked us to start is done, you can no longer cancel."
    };
    notice.push(format!(
        "We don’t start work within the 14 days unless you ask us to. If you ask us to start and then cancel, you \
         pay \
         for the work done up to that point, as a share of the whole price.{done}"
    ));
    notice
}

/// The title of the form.
const FORM_TITLE: &str = "Cancellation form";

/// The cancellation form, one entry for each line.
fn write_form(sides: &ContractParties, heading: &str, supplies: Supplies) -> Vec<CancellationFormRow> {
    let rows = [
        Some(("To", sides.business.as_str())),
        Some(("I/we cancel my/our contract for", heading)),
        Some(("Agreed on", "")),
        (supplies == Supplies::Goods).then_some(("Goods received on", "")),
        Some(("Name", sides.name.as_str())),
        Some(("Address", sides.address.as_str())),
        Some(("Signature (only on paper)", "")),
        Some(("Date", "")),
    ];
    rows.into_iter().flatten().map(|(label, value)| CancellationFormRow::new(label, value)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    #[test]
    fn the_last_day_to_cancel_is_the_14th_after_the_agreement() {
        for (entered, last) in [
            ("2026-11-26", "2026-12-10"),
            // Ends of months and of years.
            ("2026-01-31", "2026-02-14"),
            ("2026-02-14", "2026-02-28"),
            ("2026-02-15", "2026-03-01"),
            ("2026-04-30", "2026-05-14"),
            ("2026-12-18", "2027-01-01"),
            ("2026-12-31", "2027-01-14"),
            // Leap years: 2028 and 2000 are some, 2100 is none.
            ("2028-02-14", "2028-02-28"),
            ("2028-02-15", "2028-02-29"),
            ("2028-02-16", "2028-03-01"),
            ("2028-02-29", "2028-03-14"),
            ("2000-02-15", "2000-02-29"),
            ("2100-02-15", "2100-03-01"),
        ] {
            let date = Some(day(entered));
            assert_eq!(last_cancellation_day(day(entered), date), Some(day(last)), "{entered}");
        }
    }

    #[test]
    fn a_consumer_informed_late_or_never_can_cancel_for_longer() {
        let entered = day("2026-11-26");
        let last =
            |text: Option<&str>| last_cancellation_day(entered, text.map(day)).map(|it| it.to_string());
        assert_eq!(last(Some("2026-11-20")).as_deref(), Some("2026-12-10"));
        assert_eq!(last(Some("2026-11-27")).as_deref(), Some("2026-12-11"));
        assert_eq!(last(Some("2027-03-01")).as_deref(), Some("2027-03-15"));
        // Within the 12 months to their last day, and after it.
        assert_eq!(last(Some("2027-12-10")).as_deref(), Some("2027-12-24"));
        assert_eq!(last(Some("2027-12-11")).as_deref(), Some("2027-12-10"));
        assert_eq!(last(None).as_deref(), Some("2027-12-10"));
        // 29 February twelve months on.
        let leap = last_cancellation_day(day("2028-02-15"), None);
        assert_eq!(leap, Some(day("2029-02-28")));
    }

    #[test]
    fn beyond_the_calendar_there_is_no_day() {
        assert_eq!(last_cancellation_day(Date::LAST, Some(Date::LAST)), None);
        assert_eq!(last_cancellation_day(day("9999-12-01"), None), None);
        assert_eq!(refund_deadline(Date::LAST), None);
        assert_eq!(refund_deadline(day("2026-12-03")), Some(day("2026-12-17")));
    }

    fn any_day() -> impl Strategy<Value = Date> {
        (1990..2200_u16, 1..=12_u8, 1..=28_u8).prop_map(|(y, m, d)| Date::new(y, m, d).unwrap())
    }

    proptest! {
        /// Being informed later never shortens the period, and never extends it by more than 14 days beyond that of a
        /// customer who was never informed.
        #[test]
        fn informing_a_consumer_later_never_shortens_the_period(entered in any_day(), late in 0..500_u32) {
            let usual = last_cancellation_day(entered, Some(entered)).unwrap();
            let untold = last_cancellation_day(entered, None).unwrap();
            let date = last_cancellation_day(entered, entered.plus_days(late)).unwrap();
            prop_assert!(date >= usual);
            prop_assert!(date <= untold.plus_days(CANCELLATION_DAYS).unwrap());
            prop_assert_eq!(entered.days_until(usual), 14);
        }
    }
}
