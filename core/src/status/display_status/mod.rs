//! What lists, sums and reports store of a document: its displayed status, the last day of that status, and how
//! much it still brings in (docs/product.md, section 4; docs/rules.md, section 4).
//!
//! The server stores these next to the document, so that the database only compares them with a value or adds them up;
//! the rules behind them are only here. None of them depends on today's date: whether a quote has expired or an invoice
//! is overdue is found by comparing `lapses_on` with it.

use serde::Serialize;

use super::credit_note::CreditNoteState;
use super::invoice::{InvoiceState, InvoiceStatus};
use super::quote::{QuoteState, QuoteStatus};
use crate::money::Pence;
use crate::time::Date;

/// What is stored about a document for lists and sums.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayStatus {
    /// The code of the displayed status until `lapses_on` has passed.
    pub code: String,
    /// The last day on which that status applies: after it, a sent quote has expired and an unpaid invoice is overdue.
    /// `None` if the status doesn't depend on the day.
    pub lapses_on: Option<Date>,
    /// What is outstanding on an issued invoice; 0 for any other document.
    pub outstanding: Pence,
}

/// A filter of documents by their status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct StatusFilter {
    /// The filter's name: `overdue`.
    pub name: &'static str,
    /// The codes of [`DisplayStatus`] that are included; empty means all.
    pub words: &'static [&'static str],
    /// Which days are included, compared with the document's last day.
    pub when: FilterTiming,
    /// Whether only documents with a payment to confirm are included.
    pub to_confirm: bool,
}

impl StatusFilter {
    /// Whether a document is included on the day `today`; `to_confirm` is the amount of its payments that wait for
    /// confirmation. The server's database does the same in SQL (`summaries/statement_builder.rs`).
    #[must_use]
    pub fn lets_through(&self, display_status: &DisplayStatus, to_confirm: Pence, today: Date) -> bool {
        let has_word = self.words.is_empty() || self.words.contains(&display_status.code.as_str());
        let waits = !self.to_confirm || to_confirm > Pence::ZERO;
        has_word && waits && self.when.includes(FilterTiming::on_day(display_status.lapses_on, today))
    }
}

/// A document's last day compared with today.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum FilterTiming {
    /// Any, including documents without a last day.
    Ever,
    /// The last day has not passed, or there is none.
    InTime,
    /// The last day has passed.
    Late,
    /// The last day is today or one of the next [`SOON_DAYS`].
    Soon,
}

impl FilterTiming {
    /// Where a document's last day is on the day `today`: late, soon, or in time; the latter also if there is no last
    /// day.
    #[must_use]
    pub fn on_day(lapses_on: Option<Date>, today: Date) -> Self {
        match lapses_on {
            Some(day) if day.has_passed(today) => Self::Late,
            Some(day) if Some(day) <= today.plus_days(SOON_DAYS) => Self::Soon,
            _ => Self::InTime,
        }
    }

    /// Whether `side` is included in this: a document that ends soon is also in time.
    #[must_use]
    pub fn includes(self, side: Self) -> bool {
        match self {
            Self::Ever => true,
            Self::InTime => side != Self::Late,
            Self::Late | Self::Soon => side == self,
        }
    }
}

/// A quote that ends within this many days is about to expire: a week, in which a customer can still be asked about it.
pub const SOON_DAYS: u32 = 7;

const fn list_filter(name: &'static str, words: &'static [&'static str], when: FilterTiming) -> StatusFilter {
    StatusFilter { name, words, when, to_confirm: false }
}

/// The documents with a payment to confirm, whatever their status.
pub const TO_CONFIRM: StatusFilter =
    StatusFilter { to_confirm: true, ..list_filter("to_confirm", &[], FilterTiming::Ever) };

/// The quotes that await a reply and are about to expire: a part of the sent quotes, not a badge of its own.
pub const EXPIRING: StatusFilter = list_filter("expiring", &["sent"], FilterTiming::Soon);

/// The displayed status of a quote whose customer cancelled the job, whether it was accepted or invoiced.
pub const CANCELLED: &str = "cancelled";

/// The lists of quotes: one for each badge, by stored status.
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

/// The codes of issued invoices with something outstanding.
const OUTSTANDING: &[&str] = &["outstanding", "partially_paid"];

/// The lists of invoices. `outstanding` contains everything outstanding on issued invoices, and `overdue` the part of
/// it that is late, whether partly paid or not: the dashboard shows the sums of both and opens these lists. The others
/// correspond to the badges.
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

/// The lists of credit notes: one for each badge.
pub const CREDIT_NOTES: &[StatusFilter] = &[
    list_filter("draft", &["draft"], FilterTiming::Ever),
    list_filter("sent", &["sent"], FilterTiming::Ever),
    list_filter("void", &["void"], FilterTiming::Ever),
];

impl QuoteState {
    /// What is stored about the quote for lists and sums.
    #[must_use]
    pub fn display_status(&self) -> DisplayStatus {
        if self.cancelled_on().is_some() {
            return DisplayStatus::cancelled();
        }
        let lapses_on = match self.status {
            QuoteStatus::Sent => self.expiry_date,
            // The stored status is 'expired', whatever the date.
            QuoteStatus::Expired => Some(Date::FIRST),
            _ => None,
        };
        DisplayStatus { code: self.status.as_str().to_owned(), lapses_on, outstanding: Pence::ZERO }
    }
}

impl InvoiceState {
    /// What is stored about the invoice for lists and sums.
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
    /// The displayed status of an invoice with this code and this balance.
    #[must_use]
    pub fn of_invoice(word: &str, due_date: Option<Date>, balance: Pence) -> Self {
        let is_due = OUTSTANDING.contains(&word);
        Self {
            code: word.to_owned(),
            lapses_on: due_date.filter(|_| is_due),
            outstanding: if is_due { balance } else { Pence::ZERO },
        }
    }

    /// The displayed status of a quote whose customer cancelled the job.
    #[must_use]
    pub fn cancelled() -> Self {
        Self { code: CANCELLED.to_owned(), lapses_on: None, outstanding: Pence::ZERO }
    }
}

impl CreditNoteState {
    /// What is stored about the credit note for lists and sums.
    #[must_use]
    pub fn display_status(&self) -> DisplayStatus {
        DisplayStatus { code: self.status.as_str().to_owned(), lapses_on: None, outstanding: Pence::ZERO }
    }
}

#[cfg(test)]
mod tests;
