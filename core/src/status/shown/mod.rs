//! What lists, sums and reports store of a document: its displayed status, the last day of that status, and how
//! much it still brings in (docs/product.md, section 4; docs/rules.md, section 4).
//!
//! The server stores these next to the document, so that the database only compares them with a value or adds them
//! up; the rules behind them are here and nowhere else. None of them depends on today: a quote expires and an
//! invoice becomes overdue by a comparison with `lapses_on`.

use serde::Serialize;

use super::credit::CreditState;
use super::invoice::{InvoiceState, InvoiceStatus};
use super::quote::{QuoteState, QuoteStatus};
use crate::money::Pence;
use crate::time::Date;

/// What is kept of a document for lists and figures.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shown {
    /// The word that it shows until `lapses_on` has passed.
    pub word: String,
    /// The last day that counts: a sent quote has expired after it, an unpaid invoice is overdue.
    /// None where no day changes anything.
    pub lapses_on: Option<Date>,
    /// What an issued invoice still brings in; 0 of every other document.
    pub outstanding: Pence,
}

/// Which documents a filter over their status lets through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Filter {
    /// The filter's own word: `overdue`.
    pub name: &'static str,
    /// The words of [`Shown`] that it lets through; none named: every word.
    pub words: &'static [&'static str],
    /// On which side of their last day.
    pub when: When,
    /// Only those with a payment to confirm.
    pub to_confirm: bool,
}

impl Filter {
    /// Whether it lets a document through on the day `today`, of which so much waits to be confirmed. A server has its
    /// database compare the same (`summaries/statement.rs`).
    #[must_use]
    pub fn lets_through(&self, shown: &Shown, to_confirm: Pence, today: Date) -> bool {
        let has_word = self.words.is_empty() || self.words.contains(&shown.word.as_str());
        let waits = !self.to_confirm || to_confirm > Pence::ZERO;
        has_word && waits && self.when.includes(When::of(shown.lapses_on, today))
    }
}

/// On which side of its last day a document is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum When {
    /// On either, or it has none.
    Ever,
    /// The day has not passed, or there is none.
    InTime,
    /// The day has passed.
    Late,
    /// The day is one of the next [`SOON_DAYS`], or today.
    Soon,
}

impl When {
    /// On which side of its last day a document is on the day `today`: late, soon, or in time, which a later day and
    /// none both are.
    #[must_use]
    pub fn of(lapses_on: Option<Date>, today: Date) -> Self {
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

const fn list(name: &'static str, words: &'static [&'static str], when: When) -> Filter {
    Filter {
        name,
        words,
        when,
        to_confirm: false,
    }
}

/// The documents with a payment to confirm, whatever they show.
pub const TO_CONFIRM: Filter = Filter {
    to_confirm: true,
    ..list("to_confirm", &[], When::Ever)
};

/// The quotes that await an answer and are about to expire: a part of those sent, not a badge.
pub const EXPIRING: Filter = list("expiring", &["sent"], When::Soon);

/// What a quote shows whose customer cancelled the job, accepted or invoiced as it is.
pub const CANCELLED: &str = "cancelled";

/// The lists of quotes: the badges, by their stored words.
pub const QUOTES: &[Filter] = &[
    list("draft", &["draft"], When::Ever),
    list("sent", &["sent"], When::InTime),
    list("expired", &["sent", "expired"], When::Late),
    EXPIRING,
    list("accepted", &["accepted"], When::Ever),
    list("declined", &["declined"], When::Ever),
    list("invoiced", &["invoiced"], When::Ever),
    list(CANCELLED, &[CANCELLED], When::Ever),
    TO_CONFIRM,
];

/// The words of an issued invoice that still brings something in.
const OUTSTANDING: &[&str] = &["outstanding", "partially_paid"];

/// The lists of invoices. `outstanding` is all that issued invoices still bring in, and
/// `overdue` the part of it that is late, partly paid or not: the two figures of the first screen,
/// which open these lists. The others are the badges.
pub const INVOICES: &[Filter] = &[
    list("draft", &["draft"], When::Ever),
    list("outstanding", OUTSTANDING, When::Ever),
    list("overdue", OUTSTANDING, When::Late),
    list("partially_paid", &["partially_paid"], When::Ever),
    list("paid", &["paid"], When::Ever),
    list("credited", &["credited"], When::Ever),
    list("void", &["void"], When::Ever),
    TO_CONFIRM,
];

/// The lists of credit notes: the badges.
pub const CREDIT_NOTES: &[Filter] = &[
    list("draft", &["draft"], When::Ever),
    list("sent", &["sent"], When::Ever),
    list("void", &["void"], When::Ever),
];

impl QuoteState {
    /// What lists and figures keep of the quote.
    #[must_use]
    pub fn shown(&self) -> Shown {
        if self.cancelled().is_some() {
            return Shown::cancelled();
        }
        let lapses_on = match self.status {
            QuoteStatus::Sent => self.expiry_date,
            // Its status says so, whatever its date.
            QuoteStatus::Expired => Some(Date::FIRST),
            _ => None,
        };
        Shown {
            word: self.status.as_str().to_owned(),
            lapses_on,
            outstanding: Pence::ZERO,
        }
    }
}

impl InvoiceState {
    /// What lists and figures keep of the invoice.
    #[must_use]
    pub fn shown(&self) -> Shown {
        let word = match self.status {
            InvoiceStatus::Draft => "draft",
            InvoiceStatus::Void => "void",
            _ if self.is_credited() => "credited",
            _ if self.is_paid() => "paid",
            _ if self.is_partially_paid() => "partially_paid",
            _ => "outstanding",
        };
        Shown::of_invoice(word, self.due_date, self.balance())
    }
}

impl Shown {
    /// What an invoice shows with this word, and so much left to pay of it.
    #[must_use]
    pub fn of_invoice(word: &str, due_date: Option<Date>, balance: Pence) -> Self {
        let is_due = OUTSTANDING.contains(&word);
        Self {
            word: word.to_owned(),
            lapses_on: due_date.filter(|_| is_due),
            outstanding: if is_due { balance } else { Pence::ZERO },
        }
    }

    /// What a quote shows whose customer cancelled the job.
    #[must_use]
    pub fn cancelled() -> Self {
        Self {
            word: CANCELLED.to_owned(),
            lapses_on: None,
            outstanding: Pence::ZERO,
        }
    }
}

impl CreditState {
    /// What lists and figures keep of the credit note.
    #[must_use]
    pub fn shown(&self) -> Shown {
        Shown {
            word: self.status.as_str().to_owned(),
            lapses_on: None,
            outstanding: Pence::ZERO,
        }
    }
}

#[cfg(test)]
mod tests;
