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
        let made = create(&source).map_err(|found| TestCaseError::fail(format!("{found:?}")))?;
        let nets: Pence = made.lines.iter().map(|it| it.net).sum();
        prop_assert_eq!(nets, made.line_extension);
        if !prices_include_vat {
            prop_assert_eq!(nets, source.totals.subtotal_amount);
            prop_assert_eq!(made.allowance_total() - made.charge_total(), source.totals.discount_amount);
        }
        let net = made.line_extension - made.allowance_total() + made.charge_total();
        prop_assert_eq!(net, made.tax_exclusive);
        prop_assert_eq!(made.groups.iter().map(|it| it.taxable).sum::<Pence>(), made.tax_exclusive);
        prop_assert_eq!(made.groups.iter().map(|it| it.vat).sum::<Pence>(), made.vat);
        prop_assert_eq!(made.tax_exclusive + made.vat, made.tax_inclusive);
        prop_assert_eq!(made.tax_inclusive - made.prepaid, made.payable);
        for line in &made.lines {
            prop_assert!(line.price >= Decimal::ZERO);
            prop_assert_eq!(round2_product(line.quantity, line.price), line.net);
        }
        for (at, group) in made.groups.iter().enumerate() {
            let same = |it: &(VatCategory, crate::document::Rate)| *it == (group.category, group.rate);
            prop_assert!(!made.groups[..at].iter().any(|it| same(&(it.category, it.rate))));
            let lines: Pence = made.lines.iter().filter(|it| same(&(it.category, it.rate))).map(|it| it.net).sum();
            let off = made.allowances.iter().filter(|it| same(&(it.category, it.rate)));
            let off: Pence = off.map(|it| if it.is_charge { -it.amount } else { it.amount }).sum();
            prop_assert_eq!(lines - off, group.taxable);
        }
        prop_assert!(made.allowances.iter().all(|it| it.amount > Pence::ZERO));
    }
}
