//! A quarterly update: the sums of the year so far under HMRC's names (hmrc/self-employment-business-api 5.0,
//! 'Create or amend a self-employment cumulative period summary').

use std::fmt::Write;

use serde::Serialize;

use super::UpdatePeriod;
use crate::expense::{CATEGORIES, ExpenseCategory};
use crate::money::Pence;
use crate::money::text::format_gbp;
use crate::report::UNCHECKED;
use crate::report::books::ExcludedRecord;
use crate::report::totals::{
    AccountingChoices, AmountPart, CategoryTotals, IncomeTaxBooks, IncomeTaxTotals, TracedAmount,
    calculate_totals,
};
use crate::tax::{TaxYear, find_single_expense_limit};

/// How expenses are reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpenseDetail {
    /// Each category with its disallowable part.
    ByCategory,
    /// One sum of all allowable expenses, if the turnover is low enough.
    Consolidated,
}

/// A field of an update.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UpdateField<'a> {
    /// HMRC's name for the field.
    pub name: String,
    /// The amount that is sent.
    pub amount: Pence,
    /// A negative amount that is not sent, because HMRC doesn't accept negative income; otherwise 0. Each update covers
    /// the whole year so far, so a later one includes it as soon as there is income.
    pub held_back: Pence,
    /// The records behind it, by category and day; they add up to the amounts sent and held back.
    pub parts: Vec<AmountPart<'a>>,
    /// Whether the rules and rates behind it were read in their sources.
    pub confirmed: bool,
}

impl UpdateField<'_> {
    /// The name that tradespeople use.
    #[must_use]
    pub fn label(&self) -> String {
        let (word, is_disallowed) = match self.name.strip_suffix("Disallowable") {
            Some(word) => (word, true),
            None => (&*self.name, false),
        };
        let of_income = match word {
            "turnover" => "Turnover",
            "other" => "Other business income",
            "taxTakenOffTradingIncome" => "Tax taken off trading income, apart from CIS",
            "consolidatedExpenses" => "All allowable expenses",
            _ => "",
        };
        let category = ExpenseCategory::parse(word).map_or(of_income, |it| it.info().name);
        match is_disallowed {
            true => format!("{category}: not allowable"),
            false => category.to_owned(),
        }
    }
}

impl UpdateField<'_> {
    /// A note for the user: that something is held back, or that a rule was not read in its source; `None` if there is
    /// nothing to note.
    #[must_use]
    pub fn note(&self) -> Option<String> {
        let held_back = (!self.held_back.is_zero()).then(|| {
            format!(
                "Not in this update: {}. HMRC doesn’t accept a negative income. The next update includes it.",
                format_gbp(self.held_back)
            )
        });
        let unchecked = (!self.confirmed).then(|| UNCHECKED.to_owned());
        let notes: Vec<String> = held_back.into_iter().chain(unchecked).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }
}

/// A quarterly update. [`QuarterlyUpdate::to_json`] is the body for HMRC.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct QuarterlyUpdate<'a> {
    /// The tax year in HMRC's form, as in the address that it is sent to: `2026-27`.
    pub tax_year: String,
    /// The dates.
    pub days: UpdatePeriod,
    /// `turnover`, `other` and `taxTakenOffTradingIncome`, also if they are 0.
    pub income: Vec<UpdateField<'a>>,
    /// The expenses for which there are records; if there are none, every category with 0, which is sent too.
    pub expenses: Vec<UpdateField<'a>>,
    /// The disallowable expenses that are not 0; empty if expenses are sent as one sum.
    pub disallowable: Vec<UpdateField<'a>>,
    /// Records that don't count, with the reason.
    pub left_out: Vec<ExcludedRecord<'a>>,
}

/// Why there is no update.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UpdateError {
    /// The turnover is too high for one sum.
    #[error(
        "You can only send expenses as one total while your turnover for the tax year is below {}. Please send them \
         by category.",
        format_gbp(*.below)
    )]
    TooMuchForOneSum {
        /// The limit that the turnover must be below; 0 if no limit is known for the year.
        below: Pence,
    },
}

impl UpdateError {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::TooMuchForOneSum { .. } => "too_much_for_one_sum",
        }
    }
}

/// The update for one of a year's periods ([`super::list_update_periods`]).
///
/// CIS deductions are not part of it: they are reported to HMRC by tax month elsewhere (cis-deductions-api 3.0), and
/// `taxTakenOffTradingIncome` is 'other tax taken off trading income apart from CIS deductions'. No record contains
/// such tax, so it is always 0.
///
/// # Errors
/// [`UpdateError::TooMuchForOneSum`] if one sum is requested and the turnover so far is not below its limit.
pub fn build_update<'a>(
    books: IncomeTaxBooks<'a>,
    choices: AccountingChoices,
    days: UpdatePeriod,
    expenses: ExpenseDetail,
) -> Result<QuarterlyUpdate<'a>, UpdateError> {
    let income_tax_totals = calculate_totals(books, choices, days.period);
    // The last day of a period belongs to the tax year that it is reported for; the first may be a 1 April.
    let tax_year = TaxYear::containing(days.period.to);
    let mut update = QuarterlyUpdate {
        tax_year: tax_year.to_hmrc(),
        days,
        income: vec![
            build_income_field("turnover", &income_tax_totals.turnover),
            build_income_field("other", &income_tax_totals.other),
            empty_field("taxTakenOffTradingIncome"),
        ],
        expenses: Vec::new(),
        disallowable: Vec::new(),
        left_out: income_tax_totals.excluded.clone(),
    };
    match expenses {
        ExpenseDetail::ByCategory => {
            for (category, cost) in &income_tax_totals.costs {
                let word = category.code();
                update.expenses.push(build_field(word, &cost.expenses));
                if !cost.disallowed.parts.is_empty() {
                    let name = format!("{word}Disallowable");
                    update.disallowable.push(build_field(&name, &cost.disallowed));
                }
            }
            if update.expenses.is_empty() {
                let none = CATEGORIES.iter().map(|it| empty_field(it.category.code()));
                update.expenses.extend(none);
            }
        }
        ExpenseDetail::Consolidated => {
            let below = find_single_expense_limit(tax_year).unwrap_or_default();
            if income_tax_totals.turnover.amount >= below {
                return Err(UpdateError::TooMuchForOneSum { below });
            }
            update.expenses.push(build_consolidated_field(&income_tax_totals));
        }
    }
    Ok(update)
}

fn build_field<'a>(name: &str, figure: &TracedAmount<'a>) -> UpdateField<'a> {
    UpdateField {
        name: name.to_owned(),
        amount: figure.amount,
        held_back: Pence::ZERO,
        parts: figure.parts.clone(),
        confirmed: figure.confirmed,
    }
}

fn build_income_field<'a>(name: &str, figure: &TracedAmount<'a>) -> UpdateField<'a> {
    UpdateField {
        amount: figure.amount.max(Pence::ZERO),
        held_back: figure.amount.min(Pence::ZERO),
        ..build_field(name, figure)
    }
}

/// A field with the amount 0.
fn empty_field<'a>(name: &str) -> UpdateField<'a> {
    UpdateField { confirmed: true, ..build_field(name, &TracedAmount::default()) }
}

/// All allowable expenses as one sum, even if there are no records.
fn build_consolidated_field<'a>(income_tax_totals: &IncomeTaxTotals<'a>) -> UpdateField<'a> {
    let mut sum = TracedAmount::default();
    for left in income_tax_totals.costs.values().map(CategoryTotals::allowed_amount) {
        sum.add_all(&left, left.confirmed);
    }
    match sum.parts.is_empty() {
        true => empty_field("consolidatedExpenses"),
        false => build_field("consolidatedExpenses", &sum),
    }
}

// An update in HMRC's format.

impl QuarterlyUpdate<'_> {
    /// The request body for HMRC: JSON whose amounts are numbers with two decimals. It is written as text, because a
    /// number that passes through a float may change, and the amounts sent must be those that were shown.
    ///
    /// Income and expenses are sent even if they are 0; the object of disallowable expenses is then omitted, because
    /// HMRC refuses empty ones.
    #[must_use]
    pub fn to_json(&self) -> String {
        let period = self.days.period;
        let dates = format!(
            "\"periodDates\":{{\"periodStartDate\":\"{}\",\"periodEndDate\":\"{}\"}}",
            period.from, period.to
        );
        let objects = [
            ("periodIncome", &self.income),
            ("periodExpenses", &self.expenses),
            ("periodDisallowableExpenses", &self.disallowable),
        ];
        let mut text = format!("{{{dates}");
        for (name, fields) in objects.into_iter().filter(|(_, fields)| !fields.is_empty()) {
            // Writing to a string cannot fail.
            let _ = write!(text, ",\"{name}\":{{{}}}", join_fields(fields));
        }
        text.push('}');
        text
    }
}

fn join_fields(fields: &[UpdateField<'_>]) -> String {
    let fields = fields.iter();
    let fields: Vec<String> = fields.map(|it| format!("\"{}\":{}", it.name, it.amount)).collect();
    fields.join(",")
}
