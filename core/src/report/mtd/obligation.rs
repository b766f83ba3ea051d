//! Whether somebody must store digital records and send quarterly updates: this depends on the gross income of the
//! deciding tax year (`tax::MTD_THRESHOLDS`). Gross income is self-employment and property together, before any
//! expense.

use serde::Serialize;

use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::tax::{MTD_POINTS_FROM, MTD_THRESHOLDS, MtdThreshold, TaxYear};
use crate::time::Date;
use crate::time::text::format_long_date;

/// The legal form of a business.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BusinessKind {
    /// A sole trader, who is obliged personally.
    SoleTrader,
    /// A partnership, which is not obliged yet.
    Partnership,
    /// A company, which doesn't pay Income Tax.
    Company,
}

impl BusinessKind {
    /// Whether the self-employment pages of a tax return apply; a company pays Corporation Tax instead.
    #[must_use]
    pub const fn has_self_employment(self) -> bool {
        !matches!(self, Self::Company)
    }

    /// Whether quarterly updates apply.
    #[must_use]
    pub const fn has_updates(self) -> bool {
        matches!(self, Self::SoleTrader)
    }
}

/// The gross income of a tax year: turnover and other income of all of a person's businesses, and rents. For the
/// current year, the amount so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GrossIncome {
    /// The tax year.
    pub year: TaxYear,
    /// The gross income.
    pub amount: Pence,
}

/// Whether somebody must use Making Tax Digital.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "answer", rename_all = "camelCase")]
pub enum MtdObligation {
    /// They must, from a day on.
    #[serde(rename_all = "camelCase")]
    Yes {
        /// The first day.
        from: Date,
        /// The tax year that decided: `2024/25`.
        year: String,
        /// The gross income of that year.
        gross: Pence,
        /// The threshold that it is above.
        over: Pence,
        /// Whether late updates in the first year bring no penalty points.
        first_year_without_points: bool,
        /// The years with unknown gross income that could mean an earlier start.
        unknown: Vec<String>,
        /// The sentence for the user.
        sentence: String,
    },
    /// They don't have to, as far as is known.
    #[serde(rename_all = "camelCase")]
    No {
        /// The next year that decides, if it isn't over yet or its gross income isn't known: `2026/27`.
        next: Option<String>,
        /// The first day of the obligation that could follow from that year.
        next_from: Option<Date>,
        /// The past years that would decide, but whose gross income isn't known.
        unknown: Vec<String>,
        /// The sentence for the user.
        sentence: String,
    },
}

/// Whether somebody must use Making Tax Digital, and from when. A missing year decides nothing. A year that is not over
/// by `today` decides only if it is above its threshold already, because then it will be, whatever the other years are.
#[must_use]
pub fn check_obligation(kind: BusinessKind, gross: &[GrossIncome], today: Date) -> MtdObligation {
    let no = |sentence: &str| MtdObligation::No {
        next: None,
        next_from: None,
        unknown: Vec::new(),
        sentence: sentence.to_owned(),
    };
    match kind {
        BusinessKind::SoleTrader => {}
        BusinessKind::Partnership => {
            return no(
                "No: Making Tax Digital for Income Tax is for sole traders, not yet for partnerships.",
            );
        }
        BusinessKind::Company => {
            return no("No: this is for Income Tax, and a company pays Corporation Tax.");
        }
    }
    let known = |row: &MtdThreshold| {
        let of_year = gross.iter().filter(|it| it.year == row.deciding_year());
        let mut amounts = of_year.map(|it| it.amount).peekable();
        amounts.peek().is_some().then(|| amounts.sum::<Pence>())
    };
    let is_over = |row: &MtdThreshold| row.deciding_year().last_day().has_passed(today);
    let decided = |row: &MtdThreshold| is_over(row) && known(row).is_some();
    let above = |row: &&MtdThreshold| known(row).is_some_and(|gross| gross > row.over);
    let unknown = |rows: &[MtdThreshold]| {
        let rows = rows.iter().filter(|row| is_over(row) && known(row).is_none());
        rows.map(|row| row.deciding_year().label()).collect()
    };
    if let Some(at) = MTD_THRESHOLDS.iter().position(|row| above(&row)) {
        let (row, before) = (&MTD_THRESHOLDS[at], &MTD_THRESHOLDS[..at]);
        let gross = known(row).unwrap_or_default();
        return obliged(row, gross, is_over(row), unknown(before));
    }
    let open = MTD_THRESHOLDS.iter().find(|row| !decided(row));
    let Some(open) = open else {
        return no("No: your turnover hasn’t been above the limit in any year that counts so far.");
    };
    let (year, from) = (open.deciding_year().label(), open.starts_on());
    let then = format!(
        "above {}, Making Tax Digital applies to you from {}.",
        format_whole_pounds(open.over),
        format_long_date(from)
    );
    let sentence = if is_over(open) {
        format!("Enter your {year} turnover to check: {then}")
    } else {
        format!("Not so far. Your {year} turnover decides next: {then}")
    };
    MtdObligation::No { sentence, next: Some(year), next_from: Some(from), unknown: unknown(&MTD_THRESHOLDS) }
}

fn obliged(row: &MtdThreshold, gross: Pence, is_over: bool, unknown: Vec<String>) -> MtdObligation {
    let (year, from) = (row.deciding_year().label(), row.starts_on());
    let was = if is_over { "was" } else { "is already" };
    MtdObligation::Yes {
        sentence: format!(
            "Yes, from {}: your {year} turnover {was} {}, which is above {}.",
            format_long_date(from),
            format_gbp(gross),
            format_whole_pounds(row.over)
        ),
        from,
        year,
        gross,
        over: row.over,
        first_year_without_points: row.from < MTD_POINTS_FROM,
        unknown,
    }
}

/// A threshold as text: `£50,000`.
fn format_whole_pounds(amount: Pence) -> String {
    format_gbp(amount).trim_end_matches(".00").to_owned()
}
