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

impl Books<'_> {
    /// Whether a record of this profile belongs to the trade.
    fn has(&self, profile: Option<&str>) -> bool {
        self.trade
            .is_none_or(|trade| profile.is_some_and(|id| trade.iter().any(|it| it == id)))
    }
}

/// The choices that a business has made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choices {
    /// Which day records count on.
    pub basis: Basis,
    /// How vehicles are claimed.
    pub vehicles: Vehicles,
}

/// A record's part of an amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Part<'a> {
    /// The record's id.
    pub id: &'a str,
    /// The part; negative if the record reduces the amount.
    pub amount: Pence,
}

/// An amount and the records behind it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Figure<'a> {
    /// The sum of the parts.
    pub amount: Pence,
    /// The records, by day.
    pub parts: Vec<Part<'a>>,
    /// Whether all the rules and rates behind it were read in their sources.
    pub confirmed: bool,
}

/// The amounts of an expense category.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cost<'a> {
    /// All expenses.
    pub expenses: Figure<'a>,
    /// The disallowable part of them.
    pub disallowed: Figure<'a>,
}

/// The amounts of a period for Income Tax.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures<'a> {
    /// The turnover, without VAT and before contractors' deductions.
    pub turnover: Figure<'a>,
    /// Other income of the business.
    pub other: Figure<'a>,
    /// The CIS deductions.
    pub cis: Figure<'a>,
    /// The spending, for each category with a record.
    pub costs: BTreeMap<Category, Cost<'a>>,
    /// The spending on equipment that is used for years, less the private part, if it is not an expense (under
    /// accruals). An Annual Investment Allowance may be claimed for all of it except cars.
    pub allowance: Figure<'a>,
    /// Records that don't count, because a flat rate covers them, because the actual costs are claimed instead of a
    /// flat rate, or because an allowance is claimed.
    pub left_out: Vec<LeftOut<'a>>,
}

impl<'a> Figure<'a> {
    /// Adds a record's part; the records must come by day.
    pub(super) fn add(&mut self, id: &'a str, amount: Pence, confirmed: bool) {
        // As long as there is no part, nothing is in doubt.
        self.confirmed = confirmed && (self.confirmed || self.parts.is_empty());
        self.amount += amount;
        self.parts.push(Part { id, amount });
    }

    /// Adds the parts of another amount.
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

    /// The allowable part, record by record; a record of which nothing is left is omitted.
    #[must_use]
    pub fn allowed(&self) -> Figure<'a> {
        // The disallowed parts are in the same order.
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
        // A van qualifies, but a car has another allowance (Capital Allowances Act 2001, s. 38B), and it isn't known
        // which of the two it is.
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

/// The income that counts in a period, by day and then by id.
fn of<'a>(books: Books<'a>, basis: Basis, period: Period) -> Vec<&'a Income> {
    let counted = books.income.iter();
    let counted = counted.filter(|it| it.counts(basis) && period.has(it.date));
    let counted = counted.filter(|it| books.has(it.profile.as_deref()));
    let mut counted: Vec<&'a Income> = counted.collect();
    counted.sort_by(|a, b| (a.date, &a.id).cmp(&(b.date, &b.id)));
    counted
}

/// The CIS deductions in a period. They always count when the payment is made, whatever the basis (docs/rules.md,
/// section 7).
pub(super) fn deducted<'a>(books: Books<'a>, period: Period) -> Figure<'a> {
    let mut cis = Figure::none();
    for record in of(books, Basis::Cash, period) {
        if !record.cis.is_zero() {
            cis.add(&record.id, record.signed(record.cis), true);
        }
    }
    cis
}

/// A single cost: its day, id, category, amount and disallowable part, and whether the rates behind both were read in
/// their sources.
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
