//! Generated documents for the property tests.

use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::{
    Choice, ConfirmationStatus, CostType, DepositType, DiscountType, Document, LabourUnit, Line, Payment,
    Section, Treatment, Vat,
};
use plumbline_core::money::number::Number;
use proptest::prelude::*;
use rust_decimal::Decimal;

fn number(range: std::ops::RangeInclusive<i64>, decimals: u32) -> impl Strategy<Value = Number> {
    (range, 0..=decimals).prop_map(|(value, scale)| Number::Value(Decimal::new(value, scale)))
}

fn treatment() -> impl Strategy<Value = Treatment> {
    prop::sample::select(vec![
        Treatment::Taxable,
        Treatment::ReverseCharge,
        Treatment::Exempt,
        Treatment::OutsideScope,
    ])
}

fn vat() -> impl Strategy<Value = Option<Vat>> {
    prop::option::of((treatment(), rate()).prop_map(|(treatment, rate)| Vat { treatment, rate }))
}

fn rate() -> impl Strategy<Value = Number> {
    prop::sample::select(vec!["20", "5", "0", "17.5", "12.34", "100", ""]).prop_map(Number::from)
}

prop_compose! {
    pub fn line()(
        id in "[a-z]{0,3}",
        quantity in number(0..=50_000, 4),
        price in number(-20_000..=500_000, 4),
        include_labour: bool,
        labour_hours in number(0..=4_000, 2),
        labour_rate in number(0..=9_000, 2),
        vat in vat(),
        (optional, selected, is_labour) in any::<(bool, bool, bool)>(),
        choice in prop::option::weighted(0.3, "[ab]"),
        section in prop::option::weighted(0.6, "[kb]"),
        cost in prop::option::weighted(0.3, number(0..=400_000, 4)),
    ) -> Line {
        let cost_type = if is_labour { CostType::Labour } else { CostType::Materials };
        Line {
            id, quantity, price, include_labour, labour_hours, labour_rate, vat, optional, selected, cost_type,
            labour_unit_type: is_labour.then_some(LabourUnit::Days),
            name: "A line".into(),
            choice, section, cost,
            description: String::new(),
        }
    }
}

prop_compose! {
    pub fn payment()(
        id in "[a-z]{1,3}",
        date in "2026-0[1-9]-[12][0-9]",
        amount in number(-50_000..=50_000, 2),
        is_pending: bool,
    ) -> Payment {
        let confirmation_status =
            if is_pending { ConfirmationStatus::Pending } else { ConfirmationStatus::Confirmed };
        Payment { id, date, amount, confirmation_status, ..Payment::default() }
    }
}

prop_compose! {
    pub fn document()(
        items in prop::collection::vec(line(), 0..9),
        payments in prop::collection::vec(payment(), 0..4),
        labour_hours in number(0..=8_000, 2),
        labour_rate in number(0..=9_900, 2),
        discount in number(0..=30_000, 2),
        deposit in number(0..=200_000, 2),
        tax in rate(),
        cis_rate in prop::option::of(prop::sample::select(vec!["0", "20", "30"]).prop_map(Number::from)),
        switches in any::<[bool; 6]>(),
        vat_treatment in treatment(),
        choices in 0..3_usize,
        chosen_choice in prop::option::of("[ab]"),
        sections in 0..3_usize,
    ) -> Document {
        let choices = ["a", "b"][..choices]
            .iter()
            .map(|id| Choice { id: (*id).into(), name: format!("Choice {id}") })
            .collect();
        let sections = ["k", "b"][..sections]
            .iter()
            .map(|id| Section { id: (*id).into(), name: format!("Section {id}") })
            .collect();
        Document {
            sections,
            choices, chosen_choice, vat_treatment, items, payments, labour_hours, labour_rate, discount, deposit, tax, cis_rate,
            include_labour: switches[0],
            include_discount: switches[1],
            discount_type: if switches[2] { DiscountType::Other } else { DiscountType::Percentage },
            include_deposit: switches[3],
            deposit_type: if switches[4] { DepositType::Fixed } else { DepositType::Percentage },
            prices_include_vat: switches[5],
            ..Document::default()
        }
    }
}

/// A document with its totals; those with a negative subtotal are left out.
pub fn calculated() -> impl Strategy<Value = (Document, Totals)> {
    document().prop_filter_map("a subtotal below nothing", |document| {
        calculate(&document).ok().map(|totals| (document, totals))
    })
}
