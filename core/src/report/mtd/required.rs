//! Whether someone has to keep digital records and send quarterly updates: by the gross of the right tax year
//! (`tax::MTD_THRESHOLDS`). Gross is self-employment and property together, before any expense.

use serde::Serialize;

use crate::money::Pence;
use crate::money::text::gbp;
use crate::tax::{MTD_POINTS_FROM, MTD_THRESHOLDS, MtdThreshold, TaxYear};
use crate::time::Date;
use crate::time::text::date_long;

/// What a business is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Of one person: the duty is theirs.
    SoleTrader,
    /// A partnership: not yet.
    Partnership,
    /// A company: it has no Income Tax.
    Company,
}

impl Kind {
    /// Whether the self-employment pages of a tax return are for it; a company pays Corporation Tax instead.
    #[must_use]
    pub const fn has_self_employment(self) -> bool {
        !matches!(self, Self::Company)
    }

    /// Whether quarterly updates are for it.
    #[must_use]
    pub const fn has_updates(self) -> bool {
        matches!(self, Self::SoleTrader)
    }
}

/// The gross of a tax year: turnover and other income of all of a person's businesses, and rents. Of a year that goes
/// on so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gross {
    /// The year.
    pub year: TaxYear,
    /// Its gross.
    pub amount: Pence,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "camelCase")]
pub enum Duty {
    /// They have to, from a day on.
    #[serde(rename_all = "camelCase")]
    Yes {
        /// The first day.
        from: Date,
        /// The tax year that decides: `2024/25`.
        year: String,
        /// Its gross.
        gross: Pence,
        /// What it is above.
        over: Pence,
        /// Whether late updates of the first year bring no penalty points.
        first_year_without_points: bool,
        /// The years of which an earlier duty could come, and whose gross is not known.
        unknown: Vec<String>,
        /// A sentence for the person.
        sentence: String,
    },
    /// They do not have to, as far as what is known goes.
    #[serde(rename_all = "camelCase")]
    No {
        /// The next year that decides, where it is not over yet or its gross is not known: `2026/27`.
        next: Option<String>,
        /// The first day on which that one could oblige.
        next_from: Option<Date>,
        /// The years that are over and would decide, and whose gross is not known.
        unknown: Vec<String>,
        /// A sentence for the person.
        sentence: String,
    },
}

/// Whether someone has to, and from when. A year that is missing does not decide, and one that is not over by `today`
/// only where it is above its limit already: then that is so whatever the other years say.
#[must_use]
pub fn duty(kind: Kind, gross: &[Gross], today: Date) -> Duty {
    let no = |sentence: &str| Duty::No {
        next: None,
        next_from: None,
        unknown: Vec::new(),
        sentence: sentence.to_owned(),
    };
    match kind {
        Kind::SoleTrader => {}
        Kind::Partnership => {
            return no(
                "No: Making Tax Digital for Income Tax is for sole traders, not yet for partnerships.",
            );
        }
        Kind::Company => {
            return no("No: this is for Income Tax, and a company pays Corporation Tax.");
        }
    }
    let known = |row: &MtdThreshold| {
        let of_year = gross.iter().filter(|it| it.year == row.year());
        let mut amounts = of_year.map(|it| it.amount).peekable();
        amounts.peek().is_some().then(|| amounts.sum::<Pence>())
    };
    let is_over = |row: &MtdThreshold| row.year().last().has_passed(today);
    let decided = |row: &MtdThreshold| is_over(row) && known(row).is_some();
    let above = |row: &&MtdThreshold| known(row).is_some_and(|gross| gross > row.over);
    let unknown = |rows: &[MtdThreshold]| {
        let rows = rows
            .iter()
            .filter(|row| is_over(row) && known(row).is_none());
        rows.map(|row| row.year().text()).collect()
    };
    if let Some(at) = MTD_THRESHOLDS.iter().position(|row| above(&row)) {
        let (row, before) = (&MTD_THRESHOLDS[at], &MTD_THRESHOLDS[..at]);
        let gross = known(row).unwrap_or_default();
        return yes(row, gross, is_over(row), unknown(before));
    }
    let open = MTD_THRESHOLDS.iter().find(|row| !decided(row));
    let Some(open) = open else {
        return no("No: your turnover hasn’t been above the limit in any year that counts so far.");
    };
    let (year, from) = (open.year().text(), open.begins());
    let then = format!(
        "above {} you have to from {}.",
        pounds(open.over),
        date_long(from)
    );
    let sentence = if is_over(open) {
        format!("Enter your {year} turnover to check: {then}")
    } else {
        format!("Not so far. Your {year} turnover decides next: {then}")
    };
    Duty::No {
        sentence,
        next: Some(year),
        next_from: Some(from),
        unknown: unknown(&MTD_THRESHOLDS),
    }
}

fn yes(row: &MtdThreshold, gross: Pence, is_over: bool, unknown: Vec<String>) -> Duty {
    let (year, from) = (row.year().text(), row.begins());
    let was = if is_over { "was" } else { "is already" };
    Duty::Yes {
        sentence: format!(
            "Yes, from {}: your {year} turnover {was} {}, which is above {}.",
            date_long(from),
            gbp(gross),
            pounds(row.over)
        ),
        from,
        year,
        gross,
        over: row.over,
        first_year_without_points: row.from < MTD_POINTS_FROM,
        unknown,
    }
}

/// A limit as people write it: `£50,000`.
fn pounds(amount: Pence) -> String {
    gbp(amount).trim_end_matches(".00").to_owned()
}
