//! A period's sums for Income Tax, which the tax return and the quarterly updates share.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::Period;
use super::books::{
    AccountingBasis, CostedRecord, ExcludedRecord, HomeMonth, Income, IncomeKind, Spending, VehicleCost,
    VehicleMethod, count_spending,
};
use crate::expense::ExpenseCategory;
use crate::money::Pence;
use crate::tax::HomeOfficeRates;
use crate::time::Date;

/// All records of a business: those of the whole tax year, or more.
#[derive(Clone, Copy, Debug)]
pub struct IncomeTaxBooks<'a> {
    /// The income.
    pub income: &'a [Income],
    /// The spending.
    pub spending: &'a [Spending],
    /// The months of working from home for which the flat rate is claimed.
    pub home: &'a [HomeMonth],
    /// The business profiles of one trade, if only their records count: a person has a separate update and separate tax
    /// return pages for each trade (HMRC's `businessId`). `None` means all records. Miles are counted over all of them,
    /// because the limit of 10,000 miles applies to the person.
    pub trade: Option<&'a [String]>,
}

impl IncomeTaxBooks<'_> {
    /// Whether a record of this profile belongs to the trade.
    fn has_profile(&self, profile: Option<&str>) -> bool {
        self.trade.is_none_or(|trade| profile.is_some_and(|id| trade.iter().any(|it| it == id)))
    }
}

/// The choices that a business has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AccountingChoices {
    /// Which day records count on.
    pub basis: AccountingBasis,
    /// How vehicles are claimed.
    pub vehicles: VehicleMethod,
}

/// A record's part of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct AmountPart<'a> {
    /// The record's id.
    pub id: &'a str,
    /// The part; negative if the record reduces the amount.
    pub amount: Pence,
}

/// An amount and the records behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct TracedAmount<'a> {
    /// The sum of the parts.
    pub amount: Pence,
    /// The records, by day.
    pub parts: Vec<AmountPart<'a>>,
    /// Whether all the rules and rates behind it were read in their sources.
    pub confirmed: bool,
}

/// The amounts of an expense category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CategoryTotals<'a> {
    /// All expenses.
    pub expenses: TracedAmount<'a>,
    /// The disallowable part of them.
    pub disallowed: TracedAmount<'a>,
}

/// The amounts of a period for Income Tax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IncomeTaxTotals<'a> {
    /// The turnover, without VAT and before contractors' deductions.
    pub turnover: TracedAmount<'a>,
    /// Other income of the business.
    pub other: TracedAmount<'a>,
    /// The CIS deductions.
    pub cis: TracedAmount<'a>,
    /// The spending, for each category with a record.
    pub costs: BTreeMap<ExpenseCategory, CategoryTotals<'a>>,
    /// The spending on equipment that is used for years, less the private part, if it is not an expense (under
    /// accruals). An Annual Investment Allowance may be claimed for all of it except cars.
    pub allowance: TracedAmount<'a>,
    /// Records that don't count, because a flat rate covers them, because the actual costs are claimed instead of a
    /// flat rate, or because an allowance is claimed.
    pub excluded: Vec<ExcludedRecord<'a>>,
}

impl<'a> TracedAmount<'a> {
    /// Adds a record's part; the records must come by day.
    pub(super) fn add_part(&mut self, id: &'a str, amount: Pence, confirmed: bool) {
        // As long as there is no part, nothing is in doubt.
        self.confirmed = confirmed && (self.confirmed || self.parts.is_empty());
        self.amount += amount;
        self.parts.push(AmountPart { id, amount });
    }

    /// Adds the parts of another amount.
    pub(super) fn add_all(&mut self, other: &Self, confirmed: bool) {
        for part in &other.parts {
            self.add_part(part.id, part.amount, confirmed);
        }
    }

    fn zero() -> Self {
        Self { confirmed: true, ..Self::default() }
    }
}

impl<'a> CategoryTotals<'a> {
    fn zero() -> Self {
        Self { expenses: TracedAmount::zero(), disallowed: TracedAmount::zero() }
    }

    /// The allowable part, record by record; a record of which nothing is left is omitted.
    #[must_use]
    pub fn allowed_amount(&self) -> TracedAmount<'a> {
        // The disallowed parts are in the same order.
        let mut off = self.disallowed.parts.iter().peekable();
        let parts = self.expenses.parts.iter().filter_map(|part| {
            let Some(off) = off.next_if(|it| it.id == part.id) else {
                return Some(*part);
            };
            let amount = part.amount - off.amount;
            (!amount.is_zero()).then_some(AmountPart { amount, ..*part })
        });
        TracedAmount {
            amount: self.expenses.amount - self.disallowed.amount,
            parts: parts.collect(),
            confirmed: self.expenses.confirmed && self.disallowed.confirmed,
        }
    }
}

impl IncomeTaxTotals<'_> {
    /// The sum of all expenses.
    pub fn expenses(&self) -> Pence {
        self.costs.values().map(|it| it.expenses.amount).sum()
    }

    /// The disallowable part of that.
    pub fn disallowed(&self) -> Pence {
        self.costs.values().map(|it| it.disallowed.amount).sum()
    }

    /// The taxable profit: all income less the allowable expenses. A negative amount is a loss.
    pub fn profit(&self) -> Pence {
        self.turnover.amount + self.other.amount - (self.expenses() - self.disallowed())
    }
}

/// The amounts of a period for Income Tax.
///
/// Business entertainment and depreciation are wholly disallowable (SA103F notes), and under the cash basis also
/// irrecoverable debts, which never were income (Income Tax (Trading and Other Income) Act 2005, s. 32A). For
/// everything else the private part is disallowable. Working from home counts as a premises cost, on the first day of
/// each month.
#[must_use]
pub fn calculate_totals<'a>(
    books: IncomeTaxBooks<'a>,
    choices: AccountingChoices,
    period: Period,
) -> IncomeTaxTotals<'a> {
    let basis = choices.basis;
    let [mut turnover, mut other] = [TracedAmount::zero(), TracedAmount::zero()];
    for record in select_income(books, basis, period) {
        let amount = record.signed_amount(record.net);
        match record.kind {
            IncomeKind::Other => other.add_part(&record.id, amount, record.confirmed),
            _ => turnover.add_part(&record.id, amount, record.confirmed),
        }
    }
    let mut counted = count_spending(books.spending, choices.vehicles, basis, period);
    if books.trade.is_some() {
        let is_own = |it: &CostedRecord<'_>| books.has_profile(it.record.profile.as_deref());
        let own = books.spending.iter();
        let own = own.filter(|it| books.has_profile(it.profile.as_deref()));
        let own: HashSet<&str> = own.map(|it| it.id.as_str()).collect();
        counted.records.retain(is_own);
        counted.capital.retain(is_own);
        counted.excluded.retain(|it| own.contains(it.id));
    }
    let mut allowance = TracedAmount::zero();
    for it in &counted.capital {
        // A van qualifies, but a car has another allowance (Capital Allowances Act 2001, s. 38B), and it isn't known
        // which of the two it is.
        let is_sure = it.record.cost == VehicleCost::Ordinary;
        allowance.add_part(&it.record.id, it.net - it.private, is_sure);
    }
    IncomeTaxTotals {
        turnover,
        other,
        cis: sum_deductions(books, period),
        costs: sum_costs(&counted.records, books.home, basis, period),
        allowance,
        excluded: counted.excluded,
    }
}

/// The income that counts in a period, by day and then by id.
fn select_income<'a>(books: IncomeTaxBooks<'a>, basis: AccountingBasis, period: Period) -> Vec<&'a Income> {
    let counted = books.income.iter();
    let counted = counted.filter(|it| it.is_counted(basis) && period.contains(it.date));
    let counted = counted.filter(|it| books.has_profile(it.profile.as_deref()));
    let mut counted: Vec<&'a Income> = counted.collect();
    counted.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    counted
}

/// The CIS deductions in a period. They always count when the payment is made, whatever the basis (docs/rules.md,
/// section 7).
pub(super) fn sum_deductions<'a>(books: IncomeTaxBooks<'a>, period: Period) -> TracedAmount<'a> {
    let mut cis = TracedAmount::zero();
    for record in select_income(books, AccountingBasis::Cash, period) {
        if !record.cis.is_zero() {
            cis.add_part(&record.id, record.signed_amount(record.cis), true);
        }
    }
    cis
}

/// A single cost: its day, id, category, amount and disallowable part, and whether the rates behind both were read in
/// their sources.
struct CostItem<'a> {
    date: Date,
    id: &'a str,
    category: ExpenseCategory,
    amount: Pence,
    disallowed: Pence,
    confirmed: (bool, bool),
}

fn sum_costs<'a>(
    spending: &[CostedRecord<'a>],
    home: &'a [HomeMonth],
    basis: AccountingBasis,
    period: Period,
) -> BTreeMap<ExpenseCategory, CategoryTotals<'a>> {
    let at_home = home.iter().filter_map(build_home_item);
    let at_home = at_home.filter(|it| period.contains(it.date));
    let spent = spending.iter().map(|it| build_cost_item(it, basis));
    let mut items: Vec<CostItem<'a>> = spent.chain(at_home).collect();
    items.sort_by(|a, b| (a.date, a.id).cmp(&(b.date, b.id)));
    let mut costs = BTreeMap::new();
    for item in items {
        let cost: &mut CategoryTotals<'a> = costs.entry(item.category).or_insert_with(CategoryTotals::zero);
        cost.expenses.add_part(item.id, item.amount, item.confirmed.0);
        if !item.disallowed.is_zero() {
            cost.disallowed.add_part(item.id, item.disallowed, item.confirmed.1);
        }
    }
    costs
}

fn build_cost_item<'a>(it: &CostedRecord<'a>, basis: AccountingBasis) -> CostItem<'a> {
    let (disallowed, is_sure) = match it.record.category {
        ExpenseCategory::BusinessEntertainmentCosts | ExpenseCategory::Depreciation => (it.net, true),
        ExpenseCategory::IrrecoverableDebts if basis == AccountingBasis::Cash => (it.net, true),
        _ => (it.private, true),
    };
    let rate = match it.record.cost {
        VehicleCost::Journey { vehicle, .. } => vehicle.find_rate(it.date),
        VehicleCost::Ordinary | VehicleCost::Running => None,
    };
    CostItem {
        date: it.date,
        id: &it.record.id,
        category: it.record.category,
        amount: it.net,
        disallowed,
        confirmed: (rate.is_none_or(|it| it.confirmed), is_sure),
    }
}

fn build_home_item(month: &HomeMonth) -> Option<CostItem<'_>> {
    let date = month.month.first_day();
    let rates = HomeOfficeRates::for_day(date)?;
    let amount = rates.amount(month.hours);
    (!amount.is_zero()).then_some(CostItem {
        date,
        id: &month.id,
        category: ExpenseCategory::PremisesRunningCosts,
        amount,
        disallowed: Pence::ZERO,
        confirmed: (rates.confirmed, true),
    })
}
