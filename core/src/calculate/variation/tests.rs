//! Golden cases, worked by hand.

use super::*;
use crate::calculate::stage::{
    StageRequest, StageText, build_final_invoice, build_stage, calculate_remaining,
};
use crate::document::{Invoiced, LabourUnit};

fn document(text: &str) -> Document {
    crate::json::parse(text).unwrap()
}

fn varied<'a>(id: &'a str, document: &'a Document) -> JobVariation<'a> {
    JobVariation { id, number: id, document }
}

/// £2,000 at 20 %, 10 % off: 1,800.00 and 360.00.
const QUOTE: &str = r#"{"tax":"20","includeDiscount":true,"discount":"10",
    "items":[{"id":"a","name":"Kitchen","quantity":"1","price":"2000"}]}"#;

fn refusal(quote: &Document, new: &Document, invoiced: i64) -> (String, &'static str) {
    let broken = check_variation(quote, &[], &varied("v", new), Pence(invoiced)).unwrap_err();
    (broken.0[0].path.clone(), broken.0[0].code)
}

#[test]
fn adds_each_variation_to_the_quote_with_its_own_discount_and_vat() {
    let quote = document(QUOTE);
    // 400 in lines that count, and 80 of labour, at 5 %: 480.00 and 24.00.
    let extra = document(
        r#"{"variation":true,"tax":"5","documentLabourUnitType":"days","includeLabour":true,
            "labourHours":"0.5","labourRate":"160","choices":[{"id":"g","name":"Good"},{"id":"b","name":"Better"}],
            "chosenChoice":"b","items":[
            {"id":"a","quantity":"2","price":"50"},
            {"id":"b","quantity":"1","price":"300","choice":"b"},
            {"id":"c","quantity":"1","price":"200","choice":"g"},
            {"id":"d","quantity":"1","price":"99","optional":true,"selected":false}]}"#,
    );
    let agreed = apply_variations(&quote, &[varied("v", &extra)]).unwrap();
    let totals = calculate(&agreed).unwrap();
    assert_eq!(totals.total_amount, Pence(216_000 + 50_400));
    assert_eq!(totals.vat_amount, Pence(36_000 + 2_400));
    assert_eq!(totals.sections[0].subtotal, Pence(48_000));
    assert_eq!(agreed.sections[0].name, "Variation v");
    let ids: Vec<&str> = agreed.items.iter().map(|line| &*line.id).collect();
    // A line of the variation that is called as one of the quote is called otherwise.
    assert_eq!(ids, ["a", "v1-1", "b", "labour"]);
    // Not `Labour`, which would stand for the labour of the quote on its invoice.
    assert_eq!(agreed.items[3].name, "Labour of v");
    assert!(validate(&agreed).is_empty());
    assert!(agreed.choices.is_empty());
}

#[test]
fn labour_of_a_variation_is_in_its_own_unit() {
    let quote = document(QUOTE);
    let line = r#""includeLabour":true,"labourHours":"1","labourRate":"240""#;
    let extra = document(&format!(
        r#"{{"tax":"20","documentLabourUnitType":"days","items":[{{"id":"x",{line}}},
            {{"id":"y","labourUnitType":"hours",{line}}}]}}"#
    ));
    let agreed = apply_variations(&quote, &[varied("v", &extra)]).unwrap();
    let units: Vec<_> = agreed.items[1..].iter().map(|line| line.labour_unit_type).collect();
    assert_eq!(units, [Some(LabourUnit::Days), Some(LabourUnit::Hours)]);
}

#[test]
fn variation_lines_inherit_vat_if_it_is_that_of_the_quote() {
    let quote = document(QUOTE);
    let extra = document(r#"{"tax":"20","items":[{"id":"x","quantity":"1","price":"10"}]}"#);
    let agreed = apply_variations(&quote, &[varied("v", &extra)]).unwrap();
    assert_eq!(agreed.items[1].vat, None);
}

/// 2,160.00 and 120.00 less 10 %, which is 108.00. First half of that is asked for, then the rest.
#[test]
fn stages_and_the_final_invoice_include_the_variations() {
    let quote = document(QUOTE);
    let extra = document(
        r#"{"variation":true,"tax":"20","includeDiscount":true,"discount":"10",
            "items":[{"id":"x","quantity":"1","price":"100"}]}"#,
    );
    let agreed = apply_variations(&quote, &[varied("v", &extra)]).unwrap();
    let ask = StageRequest::Percentage("50".into());
    let half = build_stage(&agreed, &calculate_remaining(&agreed, &[]).unwrap(), &ask, &StageText::default())
        .unwrap();
    assert_eq!(half.totals.total_amount, Pence(113_400));
    let before = [Invoiced::from_totals("s", "INV-0001", &half.totals)];
    let last = calculate(&build_final_invoice(&agreed, &before)).unwrap();
    assert_eq!(last.total_amount, Pence(226_800 - 113_400));
    // By whole lines each bears the discount of its own part.
    let ask = StageRequest::Lines { ids: vec!["x".into()], labour: false };
    let lines =
        build_stage(&agreed, &calculate_remaining(&agreed, &[]).unwrap(), &ask, &StageText::default())
            .unwrap();
    assert_eq!(lines.totals.total_amount, Pence(10_800));
    assert!(lines.document.variations.is_empty());
}

#[test]
fn a_variation_cannot_omit_more_than_is_agreed_and_not_yet_invoiced() {
    let quote = document(QUOTE);
    let less = |price: &str| {
        document(&format!(
            r#"{{"variation":true,"tax":"20","items":[{{"id":"x","quantity":"1","price":"-{price}"}}]}}"#
        ))
    };
    let negative = ("totalAmount".to_owned(), code::NEGATIVE_TOTAL);
    // 1,800 and its VAT of 360 are all there is.
    assert_eq!(check_variation(&quote, &[], &varied("v", &less("1800")), Pence(0)), Ok(()));
    assert_eq!(refusal(&quote, &less("1800.01"), 0), negative);
    assert_eq!(check_variation(&quote, &[], &varied("v", &less("800")), Pence(120_000)), Ok(()));
    assert_eq!(refusal(&quote, &less("800.01"), 120_000), negative);
}

#[test]
fn refuses_a_variation_with_own_deposit_cis_rate_or_too_many_lines() {
    let quote = document(QUOTE);
    let deposit =
        document(r#"{"includeDeposit":true,"deposit":"10","items":[{"id":"x","quantity":"1","price":"1"}]}"#);
    assert_eq!(refusal(&quote, &deposit, 0), ("includeDeposit".to_owned(), code::UNKNOWN_VALUE));
    let cis = document(r#"{"cisRate":"20","items":[{"id":"x","quantity":"1","price":"1"}]}"#);
    assert_eq!(refusal(&quote, &cis, 0), ("cisRate".to_owned(), code::UNKNOWN_VALUE));
    let many: Vec<String> = (0..500).map(|at| format!(r#"{{"id":"x{at}","price":"1"}}"#)).collect();
    let many = document(&format!(r#"{{"items":[{}]}}"#, many.join(",")));
    assert_eq!(refusal(&quote, &many, 0), ("items".to_owned(), code::TOO_MANY_LINES));
}
