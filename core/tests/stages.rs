//! Properties of a job that is invoiced in stages: the sum of its invoices is what was agreed, to the penny, by
//! treatment and rate, whatever amounts were requested and in whatever order.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::calculate::stage::{
    StageRequest, StageText, build_final_invoice, build_stage, calculate_remaining,
};
use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::{Document, Invoiced};
use plumbline_core::money::Pence;
use plumbline_core::money::number::Number;
use proptest::prelude::*;
use strategies::calculated;

/// A request for the next stage.
fn ask() -> impl Strategy<Value = StageRequest> {
    prop_oneof![
        (1..=6_000_i64).prop_map(|hundredths| StageRequest::Percentage(Number::Value(
            rust_decimal::Decimal::new(hundredths, 2)
        ))),
        (1..=200_000_i64).prop_map(|pence| StageRequest::Amount(Number::from(Pence(pence)))),
        (prop::collection::vec("[a-z]{0,3}", 0..4), any::<bool>())
            .prop_map(|(ids, labour)| StageRequest::Lines { ids, labour }),
    ]
}

fn sum(totals: &[Totals], figure: impl Fn(&Totals) -> Pence) -> Pence {
    totals.iter().map(figure).sum()
}

proptest! {
    #[test]
    fn the_invoices_of_a_job_sum_to_what_was_agreed(
        (agreed, whole) in calculated(),
        asks in prop::collection::vec(ask(), 1..7),
    ) {
        let agreed = Document { payments: Vec::new(), ..agreed };
        let whole_has_vat = agreed.prices_include_vat;
        let (mut before, mut invoices): (Vec<Invoiced>, Vec<Totals>) = (Vec::new(), Vec::new());
        for (at, ask) in asks.iter().enumerate() {
            let Ok(part) = build_stage(&agreed, &calculate_remaining(&agreed, &before).unwrap(), ask, &StageText::default()) else { continue };
            prop_assert_eq!(&calculate(&part.document).unwrap(), &part.totals);
            prop_assert!(part.totals.total_amount > Pence::ZERO);
            before.push(Invoiced::from_totals(&at.to_string(), "", &part.totals));
            invoices.push(part.totals);
        }
        let rest = calculate_remaining(&agreed, &before).unwrap();
        for group in &rest.groups {
            let agreed = whole.vat_groups.iter().find(|one| one.rate == group.rate && one.treatment == group.treatment);
            let agreed = agreed.unwrap();
            // Never past nothing: none is invoiced twice. Prices with VAT are counted with it.
            let priced = |group: &plumbline_core::calculate::vat::VatGroup| match whole_has_vat {
                true => group.gross(),
                false => group.taxable,
            };
            prop_assert!(priced(group).0 * priced(agreed).0.signum() >= 0, "{group:?} of {agreed:?}");
        }
        let last = calculate(&build_final_invoice(&agreed, &before)).unwrap();
        prop_assert_eq!(last.total_amount, rest.total);
        // CIS is of what each asks for: the last one makes up for the others as far as that goes.
        let net = last.net_amount();
        prop_assert!((net.min(Pence::ZERO)..=net.max(Pence::ZERO)).contains(&last.cis_base));
        let is_made_up = last.cis_base == whole.cis_base - sum(&invoices, |one| one.cis_base);
        invoices.push(last);
        prop_assert_eq!(sum(&invoices, |one| one.total_amount), whole.total_amount);
        prop_assert_eq!(sum(&invoices, |one| one.vat_amount), whole.vat_amount);
        prop_assert_eq!(sum(&invoices, |one| one.reverse_charge_vat), whole.reverse_charge_vat);
        if is_made_up {
            prop_assert_eq!(sum(&invoices, |one| one.cis_deduction), whole.cis_deduction);
            prop_assert_eq!(sum(&invoices, |one| one.amount_payable), whole.amount_payable);
        }
        for group in &whole.vat_groups {
            let of = |figure: fn(&plumbline_core::calculate::vat::VatGroup) -> Pence| -> Pence {
                let groups = invoices.iter().flat_map(|one| &one.vat_groups);
                groups.filter(|one| one.rate == group.rate && one.treatment == group.treatment).map(figure).sum()
            };
            prop_assert_eq!(of(|one| one.taxable), group.taxable);
            prop_assert_eq!(of(|one| one.vat), group.vat);
        }
    }

    /// With prices that include VAT, any amount can be met exactly.
    #[test]
    fn an_amount_with_vat_is_met_to_the_penny(net in 10_000..5_000_000_i64, requested in 1..10_000_i64) {
        let agreed = Document {
            tax: "20".into(),
            prices_include_vat: true,
            items: vec![plumbline_core::document::Line {
                quantity: 1.into(),
                price: Number::from(Pence(net)),
                ..Default::default()
            }],
            ..Document::default()
        };
        let amount = Pence(requested);
        prop_assume!(amount.0 < net);
        let part = build_stage(&agreed, &calculate_remaining(&agreed, &[]).unwrap(), &StageRequest::Amount(Number::from(amount)), &StageText::default()).unwrap();
        prop_assert!(part.document.prices_include_vat);
        prop_assert_eq!(part.totals.total_amount, amount);
    }

    /// For ordinary jobs, an amount is met exactly, or with the penny that 20 % VAT cannot give.
    #[test]
    fn an_amount_is_met_to_the_penny(net in 10_000..5_000_000_i64, share in 5..95_i64, cents in 0..100_i64) {
        let agreed = Document {
            tax: "20".into(),
            items: vec![plumbline_core::document::Line {
                quantity: 1.into(),
                price: Number::from(Pence(net)),
                ..Default::default()
            }],
            ..Document::default()
        };
        let whole = calculate(&agreed).unwrap().total_amount;
        let amount = Pence(whole.0 * share / 100 + cents.min(whole.0 / 100));
        let part = build_stage(&agreed, &calculate_remaining(&agreed, &[]).unwrap(), &StageRequest::Amount(Number::from(amount)), &StageText::default()).unwrap();
        prop_assert_eq!(part.requested, amount);
        prop_assert!((part.totals.total_amount - amount).0.abs() <= 1);
    }
}
