//! A period's sums for Income Tax, which the tax return and the quarterly updates share.

use std::collections::{BTreeMap, HashSet};

use serde::Serialize;

use super::Period;
use super::books::{
    Basis, Costed, HomeMonth, Income, IncomeKind, LeftOut, Spending, VehicleCost, Vehicles, counted,
};
use crate::expense::Category;
use crate::money::Pence;
use crate::tax::HomeOfficeRates;
use crate::time::Date;

/// All records of a business: those of the whole tax year, or more.
#[derive(Clone, Copy, Debug)]
pub struct Books<'a> {
    /// What it earned.
    pub income: &'a [Income],
    /// What it spent.
    pub spending: &'a [Spending],
    /// Months of working from home for which the flat rate is claimed.
    pub home: &'a [HomeMonth],
    /// The business profiles of one trade, whose records alone count: a person has one update and one set of pages for each
    /// trade (HMRC's `businessId`). None: all records. Miles count on over all of them, as the rate of the first 10,000 is
    /// one person's.
    pub trade: Option<&'a [String]>,
}

impl Books<'_> {
    /// Whether a record of a profile is of the trade.
    fn has(&self, profile: Option<&str>) -> bool {
        self.trade
            .is_none_or(|trade| profile.is_some_and(|id| trade.iter().any(|it| it == id)))
    }
}

/// What a business chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// When something counts.
    pub basis: Basis,
    /// How its vehicles count.
    pub vehicles: Vehicles,
}

/// A record's part of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part<'a> {
    /// The record.
    pub id: &'a str,
    /// What it adds; below zero where it takes off.
    pub amount: Pence,
}

/// A figure and the records behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figure<'a> {
    /// The sum of its parts.
    pub amount: Pence,
    /// The records, by day.
    pub parts: Vec<Part<'a>>,
    /// Whether the rules and rates behind it were all read where they are made.
    pub confirmed: bool,
}

/// The figures of a category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost<'a> {
    /// All of it.
    pub expenses: Figure<'a>,
    /// What of it is not allowed.
    pub disallowed: Figure<'a>,
}

/// What a period comes to for Income Tax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures<'a> {
    /// What was earned, without VAT and before what contractors deducted.
    pub turnover: Figure<'a>,
    /// Other income of the business.
    pub other: Figure<'a>,
    /// What contractors deducted.
    pub cis: Figure<'a>,
    /// What was spent, of each category of which there is a record.
    pub costs: BTreeMap<Category, Cost<'a>>,
    /// What was spent on equipment that is kept for years, less what of it is private, where that is no expense: by invoices
    /// (accruals). An Annual Investment Allowance may be claimed of all of it, but of no car.
    pub allowance: Figure<'a>,
    /// Records that do not count, because a flat rate stands for them or the other way about, or an allowance does.
    pub left_out: Vec<LeftOut<'a>>,
}

impl<'a> Figure<'a> {
    /// The sum of parts that come by day.
    pub(super) fn add(&mut self, id: &'a str, amount: Pence, confirmed: bool) {
        // Without a part nothing of it is in doubt.
        self.confirmed = confirmed && (self.confirmed || self.parts.is_empty());
        self.amount += amount;
        self.parts.push(Part { id, amount });
    }

    /// The parts of another one.
    pub(super) fn join(&mut self, other: &Self, confirmed: bool) {
        for part in &other.parts {
            self.add(part.id, part.amount, confirmed);
        }
    }

    fn none() -> Self {
        Self {
            confirmed: true,
            ..Self::default()
        }
    }
}

impl<'a> Cost<'a> {
    fn none() -> Self {
        Self {
            expenses: Figure::none(),
            disallowed: Figure::none(),
        }
    }

    /// What is left where what is not allowed is taken off, record by record; a record of which nothing is left
    /// falls away.
    #[must_use]
    pub fn allowed(&self) -> Figure<'a> {
        // What is not allowed stands in the same order.
        let mut off = self.disallowed.parts.iter().peekable();
        let parts = self.expenses.parts.iter().filter_map(|part| {
            let Some(off) = off.next_if(|it| it.id == part.id) else {
                return Some(*part);
            };
            let amount = part.amount - off.amount;
            (!amount.is_zero()).then_some(Part { amount, ..*part })
        });
        Figure {
            amount: self.expenses.amount - self.disallowed.amount,
            parts: parts.collect(),
            confirmed: self.expenses.confirmed && self.disallowed.confirmed,
        }
    }
}

impl Figures<'_> {
    /// All that was spent.
    pub fn expenses(&self) -> Pence {
        self.costs.values().map(|it| it.expenses.amount).sum()
    }

    /// What of that is not allowed.
    pub fn disallowed(&self) -> Pence {
        self.costs.values().map(|it| it.disallowed.amount).sum()
    }

    /// What is left for tax: all income less what is allowed. Below zero is a loss.
    pub fn profit(&self) -> Pence {
        self.turnover.amount + self.other.amount - (self.expenses() - self.disallowed())
    }
}

/// What a period comes to.
///
/// Wholly disallowed are business entertainment and depreciation (SA103F notes), and under the cash basis debts
/// that nobody will pay: they never were income (Income Tax (Trading and Other Income) Act 2005, s. 32A). Of everything else the private part
/// is. Working from home counts among the costs of premises, on the first day of each month.
#[must_use]
pub fn figures<'a>(books: Books<'a>, choices: Choices, period: Period) -> Figures<'a> {
    let basis = choices.basis;
    let [mut turnover, mut other] = [Figure::none(), Figure::none()];
    for record in of(books, basis, period) {
        let amount = record.signed(record.net);
        match record.kind {
            IncomeKind::Other => other.add(&record.id, amount, record.confirmed),
            _ => turnover.add(&record.id, amount, record.confirmed),
        }
    }
    let mut counted = counted(books.spending, choices.vehicles, basis, period);
    if books.trade.is_some() {
        let is_own = |it: &Costed<'_>| books.has(it.record.profile.as_deref());
        let own = books.spending.iter();
        let own = own.filter(|it| books.has(it.profile.as_deref()));
        let own: HashSet<&str> = own.map(|it| it.id.as_str()).collect();
        counted.records.retain(is_own);
        counted.capital.retain(is_own);
        counted.left_out.retain(|it| own.contains(it.id));
    }
    let mut allowance = Figure::none();
    for it in &counted.capital {
        // A van has it, and a car has another allowance (Capital Allowances Act 2001, s. 38B): nobody said which it is.
        let is_sure = it.record.cost == VehicleCost::Ordinary;
        allowance.add(&it.record.id, it.net - it.private, is_sure);
    }
    Figures {
        turnover,
        other,
        cis: deducted(books, period),
        costs: costs(&counted.records, books.home, basis, period),
        allowance,
        left_out: counted.left_out,
    }
}

/// The income that counts in a period, by day and then id.
fn of<'a>(books: Books<'a>, basis: Basis, period: Period) -> Vec<&'a Income> {
    let counted = books.income.iter();
    let counted = counted.filter(|it| it.counts(basis) && period.has(it.date));
    let counted = counted.filter(|it| books.has(it.profile.as_deref()));
    let mut counted: Vec<&'a Income> = counted.collect();
    counted.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    counted
}

/// What contractors deducted in a period: a matter of payments, whatever the way of counting (docs/rules.md, section
/// 7).
pub(super) fn deducted<'a>(books: Books<'a>, period: Period) -> Figure<'a> {
    let mut cis = Figure::none();
    for record in of(books, Basis::Cash, period) {
        if !record.cis.is_zero() {
            cis.add(&record.id, record.signed(record.cis), true);
        }
    }
    cis
}

/// What is one cost: its day, its id, its category, all of it, what is disallowed, and whether the rates behind
/// it and what is disallowed were read.
struct Item<'a> {
    date: Date,
    id: &'a str,
    category: Category,
    amount: Pence,
    disallowed: Pence,
    confirmed: (bool, bool),
}

fn costs<'a>(
    spending: &[Costed<'a>],
    home: &'a [HomeMonth],
    basis: Basis,
    period: Period,
) -> BTreeMap<Category, Cost<'a>> {
    let at_home = home.iter().filter_map(at_home);
    let at_home = at_home.filter(|it| period.has(it.date));
    let spent = spending.iter().map(|it| item(it, basis));
    let mut items: Vec<Item<'a>> = spent.chain(at_home).collect();
    items.sort_by(|a, b| (a.date, a.id).cmp(&(b.date, b.id)));
    let mut costs = BTreeMap::new();
    for item in items {
        let cost: &mut Cost<'a> = costs.entry(item.category).or_insert_with(Cost::none);
        cost.expenses.add(item.id, item.amount, item.confirmed.0);
        if !item.disallowed.is_zero() {
            cost.disallowed
                .add(item.id, item.disallowed, item.confirmed.1);
        }
    }
    costs
}

fn item<'a>(it: &Costed<'a>, basis: Basis) -> Item<'a> {
    let (disallowed, is_sure) = match it.record.category {
        Category::BusinessEntertainmentCosts | Category::Depreciation => (it.net, true),
        Category::IrrecoverableDebts if basis == Basis::Cash => (it.net, true),
        _ => (it.private, true),
    };
    let rate = match it.record.cost {
        VehicleCost::Journey { vehicle, .. } => vehicle.rate_on(it.date),
        VehicleCost::Ordinary | VehicleCost::Running => None,
    };
    Item {
        date: it.date,
        id: &it.record.id,
        category: it.record.category,
        amount: it.net,
        disallowed,
        confirmed: (rate.is_none_or(|it| it.confirmed), is_sure),
    }
}

fn at_home(month: &HomeMonth) -> Option<Item<'_>> {
    let date = month.month.first();
    let rates = HomeOfficeRates::on(date)?;
    let amount = rates.amount(month.hours);
    (!amount.is_zero()).then_some(Item {
        date,
        id: &month.id,
        category: Category::PremisesRunningCosts,
        amount,
        disallowed: Pence::ZERO,
        confirmed: (rates.confirmed, true),
    })
}
