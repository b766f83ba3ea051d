//! The VAT return, worked by hand and for all records.

mod bad_debt;
mod boxes;
mod cash;
mod filed;
mod flat;
mod properties;

use super::*;
use crate::document::{Rate, Treatment};
use crate::money::Pence;
use crate::report::Period;
use crate::tax::vat_flat_rate::FlatRateSector;
use crate::time::Date;

fn day(text: &str) -> Date {
    text.parse().unwrap()
}

fn period(from: &str, to: &str) -> Period {
    Period::new(day(from), day(to)).unwrap()
}

/// The quarter to 31 March 2026.
fn first_quarter() -> Period {
    period("2026-01-01", "2026-03-31")
}

/// The quarter to 30 June 2026.
fn second_quarter() -> Period {
    period("2026-04-01", "2026-06-30")
}

fn amount(treatment: Treatment, rate: &str, net: i64, vat: i64) -> VatAmount {
    VatAmount { treatment, rate: Rate(rate.parse().unwrap()), net: Pence(net), vat: Pence(vat) }
}

/// An amount taxed at 20 %.
fn standard(net: i64) -> VatAmount {
    amount(Treatment::Taxable, "20", net, net / 5)
}

fn reverse(net: i64) -> VatAmount {
    amount(Treatment::ReverseCharge, "20", net, net / 5)
}

fn charged_total(amounts: &[VatAmount]) -> Pence {
    let each = amounts.iter().map(|it| match it.treatment {
        Treatment::ReverseCharge => it.net,
        _ => it.net + it.vat,
    });
    each.sum()
}

fn sale(id: &str, issued: &str, amounts: Vec<VatAmount>) -> Sale {
    Sale {
        id: id.into(),
        supplied: Some(day(issued)),
        issued: Some(day(issued)),
        payable: charged_total(&amounts),
        amounts,
        payments: Vec::new(),
        credits: Vec::new(),
        due: None,
        written_off: None,
        dispatched: false,
        voided: false,
    }
}

fn credit(id: &str, issued: &str, amounts: Vec<VatAmount>) -> Credit {
    Credit { id: id.into(), issued: day(issued), payable: charged_total(&amounts), amounts, voided: false }
}

fn paid(id: &str, on: &str, amount: i64) -> VatPayment {
    VatPayment { id: id.into(), date: day(on), amount: Pence(amount) }
}

/// A receipt that was paid on its day.
fn bought(id: &str, on: &str, amounts: Vec<VatAmount>) -> Purchase {
    let payable = charged_total(&amounts);
    Purchase {
        id: id.into(),
        date: day(on),
        kind: PurchaseKind::Home,
        payable,
        amounts,
        payments: vec![paid(&format!("{id}-paid"), on, payable.0)],
        reclaims: true,
        private_vat: Pence::ZERO,
        relevant_goods: Pence::ZERO,
        goods_said: true,
        capital: false,
        voided: false,
    }
}

/// The books of a business, to which each case adds records.
#[derive(Debug)]
struct TestBooks {
    registration: VatRegistration,
    schemes: Vec<Scheme>,
    sales: Vec<Sale>,
    purchases: Vec<Purchase>,
    filed: Vec<FiledVatReturn>,
    moved: std::collections::HashMap<String, Date>,
}

impl TestBooks {
    fn new(cash: bool, flat_rate: Option<FlatRateSector>) -> Self {
        Self {
            registration: VatRegistration {
                number: "GB980780684".into(),
                from: Some(day("2005-01-01")),
                until: None,
            },
            schemes: vec![Scheme { from: day("2005-01-01"), cash, flat_rate }],
            sales: Vec::new(),
            purchases: Vec::new(),
            filed: Vec::new(),
            moved: std::collections::HashMap::new(),
        }
    }

    fn books(&self) -> VatBooks<'_> {
        VatBooks {
            registration: &self.registration,
            stagger: Stagger::March,
            schemes: &self.schemes,
            sales: &self.sales,
            purchases: &self.purchases,
            filed: &self.filed,
            moved: &self.moved,
        }
    }

    fn build_return(&self, period: Period) -> VatReturn {
        build_return(&self.books(), period)
    }

    fn file_return(&mut self, period: Period) {
        let filing = self.build_return(period).to_filed();
        // What is kept of it comes back from a store.
        let stored = serde_json::to_string(&filing).unwrap();
        self.filed.push(serde_json::from_str(&stored).unwrap());
    }
}

/// The amounts filed in boxes 1 to 9, in pence.
fn filed_amounts(made: &VatReturn) -> [i64; 9] {
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map(|number| made.box_amount(number).0)
}

/// The records behind a box.
fn records_behind(made: &VatReturn, number: usize) -> Vec<&str> {
    let entries = made.boxes[number - 1].entries.iter();
    entries.map(|at| made.entries[*at].record.as_str()).collect()
}
