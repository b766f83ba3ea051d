//! The self-employment pages of a tax return, SA103F and SA103S: each box with the records behind it
//! (`tax::TaxForm` has the boxes and what of them was read).

use serde::Serialize;

use super::books::{AccountingBasis, ExcludedRecord};
use super::totals::{
    AccountingChoices, AmountPart, CategoryTotals, IncomeTaxBooks, IncomeTaxTotals, TracedAmount,
    calculate_totals, sum_deductions,
};
use super::{Period, UNCHECKED};
use crate::expense::ExpenseCategory;
use crate::money::Pence;
use crate::tax::{ExpenseBox, FormBox, SA103F, SA103S, TaxForm, TaxYear, find_single_expense_limit};

/// A box of the tax return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReturnBox<'a> {
    /// The number of the box.
    #[serde(rename = "box")]
    pub number: u8,
    /// The label on the form; for a disallowable part, with the expenses that it belongs to.
    pub label: String,
    /// The amount, to the penny: the form takes whole pounds, and leaves the rounding to the taxpayer.
    pub amount: Pence,
    /// The records behind it, by category and day.
    pub parts: Vec<AmountPart<'a>>,
    /// The boxes of which it is the sum or the difference.
    pub of: Vec<u8>,
    /// Whether the box and everything behind it were read in their sources; if not, the screen shows 'check with your
    /// accountant'.
    pub confirmed: bool,
}

/// A note about a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ReturnNote {
    /// Refunds were higher than payments, but a return doesn't accept a negative turnover.
    TurnoverBelowZero,
    /// The turnover is too high for the short pages: the full ones are needed.
    TooMuchForShortPages,
    /// The turnover is low enough to report one sum of all expenses instead of each box.
    OneSumWillDo,
    /// The allowance includes a vehicle: a van qualifies, but a car doesn't.
    NoAllowanceForCars,
}

impl ReturnNote {
    /// The sentence for the user.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::TurnoverBelowZero => {
                "You refunded more than came in, and HMRC doesn’t accept a negative turnover. Please ask your \
                 accountant."
            }
            Self::TooMuchForShortPages => {
                "Your turnover is too high for the short pages: please use the full ones."
            }
            Self::OneSumWillDo => "Your turnover is low enough to give all expenses as one total.",
            Self::NoAllowanceForCars => {
                "The Annual Investment Allowance includes a vehicle. A van qualifies, a car doesn’t: take a car out \
                 of that box, and ask your accountant about the allowance for cars."
            }
        }
    }
}

/// The boxes of a form for a tax year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct SelfAssessment<'a> {
    /// The form: `SA103F` or `SA103S`.
    pub form: &'static str,
    /// The tax year: `2026/27`.
    pub tax_year: String,
    /// The period that it covers.
    pub period: Period,
    /// Which day records count on.
    pub basis: AccountingBasis,
    /// The boxes, in the order of the form.
    pub boxes: Vec<ReturnBox<'a>>,
    /// All income less allowable expenses, the same on both forms: the amount from which capital allowances and losses
    /// are deducted next.
    pub profit: Pence,
    /// Records that don't count, with the reason.
    pub left_out: Vec<ExcludedRecord<'a>>,
    /// Notes for the user.
    pub notes: Vec<ReturnNote>,
}

impl SelfAssessment<'_> {
    /// The note about a box; `None` if there is nothing to note. The note about a negative turnover belongs to the
    /// turnover, which is the first box.
    #[must_use]
    pub fn note(&self, of: &ReturnBox<'_>) -> Option<String> {
        let is_turnover = self.boxes.first().is_some_and(|it| it.number == of.number);
        let below = ReturnNote::TurnoverBelowZero;
        let below = (is_turnover && self.notes.contains(&below)).then(|| below.text());
        let unchecked = (!of.confirmed).then_some(UNCHECKED);
        let notes: Vec<&str> = below.into_iter().chain(unchecked).collect();
        (!notes.is_empty()).then(|| notes.join(" "))
    }
}

/// Why there are no boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReturnError {
    /// The boxes of that tax year are not in the table.
    #[error("We only know the tax return’s boxes from 2024/25.")]
    UnknownYear,
    /// It is a company, which pays Corporation Tax.
    #[error(
        "A company has no self-employment pages: its accounts and its Company Tax Return (CT600) are its \
         accountant\u{2019}s."
    )]
    Company,
}

impl ReturnError {
    /// The stable code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnknownYear => "unknown_year",
            Self::Company => "company",
        }
    }
}

/// Which pages of the tax return.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FormPages {
    /// The full pages, SA103F.
    Full,
    /// The short pages, SA103S.
    Short,
}

/// The self-employment pages of a tax year. `period` is the business's own year if it differs, such as with a calendar
/// election (to 31 March); otherwise it is 6 April to 5 April. CIS deductions always follow the tax year.
///
/// # Errors
/// [`ReturnError::UnknownYear`] before 2024/25.
pub fn build_self_assessment<'a>(
    books: IncomeTaxBooks<'a>,
    choices: AccountingChoices,
    pages: FormPages,
    year: TaxYear,
    period: Option<Period>,
) -> Result<SelfAssessment<'a>, ReturnError> {
    let versions = match pages {
        FormPages::Full => &SA103F,
        FormPages::Short => &SA103S,
    };
    let form = TaxForm::for_year(versions, year).ok_or(ReturnError::UnknownYear)?;
    let period = period.unwrap_or_else(|| Period::for_tax_year(year));
    let income_tax_totals = calculate_totals(books, choices, period);
    let whole_year = Period::for_tax_year(year);
    let cis = match period == whole_year {
        true => income_tax_totals.cis.clone(),
        false => sum_deductions(books, whole_year),
    };
    Ok(SelfAssessment {
        form: form.name,
        tax_year: year.label(),
        period,
        basis: choices.basis,
        boxes: build_boxes(form, &income_tax_totals, cis),
        profit: income_tax_totals.profit(),
        notes: build_notes(pages, year, &income_tax_totals),
        left_out: income_tax_totals.excluded,
    })
}

fn build_notes(pages: FormPages, year: TaxYear, income_tax_totals: &IncomeTaxTotals<'_>) -> Vec<ReturnNote> {
    let turnover = income_tax_totals.turnover.amount;
    let is_low = find_single_expense_limit(year).is_some_and(|below| turnover < below);
    let notes = [
        (turnover < Pence::ZERO, ReturnNote::TurnoverBelowZero),
        (pages == FormPages::Short && !is_low, ReturnNote::TooMuchForShortPages),
        (is_low, ReturnNote::OneSumWillDo),
        // The allowance is in doubt only if it includes a vehicle.
        (!income_tax_totals.allowance.confirmed, ReturnNote::NoAllowanceForCars),
    ];
    let cached = notes.into_iter().filter(|(holds, _)| *holds);
    cached.map(|(_, note)| note).collect()
}

fn build_boxes<'a>(
    form: &'static TaxForm,
    income_tax_totals: &IncomeTaxTotals<'a>,
    cis: TracedAmount<'a>,
) -> Vec<ReturnBox<'a>> {
    let mut boxes = vec![
        build_filled_box(form.turnover, income_tax_totals.turnover.clone()),
        build_filled_box(form.other, income_tax_totals.other.clone()),
    ];
    let income = [form.turnover.number, form.other.number];
    let rows = form.expenses.iter();
    let (expenses, disallowable): (Vec<_>, Vec<_>) =
        rows.map(|row| build_expense_boxes(row, income_tax_totals)).unzip();
    let disallowable: Vec<ReturnBox<'_>> = disallowable.into_iter().flatten().collect();
    let total = build_sum_box(form.total, &expenses);
    let all_disallowable = form.disallowable.map(|it| build_sum_box(it, &disallowable));
    let earned = income_tax_totals.turnover.amount + income_tax_totals.other.amount;
    let left = earned - total.amount;
    let of = [&income[..], &[form.total.number]].concat();
    // The sum is confirmed only if everything in it is.
    let is_sound = boxes.iter().all(is_confirmed) && total.confirmed;
    boxes.extend(expenses);
    boxes.push(total);
    boxes.extend(disallowable);
    boxes.extend(all_disallowable);
    // The full form adds disallowable expenses back later.
    let (result, amount) = match left < Pence::ZERO {
        true => (form.loss, -left),
        false => (form.profit, left),
    };
    boxes.push(ReturnBox {
        number: result.number,
        label: result.label.to_owned(),
        amount,
        parts: Vec::new(),
        of,
        confirmed: result.confirmed && is_sound,
    });
    boxes.push(build_filled_box(form.allowance, income_tax_totals.allowance.clone()));
    boxes.push(build_filled_box(form.cis, cis));
    boxes
}

/// Whether a box is confirmed; an empty box adds nothing to a sum, so it doesn't matter.
fn is_confirmed(it: &ReturnBox<'_>) -> bool {
    it.confirmed || it.amount.is_zero() && it.parts.is_empty()
}

fn build_filled_box(form: FormBox, figure: TracedAmount<'_>) -> ReturnBox<'_> {
    ReturnBox {
        number: form.number,
        label: form.label.to_owned(),
        amount: figure.amount,
        parts: figure.parts,
        of: Vec::new(),
        confirmed: form.confirmed && figure.confirmed,
    }
}

fn build_sum_box<'a>(form: FormBox, of: &[ReturnBox<'a>]) -> ReturnBox<'a> {
    ReturnBox {
        number: form.number,
        label: form.label.to_owned(),
        amount: of.iter().map(|it| it.amount).sum(),
        parts: Vec::new(),
        of: of.iter().map(|it| it.number).collect(),
        confirmed: form.confirmed && of.iter().all(is_confirmed),
    }
}

/// The box for expenses and the box for their disallowable part. A form without the latter takes only allowable
/// expenses.
fn build_expense_boxes<'a>(
    row: &ExpenseBox,
    income_tax_totals: &IncomeTaxTotals<'a>,
) -> (ReturnBox<'a>, Option<ReturnBox<'a>>) {
    let costs = income_tax_totals.costs.iter();
    let costs: Vec<(&ExpenseCategory, &CategoryTotals<'a>)> =
        costs.filter(|(category, _)| row.categories.contains(&category.info().number)).collect();
    let is_sure = |category: &ExpenseCategory| !row.uncertain_categories.contains(&category.info().number);
    let none = || TracedAmount { confirmed: true, ..TracedAmount::default() };
    let mut expenses = none();
    let Some(form) = row.disallowable else {
        for (category, cost) in costs {
            let left = cost.allowed_amount();
            expenses.add_all(&left, left.confirmed && is_sure(category));
        }
        return (build_filled_box(row.expenses, expenses), None);
    };
    let mut disallowed = none();
    for (category, cost) in costs {
        let is_sound = cost.expenses.confirmed && is_sure(category);
        expenses.add_all(&cost.expenses, is_sound);
        disallowed.add_all(&cost.disallowed, cost.disallowed.confirmed);
    }
    let disallowed = ReturnBox {
        label: format!("{}: {}", form.label, row.expenses.label),
        ..build_filled_box(form, disallowed)
    };
    (build_filled_box(row.expenses, expenses), Some(disallowed))
}

#[cfg(test)]
mod tests;
