//! Whether and until when an issued quote can be cancelled.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::last_cancellation_day;
use super::pack::CancellationPack;
use crate::time::Date;
use crate::time::text::format_short_date;

/// A quote that was sent with a [`CancellationPack`], and what has happened to it since.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(export, optional_fields))]
#[serde(rename_all = "camelCase", default)]
pub struct CancellationState {
    /// What the customer was given.
    pub pack: CancellationPack,
    /// The day on which the quote was accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted_date: Option<Date>,
    /// Whether the customer expressly asked for a start within the 14 days.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "typescript", ts(optional, as = "Option<bool>"))]
    pub early_start: bool,
    /// The day on which all of the work was finished, according to the business.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_date: Option<Date>,
    /// The day on which the customer cancelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_date: Option<Date>,
    /// The day on which the last of the goods arrived, according to the business; `None` if they haven't arrived, or
    /// there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goods_arrived_date: Option<Date>,
}

/// Why a job cannot be cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CancellationRefusal {
    /// The quote has not been accepted, so there is nothing to cancel.
    NotAccepted,
    /// There is no right to cancel.
    NoRight,
    /// The job has been cancelled already.
    AlreadyCancelled(Date),
    /// All of the work was finished within the 14 days, at the customer's request.
    Finished(Date),
    /// The 14 days have passed.
    TooLate(Date),
}

impl std::error::Error for CancellationRefusal {}

impl fmt::Display for CancellationRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.customer_text("job"))
    }
}

impl CancellationRefusal {
    /// The sentence for the customer, about a `job` or a `variation`.
    #[must_use]
    pub fn customer_text(self, it: &str) -> String {
        match self {
            Self::NotAccepted => {
                "This quote hasn’t been accepted, so there is nothing to cancel. Decline it instead.".into()
            }
            Self::NoRight => format!("You can’t cancel this {it} here. Please ask the business."),
            Self::AlreadyCancelled(day) => format!("This {it} was cancelled on {}.", format_short_date(day)),
            Self::Finished(day) => format!(
                "All of the work was done on {}, as you had asked before the 14 days ended, so you can no longer \
                 cancel. If that isn’t right, tell the business.",
                format_short_date(day)
            ),
            Self::TooLate(until) => format!(
                "You could cancel this {it} until {}. Please ask the business.",
                format_short_date(until)
            ),
        }
    }

    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotAccepted => "not_accepted",
            Self::NoRight => "no_right_to_cancel",
            Self::AlreadyCancelled(_) => "already_cancelled",
            Self::Finished(_) => "work_finished",
            Self::TooLate(_) => "too_late_to_cancel",
        }
    }
}

impl CancellationState {
    /// The day from which the 14 days run: the agreement or, with goods, the arrival of the last of them (`None` until
    /// the business enters it). Goods that arrived before the agreement count from the agreement.
    #[must_use]
    pub fn period_start(&self) -> Option<Date> {
        let entered = self.accepted_date.filter(|_| self.pack.right)?;
        match self.pack.goods {
            true => self.goods_arrived_date.map(|day| day.max(entered)),
            false => Some(entered),
        }
    }

    /// The last day on which the job may be cancelled; `None` before it is accepted, if it may not be cancelled, and
    /// while goods are still to arrive. The pack was sent with the quote, so the customer was informed in time.
    #[must_use]
    pub fn last_day(&self) -> Option<Date> {
        let begun = self.period_start()?;
        last_cancellation_day(begun, Some(begun))
    }

    /// Whether goods are still to arrive: until then the last day is not known.
    #[must_use]
    pub fn is_waiting_for_goods(&self) -> bool {
        let is_accepted = self.accepted_date.is_some() && self.pack.right;
        is_accepted && self.pack.goods && self.goods_arrived_date.is_none()
    }

    /// The day on which work that was requested early was finished, if that ended the right: within the 14 days, after
    /// the request and its acknowledgement (reg. 36(2)). That regulation is about service contracts; with goods it is a
    /// sales contract, and finishing the work doesn't end the right.
    #[must_use]
    pub fn ended_by_work_on(&self) -> Option<Date> {
        self.finished_date.filter(|_| self.early_start && !self.pack.goods)
    }

    /// Whether the job can be cancelled by a statement made on this day. Returns the last day, or `None` while goods
    /// are still to arrive.
    ///
    /// # Errors
    /// The first [`CancellationRefusal`] that applies.
    pub fn check_cancellation(&self, date: Date) -> Result<Option<Date>, CancellationRefusal> {
        if let Some(day) = self.cancelled_date {
            return Err(CancellationRefusal::AlreadyCancelled(day));
        }
        if !self.pack.right {
            return Err(CancellationRefusal::NoRight);
        }
        if self.is_waiting_for_goods() {
            return Ok(None);
        }
        let until = self.last_day().ok_or(CancellationRefusal::NotAccepted)?;
        match self.ended_by_work_on() {
            Some(day) if day < date => Err(CancellationRefusal::Finished(day)),
            _ if until.has_passed(date) => Err(CancellationRefusal::TooLate(until)),
            _ => Ok(Some(until)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn accepted() -> CancellationState {
        CancellationState {
            pack: CancellationPack { right: true, ..CancellationPack::default() },
            accepted_date: Some(day("2026-11-26")),
            ..CancellationState::default()
        }
    }

    fn check_on(cancellation_state: &CancellationState, text: &str) -> Result<String, &'static str> {
        let found = cancellation_state.check_cancellation(day(text));
        let until = found.map_err(CancellationRefusal::code)?;
        Ok(until.map_or_else(|| "not yet".to_owned(), |day| day.to_string()))
    }

    #[test]
    fn can_be_cancelled_up_to_and_including_the_last_day() {
        let it = accepted();
        for (text, expected) in [
            ("2026-11-26", Ok("2026-12-10".to_owned())),
            ("2026-12-10", Ok("2026-12-10".to_owned())),
            ("2026-12-11", Err("too_late_to_cancel")),
            ("2027-11-26", Err("too_late_to_cancel")),
        ] {
            assert_eq!(check_on(&it, text), expected, "{text}");
        }
    }

    fn with_goods(arrived: Option<&str>) -> CancellationState {
        let mut it = accepted();
        it.pack.goods = true;
        it.goods_arrived_date = arrived.map(day);
        it
    }

    #[test]
    fn with_goods_the_14_days_run_from_the_last_delivery() {
        for (arrived, last, after) in [
            // A Thursday to a Thursday; the last day may be a Saturday, a Sunday or a bank holiday.
            ("2026-12-03", "2026-12-17", "2026-12-18"),
            ("2026-11-28", "2026-12-12", "2026-12-13"),
            ("2026-11-29", "2026-12-13", "2026-12-14"),
            ("2026-12-11", "2026-12-25", "2026-12-26"),
            // Ends of months and of years, and a leap day.
            ("2026-11-30", "2026-12-14", "2026-12-15"),
            ("2026-12-18", "2027-01-01", "2027-01-02"),
            ("2027-01-31", "2027-02-14", "2027-02-15"),
            ("2028-02-15", "2028-02-29", "2028-03-01"),
            // On the day of the agreement, and before it: the days are never fewer than of labour alone.
            ("2026-11-26", "2026-12-10", "2026-12-11"),
            ("2026-11-01", "2026-12-10", "2026-12-11"),
        ] {
            let it = with_goods(Some(arrived));
            assert_eq!(it.last_day(), Some(day(last)), "{arrived}");
            assert_eq!(check_on(&it, "2026-11-26"), Ok(last.into()), "{arrived}");
            assert_eq!(check_on(&it, last), Ok(last.into()), "{arrived}");
            assert_eq!(check_on(&it, after), Err("too_late_to_cancel"), "{arrived}");
        }
    }

    #[test]
    fn can_be_cancelled_without_limit_until_all_goods_are_delivered() {
        let waits = with_goods(None);
        assert!(waits.is_waiting_for_goods());
        assert_eq!((waits.period_start(), waits.last_day()), (None, None));
        for text in ["2026-11-26", "2026-12-10", "2026-12-11", "2030-01-01"] {
            assert_eq!(check_on(&waits, text), Ok("not yet".into()), "{text}");
        }
        // In parts: the business says a later day when the last of them come, and the days begin anew.
        let part = with_goods(Some("2026-12-01"));
        assert_eq!(check_on(&part, "2026-12-16"), Err("too_late_to_cancel"));
        let all = with_goods(Some("2026-12-16"));
        assert_eq!(check_on(&all, "2026-12-16"), Ok("2026-12-30".into()));
        // What was not accepted waits for nothing, and neither does what cannot be cancelled.
        let offered = CancellationState { accepted_date: None, ..with_goods(None) };
        assert!(!offered.is_waiting_for_goods());
        assert_eq!(check_on(&offered, "2026-12-01"), Err("not_accepted"));
        let mut urgent = with_goods(None);
        urgent.pack.right = false;
        assert!(!urgent.is_waiting_for_goods());
        assert_eq!(check_on(&urgent, "2026-12-01"), Err("no_right_to_cancel"));
        // A day of goods is nothing to labour alone, whatever was stored.
        let labour = CancellationState { goods_arrived_date: Some(day("2026-12-20")), ..accepted() };
        assert_eq!(labour.last_day(), Some(day("2026-12-10")));
    }

    #[test]
    fn finished_work_does_not_end_the_right_to_return_goods() {
        let mut done = with_goods(Some("2026-12-01"));
        done.early_start = true;
        done.finished_date = Some(day("2026-12-01"));
        assert_eq!(done.ended_by_work_on(), None);
        assert_eq!(check_on(&done, "2026-12-15"), Ok("2026-12-15".into()));
        let waits = CancellationState { goods_arrived_date: None, ..done };
        assert_eq!(check_on(&waits, "2026-12-20"), Ok("not yet".into()));
    }

    #[test]
    fn finished_work_ends_the_right_only_if_an_early_start_was_requested() {
        let finished = |early_start| CancellationState {
            early_start,
            finished_date: Some(day("2026-12-01")),
            ..accepted()
        };
        // Who cancels on the day itself may have done so before the last of the work.
        assert_eq!(check_on(&finished(true), "2026-12-01"), Ok("2026-12-10".into()));
        assert_eq!(check_on(&finished(true), "2026-12-02"), Err("work_finished"));
        assert_eq!(check_on(&finished(false), "2026-12-02"), Ok("2026-12-10".into()));
        // The first that holds is said.
        assert_eq!(check_on(&finished(true), "2027-01-01"), Err("work_finished"));
    }

    #[test]
    fn refuses_to_cancel_twice_before_acceptance_or_without_a_right() {
        let cancelled = CancellationState { cancelled_date: Some(day("2026-12-03")), ..accepted() };
        assert_eq!(check_on(&cancelled, "2026-12-03"), Err("already_cancelled"));
        let offered = CancellationState { accepted_date: None, ..accepted() };
        assert_eq!((offered.last_day(), check_on(&offered, "2026-12-03")), (None, Err("not_accepted")));
        let urgent = CancellationState { pack: CancellationPack::default(), ..accepted() };
        assert_eq!((urgent.last_day(), check_on(&urgent, "2026-11-27")), (None, Err("no_right_to_cancel")));
    }

    #[test]
    fn a_refusal_states_the_date_that_caused_it() {
        let text = CancellationRefusal::TooLate(day("2026-12-10")).to_string();
        assert_eq!(text, "You could cancel this job until 10/12/2026. Please ask the business.");
        let text = CancellationRefusal::TooLate(day("2026-12-10")).customer_text("variation");
        assert!(text.starts_with("You could cancel this variation until 10/12/2026."));
        let text = CancellationRefusal::Finished(day("2026-12-01")).to_string();
        assert!(text.contains("done on 01/12/2026"), "{text}");
    }
}
