//! The self-employment pages of a tax return, SA103F and SA103S: each box with the records behind it
//! (`tax::Form` has the boxes and what of them was read).

use serde::Serialize;

use super::books::{Basis, LeftOut};
use super::figures::{Books, Choices, Cost, Figure, Figures, Part, deducted, figures};
use super::{Period, UNCHECKED};
use crate::expense::Category;
use crate::money::Pence;
use crate::tax::{ExpenseBox, Form, FormBox, SA103F, SA103S, TaxYear, one_sum_below};

/// A box of the return.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReturnBox<'a> {
    /// Its number.
    #[serde(rename = "box")]
    pub number: u8,
    /// As the form has it; of what is not allowed with the expenses that it is of.
    pub label: String,
    /// What goes in, to the penny: the form takes whole pounds, and leaves it to the person how to round them.
    pub amount: Pence,
    /// The records behind it, by category and day.
    pub parts: Vec<Part<'a>>,
    /// The boxes that it is the sum of, or the difference.
    pub of: Vec<u8>,
    /// Whether the box and what is behind it were read: if not, the screen says 'check with your accountant'.
    pub confirmed: bool,
}

/// Something to know about a return.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub enum ReturnNote {
    /// Refunds came to more than what came in: no return takes a turnover below zero.
    TurnoverBelowZero,
    /// The turnover is too high for the short pages: the full ones are wanted.
    TooMuchForShortPages,
    /// The turnover is low enough for one sum of all expenses in place of each box.
    OneSumWillDo,
    /// A vehicle is among what the allowance is claimed for: a van has it, and a car has not.
    NoAllowanceForCars,
}

impl ReturnNote {
    /// The sentence for the person.
    #[must_use]
    pub const fn sentence(self) -> &'static str {
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
    /// `SA103F` or `SA103S`.
    pub form: &'static str,
    /// `2026/27`.
    pub tax_year: String,
    /// The days that it is of.
    pub period: Period,
    /// When something counts.
    pub basis: Basis,
    /// The boxes, in order of the form.
    pub boxes: Vec<ReturnBox<'a>>,
    /// All income less what is allowed, the same on both forms: what allowances for tools and vans, and losses, are
    /// taken off next.
    pub profit: Pence,
    /// Records that do not count, and why.
    pub left_out: Vec<LeftOut<'a>>,
    /// What to know about it.
    pub notes: Vec<ReturnNote>,
}

impl SelfAssessment<'_> {
    /// What to know of a box, for whoever reads it; none where there is nothing to know. That the turnover is below zero
    /// stands with the turnover, which is the first.
    #[must_use]
    pub fn note(&self, of: &ReturnBox<'_>) -> Option<String> {
        let is_turnover = self.boxes.first().is_some_and(|it| it.number == of.number);
        let below = ReturnNote::TurnoverBelowZero;
        let below = (is_turnover && self.notes.contains(&below)).then(|| below.sentence());
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
    /// A company has none: it pays Corporation Tax.
    #[error(
        "A company has no self-employment pages: its accounts and its Company Tax Return (CT600) are its \
         accountant\u{2019}s."
    )]
    Company,
}

impl ReturnError {
    /// The stable code for a machine.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::UnknownYear => "unknown_year",
            Self::Company => "company",
        }
    }
}

/// Which pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pages {
    /// SA103F.
    Full,
    /// SA103S.
    Short,
}

/// The self-employment pages of a tax year. `period` is the business's own year where it is another one, such as
/// that of a calendar election (to 31 March); otherwise 6 April to 5 April. What contractors deducted goes by the tax
/// year all the same.
///
/// # Errors
/// [`ReturnError::UnknownYear`] before 2024/25.
pub fn self_assessment<'a>(
    books: Books<'a>,
    choices: Choices,
    pages: Pages,
    year: TaxYear,
    period: Option<Period>,
) -> Result<SelfAssessment<'a>, ReturnError> {
    let versions = match pages {
        Pages::Full => &SA103F,
        Pages::Short => &SA103S,
    };
    let form = Form::of(versions, year).ok_or(ReturnError::UnknownYear)?;
    let period = period.unwrap_or_else(|| Period::of_tax_year(year));
    let figures = figures(books, choices, period);
    let whole_year = Period::of_tax_year(year);
    let cis = match period == whole_year {
        true => figures.cis.clone(),
        false => deducted(books, whole_year),
    };
    Ok(SelfAssessment {
        form: form.name,
        tax_year: year.text(),
        period,
        basis: choices.basis,
        boxes: boxes(form, &figures, cis),
        profit: figures.profit(),
        notes: notes(pages, year, &figures),
        left_out: figures.left_out,
    })
}

fn notes(pages: Pages, year: TaxYear, figures: &Figures<'_>) -> Vec<ReturnNote> {
    let turnover = figures.turnover.amount;
    let is_low = one_sum_below(year).is_some_and(|below| turnover < below);
    let notes = [
        (turnover < Pence::ZERO, ReturnNote::TurnoverBelowZero),
        (
            pages == Pages::Short && !is_low,
            ReturnNote::TooMuchForShortPages,
        ),
        (is_low, ReturnNote::OneSumWillDo),
        // Only a vehicle leaves it in doubt.
        (!figures.allowance.confirmed, ReturnNote::NoAllowanceForCars),
    ];
    let held = notes.into_iter().filter(|(holds, _)| *holds);
    held.map(|(_, note)| note).collect()
}

fn boxes<'a>(form: &'static Form, figures: &Figures<'a>, cis: Figure<'a>) -> Vec<ReturnBox<'a>> {
    let mut boxes = vec![
        filled(form.turnover, figures.turnover.clone()),
        filled(form.other, figures.other.clone()),
    ];
    let income = [form.turnover.number, form.other.number];
    let rows = form.expenses.iter();
    let (expenses, disallowable): (Vec<_>, Vec<_>) =
        rows.map(|row| expense_boxes(row, figures)).unzip();
    let disallowable: Vec<ReturnBox<'_>> = disallowable.into_iter().flatten().collect();
    let total = sum(form.total, &expenses);
    let all_disallowable = form.disallowable.map(|it| sum(it, &disallowable));
    let earned = figures.turnover.amount + figures.other.amount;
    let left = earned - total.amount;
    let of = [&income[..], &[form.total.number]].concat();
    // Whatever the sum rests on has to be sound for it.
    let is_sound = boxes.iter().all(is_sound) && total.confirmed;
    boxes.extend(expenses);
    boxes.push(total);
    boxes.extend(disallowable);
    boxes.extend(all_disallowable);
    // On the full form what is not allowed is added back further on.
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
    boxes.push(filled(form.allowance, figures.allowance.clone()));
    boxes.push(filled(form.cis, cis));
    boxes
}

/// An empty box leaves a sum as it is, whatever is known of it.
fn is_sound(it: &ReturnBox<'_>) -> bool {
    it.confirmed || it.amount.is_zero() && it.parts.is_empty()
}

fn filled(form: FormBox, figure: Figure<'_>) -> ReturnBox<'_> {
    ReturnBox {
        number: form.number,
        label: form.label.to_owned(),
        amount: figure.amount,
        parts: figure.parts,
        of: Vec::new(),
        confirmed: form.confirmed && figure.confirmed,
    }
}

fn sum<'a>(form: FormBox, of: &[ReturnBox<'a>]) -> ReturnBox<'a> {
    ReturnBox {
        number: form.number,
        label: form.label.to_owned(),
        amount: of.iter().map(|it| it.amount).sum(),
        parts: Vec::new(),
        of: of.iter().map(|it| it.number).collect(),
        confirmed: form.confirmed && of.iter().all(is_sound),
    }
}

/// A box of expenses and its disallowable counterpart. A form without those takes what is allowed only.
fn expense_boxes<'a>(
    row: &ExpenseBox,
    figures: &Figures<'a>,
) -> (ReturnBox<'a>, Option<ReturnBox<'a>>) {
    let costs = figures.costs.iter();
    let costs: Vec<(&Category, &Cost<'a>)> = costs
        .filter(|(category, _)| row.takes.contains(&category.info().number))
        .collect();
    let is_sure = |category: &Category| !row.unsure.contains(&category.info().number);
    let none = || Figure {
        confirmed: true,
        ..Figure::default()
    };
    let mut expenses = none();
    let Some(form) = row.disallowable else {
        for (category, cost) in costs {
            let left = cost.allowed();
            expenses.join(&left, left.confirmed && is_sure(category));
        }
        return (filled(row.expenses, expenses), None);
    };
    let mut disallowed = none();
    for (category, cost) in costs {
        let is_sound = cost.expenses.confirmed && is_sure(category);
        expenses.join(&cost.expenses, is_sound);
        disallowed.join(&cost.disallowed, cost.disallowed.confirmed);
    }
    let disallowed = ReturnBox {
        label: format!("{}: {}", form.label, row.expenses.label),
        ..filled(form, disallowed)
    };
    (filled(row.expenses, expenses), Some(disallowed))
}

#[cfg(test)]
mod tests;
