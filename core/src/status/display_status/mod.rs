//! What lists, sums and reports store of a document: its displayed status, the last day of that status, and how
//! much it still brings in (docs/product.md, section 4; docs/rules.md, section 4).
//!
//! The server stores these next to the document, so that the database only compares them with a value or adds them
//! up; the rules behind them are here and nowhere else. None of them depends on today: a quote expires and an
//! invoice becomes overdue by a comparison with `lapses_on`.

use serde::Serialize;

use super::credit_note::CreditNoteState;
use super::invoice::{InvoiceState, InvoiceStatus};
use super::quote::{QuoteState, QuoteStatus};
use crate::money::Pence;
use crate::time::Date;

/// What is kept of a document for lists and figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayStatus {
    /// The word that it shows until `lapses_on` has passed.
    pub code: String,
    /// The last day that counts: a sent quote has expired after it, an unpaid invoice is overdue.
    /// None where no day changes anything.
    pub lapses_on: Option<Date>,
    /// What an issued invoice still brings in; 0 of every other document.
    pub outstanding: Pence,
}

/// Which documents a filter over their status lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusFilter {
    /// The filter's own word: `overdue`.
    pub name: &'static str,
    /// The words of [`DisplayStatus`] that it lets through; none named: every word.
    pub words: &'static [&'static str],
    /// On which side of their last day.
    pub when: FilterTiming,
    /// Only those with a payment to confirm.
    pub to_confirm: bool,
}

impl StatusFilter {
    /// Whether it lets a document through on the day `today`, of which so much waits to be confirmed. A server has its
    /// database compare the same (`summaries/statement_builder.rs`).
    #[must_use]
    pub fn lets_through(
        &self,
        display_status: &DisplayStatus,
        to_confirm: Pence,
        today: Date,
    ) -> bool {
        let has_word = self.words.is_empty() || self.words.contains(&display_status.code.as_str());
        let waits = !self.to_confirm || to_confirm > Pence::ZERO;
        has_word
            && waits
            && self
                .when
                .includes(FilterTiming::on_day(display_status.lapses_on, today))
    }
}

/// On which side of its last day a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FilterTiming {
    /// On either, or it has none.
    Ever,
    /// The day has not passed, or there is none.
    InTime,
    /// The day has passed.
    Late,
    /// The day is one of the next [`SOON_DAYS`], or today.
    Soon,
}

impl FilterTiming {
    /// On which side of its last day a document is on the day `today`: late, soon, or in time, which a later day and
    /// none both are.
    #[must_use]
    pub fn on_day(lapses_on: Option<Date>, today: Date) -> Self {
        match lapses_on {
            Some(day) if day.has_passed(today) => Self::Late,
            Some(day) if Some(day) <= today.plus_days(SOON_DAYS) => Self::Soon,
            _ => Self::InTime,
        }
    }

    /// Whether what is on this side is meant too: what ends soon is in time still.
    #[must_use]
    pub fn includes(self, side: Self) -> bool {
        match self {
            Self::Ever => true,
            Self::InTime => side != Self::Late,
            Self::Late | Self::Soon => side == self,
        }
    }
}

/// A quote that ends within so many days is about to expire: a week, in which a customer can still
/// be asked.
pub const SOON_DAYS: u32 = 7;

const fn list_filter(
    name: &'static str,
    words: &'static [&'static str],
    when: FilterTiming,
) -> StatusFilter {
    StatusFilter {
        name,
        words,
        when,
        to_confirm: false,
    }
}

/// The documents with a payment to confirm, whatever they show.
pub const TO_CONFIRM: StatusFilter = StatusFilter {
    to_confirm: true,
    ..list_filter("to_confirm", &[], FilterTiming::Ever)
};

/// The quotes that await an answer and are about to expire: a part of those sent, not a badge.
pub const EXPIRING: StatusFilter = list_filter("expiring", &["sent"], FilterTiming::Soon);

/// What a quote shows whose customer cancelled the job, accepted or invoiced as it is.
pub const CANCELLED: &str = "cancelled";

/// The lists of quotes: the badges, by their stored words.
pub const QUOTES: &[StatusFilter] = &[
    list_filter("draft", &["draft"], FilterTiming::Ever),
    list_filter("sent", &["sent"], FilterTiming::InTime),
    list_filter("expired", &["sent", "expired"], FilterTiming::Late),
    EXPIRING,
    list_filter("accepted", &["accepted"], FilterTiming::Ever),
    list_filter("declined", &["declined"], FilterTiming::Ever),
    list_filter("invoiced", &["invoiced"], FilterTiming::Ever),
    list_filter(CANCELLED, &[CANCELLED], FilterTiming::Ever),
    TO_CONFIRM,
];

/// The words of an issued invoice that still brings something in.
const OUTSTANDING: &[&str] = &["outstanding", "partially_paid"];

/// The lists of invoices. `outstanding` is all that issued invoices still bring in, and
/// `overdue` the part of it that is late, partly paid or not: the two figures of the first screen,
/// which open these lists. The others are the badges.
pub const INVOICES: &[StatusFilter] = &[
    list_filter("draft", &["draft"], FilterTiming::Ever),
    list_filter("outstanding", OUTSTANDING, FilterTiming::Ever),
    list_filter("overdue", OUTSTANDING, FilterTiming::Late),
    list_filter("partially_paid", &["partially_paid"], FilterTiming::Ever),
    list_filter("paid", &["paid"], FilterTiming::Ever),
    list_filter("credited", &["credited"], FilterTiming::Ever),
    list_filter("void", &["void"], FilterTiming::Ever),
    TO_CONFIRM,
];

/// The lists of credit notes: the badges.
pub const CREDIT_NOTES: &[StatusFilter] = &[
    list_filter("draft", &["draft"], FilterTiming::Ever),
    list_filter("sent", &["sent"], FilterTiming::Ever),
    list_filter("void", &["void"], FilterTiming::Ever),
];

impl QuoteState {
    /// What lists and figures keep of the quote.
    #[must_use]
    pub fn display_status(&self) -> DisplayStatus {
        if self.cancelled_on().is_some() {
            return DisplayStatus::cancelled();
        }
        let lapses_on = match self.status {
            QuoteStatus::Sent => self.expiry_date,
            // Its status says so, whatever its date.
            QuoteStatus::Expired => Some(Date::FIRST),
            _ => None,
        };
        DisplayStatus {
            code: self.status.as_str().to_owned(),
            lapses_on,
            outstanding: Pence::ZERO,
        }
    }
}

impl InvoiceState {
    /// What lists and figures keep of the invoice.
    #[must_use]
    pub fn display_status(&self) -> DisplayStatus {
        let word = match self.status {
            InvoiceStatus::Draft => "draft",
            InvoiceStatus::Void => "void",
            _ if self.is_credited() => "credited",
            _ if self.is_paid() => "paid",
            _ if self.is_partially_paid() => "partially_paid",
            _ => "outstanding",
        };
        DisplayStatus::of_invoice(word, self.due_date, self.balance())
    }
}

impl DisplayStatus {
    /// What an invoice shows with this word, and so much left to pay of it.
    #[must_use]
    pub fn of_invoice(word: &str, due_date: Option<Date>, balance: Pence) -> Self {
        let is_due = OUTSTANDING.contains(&word);
        Self {
            code: word.to_owned(),
            lapses_on: due_date.filter(|_| is_due),
            outstanding: if is_due { balance } else { Pence::ZERO },
        }
    }

    /// What a quote shows whose customer cancelled the job.
    #[must_use]
    pub fn cancelled() -> Self {
        Self {
            code: CANCELLED.to_owned(),
            lapses_on: None,
            outstanding: Pence::ZERO,
        }
    }
}

impl CreditNoteState {
    /// What lists and figures keep of the credit note.
    #[must_use]
    pub fn display_status(&self) -> DisplayStatus {
        DisplayStatus {
            code: self.status.as_str().to_owned(),
            lapses_on: None,
            outstanding: Pence::ZERO,
        }
    }
}

#[cfg(test)]
mod tests;
