//! What is true of every e-invoice, whatever the document contains (EN 16931, BR-CO-10 to -16, BR-27).

use proptest::prelude::*;
use rust_decimal::Decimal;

use super::*;
use crate::calculate::totals::calculate;
use crate::document::{DiscountType, Document, Line, Treatment, Vat};
use crate::money::round2_product;

fn number(pence: i64) -> Number {
    Number::from(Pence(pence))
}

prop_compose! {
    fn line()(
        quantity in 0..100_000_i64,
        price in -2_000_i64..1_000_000,
        hours in 0..2_000_i64,
        treatment in 0..5_usize,
    ) -> Line {
        let (treatment, rate) = [
            (Treatment::Taxable, 20),
            (Treatment::Taxable, 5),
            (Treatment::Taxable, 0),
            (Treatment::ReverseCharge, 20),
            (Treatment::Exempt, 0),
        ][treatment];
        Line {
            name: "Part".into(),
            quantity: number(quantity),
            price: number(price),
            include_labour: hours > 1_000,
            labour_hours: number(hours),
            labour_rate: number(4_250),
            vat: Some(Vat { treatment, rate: Number::from(rate) }),
            ..Line::default()
        }
    }
}

fn source(document: Document) -> Option<EinvoiceSource> {
    let totals = calculate(&document).ok()?;
    let mut source = EinvoiceSource::from_json(
        r#"{"kind":"invoice","number":"1","issueDate":"2026-11-16","dueDate":"2026-12-16","document":{},
        "seller":{"profile":{"name":"B","taxNumber":"123456789","address_line1":"1 High St"}},
        "buyer":{"contact":{"name":"C","address_line1":"2 High St"},"vatNumber":"123456789","reference":"R"}}"#,
    )
    .unwrap();
    source.document = document;
    source.totals = totals;
    Some(source)
}

proptest! {
    #[test]
    fn every_einvoice_adds_up(
        lines in prop::collection::vec(line(), 1..8),
        discount in 0..10_000_i64,
        days in 0..500_i64,
        prices_include_vat: bool,
    ) {
        let document = Document {
            items: lines,
            tax: Number::from(20),
            include_labour: true,
            labour_hours: number(days),
            labour_rate: number(20_000),
            include_discount: true,
            discount: number(discount),
            discount_type: DiscountType::Percentage,
            prices_include_vat,
            ..Document::default()
        };
        let Some(source) = source(document) else { return Ok(()) };
        let einvoice = create(&source).map_err(|found| TestCaseError::fail(format!("{found:?}")))?;
        let nets: Pence = einvoice.lines.iter().map(|it| it.net).sum();
        prop_assert_eq!(nets, einvoice.line_extension);
        if !prices_include_vat {
            prop_assert_eq!(nets, source.totals.subtotal_amount);
            let discount = einvoice.allowance_total() - einvoice.charge_total();
            prop_assert_eq!(discount, source.totals.discount_amount);
        }
        let net = einvoice.line_extension - einvoice.allowance_total() + einvoice.charge_total();
        prop_assert_eq!(net, einvoice.tax_exclusive);
        prop_assert_eq!(einvoice.groups.iter().map(|it| it.taxable).sum::<Pence>(), einvoice.tax_exclusive);
        prop_assert_eq!(einvoice.groups.iter().map(|it| it.vat).sum::<Pence>(), einvoice.vat);
        prop_assert_eq!(einvoice.tax_exclusive + einvoice.vat, einvoice.tax_inclusive);
        prop_assert_eq!(einvoice.tax_inclusive - einvoice.prepaid, einvoice.payable);
        for line in &einvoice.lines {
            prop_assert!(line.price >= Decimal::ZERO);
            prop_assert_eq!(round2_product(line.quantity, line.price), line.net);
        }
        for (at, group) in einvoice.groups.iter().enumerate() {
            let is_in_group = |it: &(VatCategory, crate::document::Rate)| *it == (group.category, group.rate);
            prop_assert!(!einvoice.groups[..at].iter().any(|it| is_in_group(&(it.category, it.rate))));
            let lines = einvoice.lines.iter().filter(|it| is_in_group(&(it.category, it.rate)));
            let lines: Pence = lines.map(|it| it.net).sum();
            let allowances = einvoice.allowances.iter().filter(|it| is_in_group(&(it.category, it.rate)));
            let allowed: Pence = allowances.map(|it| if it.is_charge { -it.amount } else { it.amount }).sum();
            prop_assert_eq!(lines - allowed, group.taxable);
        }
        prop_assert!(einvoice.allowances.iter().all(|it| it.amount > Pence::ZERO));
    }
}
