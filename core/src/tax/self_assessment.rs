//! The boxes of the self-employment pages of a tax return: SA103F (full) and SA103S (short).
//!
//! Sources: forms SA103F and SA103S with their notes. Boxes 16, 22 to 46 and 48 of the full form, and boxes 21 and 22
//! of the short one, were read in hmrc/income-tax-mtd-changelog (sa103f_mapping_v3). Two things are from memory: box 23
//! of the short form, and which of its boxes takes an amount that has no box of its own there. They are marked as
//! unconfirmed or uncertain, and the screen recommends asking an accountant.

use super::TaxYear;
use crate::money::Pence;

/// A box of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormBox {
    /// The number of the box.
    pub number: u8,
    /// The label on the form.
    pub label: &'static str,
    /// Whether the number and the label were read in a source; false if they are from memory.
    pub confirmed: bool,
}

/// A row of the expenses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ExpenseBox {
    /// The box for the expenses.
    pub expenses: FormBox,
    /// The box for the disallowable part; `None` on the short form, which takes only allowable expenses.
    pub disallowable: Option<FormBox>,
    /// The categories of expense that belong here, each by the number of its box on SA103F (`expense::CATEGORIES`).
    pub categories: &'static [u8],
    /// The ones among `categories` of which only memory says that they belong here.
    pub uncertain_categories: &'static [u8],
}

/// A version of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TaxForm {
    /// The name of the form: `SA103F`.
    pub name: &'static str,
    /// The first day on which this version applies, `YYYY-MM-DD`; always a 6 April.
    pub from: &'static str,
    /// The box for the turnover.
    pub turnover: FormBox,
    /// The box for other income of the business.
    pub other: FormBox,
    /// The rows of the expenses, in the order of the form.
    pub expenses: &'static [ExpenseBox],
    /// The box for the total of the expenses.
    pub total: FormBox,
    /// The box for the total of the disallowable expenses; `None` on the short form.
    pub disallowable: Option<FormBox>,
    /// The box for a profit: income less expenses, if that is not negative.
    pub profit: FormBox,
    /// The box for a loss: expenses less income, if that is above 0.
    pub loss: FormBox,
    /// The box for the Annual Investment Allowance, for equipment that is not an expense.
    pub allowance: FormBox,
    /// The box for the CIS deductions.
    pub cis: FormBox,
}

const fn confirmed_box(number: u8, label: &'static str) -> FormBox {
    FormBox { number, label, confirmed: true }
}

const fn unconfirmed_box(number: u8, label: &'static str) -> FormBox {
    FormBox { number, label, confirmed: false }
}

/// A row of the full form. The number of its box for the disallowable part is 15 higher.
const fn full_form_row(expenses: FormBox, categories: &'static [u8]) -> ExpenseBox {
    ExpenseBox {
        disallowable: Some(confirmed_box(expenses.number + 15, "Disallowable")),
        expenses,
        categories,
        uncertain_categories: &[],
    }
}

const fn short_form_row(
    expenses: FormBox,
    categories: &'static [u8],
    uncertain_categories: &'static [u8],
) -> ExpenseBox {
    ExpenseBox { expenses, disallowable: None, categories, uncertain_categories }
}

/// The versions of the full form, latest first.
pub const SA103F: [TaxForm; 1] = [TaxForm {
    name: "SA103F",
    from: "2024-04-06",
    turnover: confirmed_box(15, "Your turnover"),
    other: confirmed_box(16, "Any other business income not included in box 15"),
    expenses: &[
        full_form_row(confirmed_box(17, "Cost of goods bought for resale or goods used"), &[17]),
        full_form_row(confirmed_box(18, "Construction industry – payments to subcontractors"), &[18]),
        full_form_row(confirmed_box(19, "Wages, salaries and other staff costs"), &[19]),
        full_form_row(confirmed_box(20, "Car, van and travel expenses"), &[20]),
        full_form_row(confirmed_box(21, "Rent, rates, power and insurance costs"), &[21]),
        full_form_row(confirmed_box(22, "Repairs and maintenance of property and equipment"), &[22]),
        full_form_row(confirmed_box(23, "Phone, fax, stationery and other office costs"), &[23]),
        full_form_row(confirmed_box(24, "Advertising and business entertainment costs"), &[24]),
        full_form_row(confirmed_box(25, "Interest on bank and other loans"), &[25]),
        full_form_row(confirmed_box(26, "Bank, credit card and other financial charges"), &[26]),
        full_form_row(confirmed_box(27, "Irrecoverable debts written off"), &[27]),
        full_form_row(confirmed_box(28, "Accountancy, legal and other professional fees"), &[28]),
        full_form_row(confirmed_box(29, "Depreciation and loss or profit on sale of assets"), &[29]),
        full_form_row(confirmed_box(30, "Other business expenses"), &[30]),
    ],
    total: confirmed_box(31, "Total expenses"),
    disallowable: Some(confirmed_box(46, "Total disallowable expenses")),
    profit: confirmed_box(47, "Net profit"),
    loss: confirmed_box(48, "Net loss"),
    allowance: confirmed_box(49, "Annual Investment Allowance"),
    cis: confirmed_box(81, "Deductions on payment and deduction statements from contractors"),
}];

/// The versions of the short form, latest first. Depreciation, which is never allowable, has no box there.
pub const SA103S: [TaxForm; 1] = [TaxForm {
    name: "SA103S",
    from: "2024-04-06",
    turnover: confirmed_box(9, "Your turnover"),
    other: confirmed_box(10, "Any other business income not included in box 9"),
    expenses: &[
        short_form_row(confirmed_box(11, "Costs of goods bought for resale or goods used"), &[17], &[]),
        short_form_row(confirmed_box(12, "Car, van and travel expenses"), &[20], &[]),
        // From memory: the notes of the form say that the cost of subcontracted labour belongs in this box.
        short_form_row(confirmed_box(13, "Wages, salaries and other staff costs"), &[19, 18], &[18]),
        short_form_row(confirmed_box(14, "Rent, rates, power and insurance costs"), &[21], &[]),
        short_form_row(confirmed_box(15, "Repairs and maintenance of property and equipment"), &[22], &[]),
        short_form_row(confirmed_box(16, "Accountancy, legal and other professional fees"), &[28], &[]),
        short_form_row(
            confirmed_box(17, "Interest and bank and credit card financial charges"),
            &[25, 26],
            &[],
        ),
        short_form_row(confirmed_box(18, "Phone, fax, stationery and other office costs"), &[23], &[]),
        short_form_row(confirmed_box(19, "Other allowable business expenses"), &[30, 24, 27], &[24, 27]),
    ],
    total: confirmed_box(20, "Total allowable expenses"),
    disallowable: None,
    profit: confirmed_box(21, "Net profit"),
    loss: confirmed_box(22, "Net loss"),
    allowance: unconfirmed_box(23, "Annual Investment Allowance"),
    cis: confirmed_box(38, "Deductions on payment and deduction statements from contractors"),
}];

/// The first day of the first tax year in which the cash basis is the default (Finance Act 2024; gov.uk, 'Cash basis').
pub const CASH_BASIS_FROM: &str = "2024-04-06";

/// The turnover of a tax year below which its expenses may be reported as one sum, and the short form may be used, with
/// the first day on which each value applies; latest first.
pub const SINGLE_EXPENSE_LIMITS: [(&str, Pence); 1] = [("2024-04-06", Pence(9_000_000))];

impl TaxForm {
    /// The version of the form for a tax year; `None` before the first known one.
    #[must_use]
    pub fn for_year(versions: &'static [Self], year: TaxYear) -> Option<&'static Self> {
        let begins = year.first_day().to_string();
        versions.iter().find(|form| *form.from <= *begins)
    }
}

/// The turnover below which the expenses of a tax year may be reported as one sum; `None` before the first known value.
#[must_use]
pub fn find_single_expense_limit(year: TaxYear) -> Option<Pence> {
    let begins = year.first_day().to_string();
    let row = SINGLE_EXPENSE_LIMITS.iter().find(|(from, _)| **from <= *begins);
    row.map(|(_, limit)| *limit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(form: &TaxForm) -> Vec<u8> {
        form.expenses.iter().map(|it| it.expenses.number).collect()
    }

    #[test]
    fn the_boxes_are_in_the_order_of_the_form() {
        let (full, short) = (&SA103F[0], &SA103S[0]);
        assert_eq!(numbers(full), (17..=30).collect::<Vec<u8>>());
        assert_eq!(numbers(short), (11..=19).collect::<Vec<u8>>());
        let disallowable = full.expenses.iter().filter_map(|it| it.disallowable);
        let disallowable: Vec<u8> = disallowable.map(|it| it.number).collect();
        assert_eq!(disallowable, (32..=45).collect::<Vec<u8>>());
        // Each category has one box on the short form, except depreciation, which is never allowable.
        let mut categories: Vec<u8> = short.expenses.iter().flat_map(|it| it.categories.to_vec()).collect();
        categories.sort_unstable();
        assert_eq!(categories, (17..=30).filter(|it| *it != 29).collect::<Vec<u8>>());
        for row in short.expenses {
            assert!(row.uncertain_categories.iter().all(|it| row.categories.contains(it)));
        }
    }

    #[test]
    fn marks_only_boxes_read_in_the_source_as_confirmed() {
        let form = &SA103F[0];
        assert!(form.expenses.iter().all(|it| it.expenses.confirmed));
        assert!(form.expenses.iter().filter_map(|it| it.disallowable).all(|it| it.confirmed));
        let others = [form.turnover, form.other, form.total, form.profit, form.loss, form.cis];
        let confirmed = others.map(|it| (it.number, it.confirmed));
        let expected = [(15, true), (16, true), (31, true), (47, true), (48, true), (81, true)];
        assert_eq!(confirmed, expected);
        let short = &SA103S[0];
        assert!(short.expenses.iter().all(|it| it.expenses.confirmed));
        assert!(short.profit.confirmed && short.loss.confirmed && !short.allowance.confirmed);
    }

    #[test]
    fn a_version_of_a_form_applies_to_whole_tax_years() {
        let year = |day: &str| TaxYear::containing(day.parse().unwrap());
        assert!(TaxForm::for_year(&SA103F, year("2024-04-05")).is_none());
        assert_eq!(TaxForm::for_year(&SA103F, year("2024-04-06")), Some(&SA103F[0]));
        assert_eq!(find_single_expense_limit(year("2024-04-05")), None);
        assert_eq!(find_single_expense_limit(year("2027-01-01")), Some(Pence(9_000_000)));
    }
}
