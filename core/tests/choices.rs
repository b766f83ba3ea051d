//! The totals of a quote's choices: cases that were worked out by hand, and properties that always hold.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

mod strategies;

use plumbline_core::calculate::choices::{self, ChoiceTotals};
use plumbline_core::calculate::totals::{Totals, calculate};
use plumbline_core::document::Document;
use plumbline_core::json;
use plumbline_core::present::Presentation;
use plumbline_core::text_api;
use proptest::prelude::*;
use serde_json::{Value, json};
use strategies::calculated;

/// A quote with a day's work in each choice, 10 % off, 20 % VAT, a deposit of a quarter, and CIS at 20 %.
fn boilers() -> Value {
    json!({
        "tax": "20", "cisRate": "20",
        "includeDiscount": true, "discount": "10",
        "includeDeposit": true, "deposit": "25",
        "choices": [
            {"id": "g", "name": "Good"}, {"id": "b", "name": "Better"}, {"id": "x", "name": "Best"},
        ],
        "chosenChoice": "b",
        "items": [
            {"id": "1", "name": "A day", "quantity": "1", "price": "200"},
            {"id": "2", "name": "Plain", "quantity": "1", "price": "300", "choice": "g"},
            {"id": "3", "name": "Combi", "quantity": "1", "price": "500", "choice": "b",
             "costType": "materials", "cost": "400"},
            {"id": "4", "name": "Heat pump", "quantity": "1", "price": "900", "choice": "x",
             "vat": {"treatment": "taxable", "rate": "5"}},
            {"id": "5", "name": "Cover", "quantity": "1", "price": "99.99", "choice": "x",
             "optional": true, "selected": true},
            {"id": "6", "name": "Flue", "quantity": "1", "price": "50", "optional": true,
             "selected": false},
        ],
    })
}

fn read(document: &Value) -> Document {
    Document::from_json(&document.to_string()).unwrap()
}

fn choice_totals(document: &Value) -> Value {
    serde_json::to_value(choices::calculate_choice_totals(&read(document))).unwrap()
}

#[test]
fn each_choice_totals_what_the_quote_does_with_it() {
    assert_eq!(
        choice_totals(&boilers()),
        json!([
            // 500.00 less 50.00; all of it labour.
            {"id": "g", "name": "Good", "discountAmount": "50.00", "vatAmount": "90.00", "totalAmount": "540.00",
             "depositAmount": "135.00", "cisDeduction": "90.00", "amountPayable": "450.00"},
            // 700.00 less 70.00; CIS on 630.00 less the 400.00 that the boiler cost.
            {"id": "b", "name": "Better", "discountAmount": "70.00", "vatAmount": "126.00", "totalAmount": "756.00",
             "depositAmount": "189.00", "cisDeduction": "46.00", "amountPayable": "710.00"},
            // 1,199.99 less 120.00; 54.00 on 269.99 at 20%, 40.50 on 810.00 at 5%.
            {"id": "x", "name": "Best", "discountAmount": "120.00", "vatAmount": "94.50", "totalAmount": "1174.49",
             "depositAmount": "293.62", "cisDeduction": "216.00", "amountPayable": "958.49"},
        ])
    );
}

#[test]
fn ticked_optional_lines_count_in_each_choice() {
    let mut document = boilers();
    document["items"][4]["selected"] = json!(false);
    document["items"][5]["selected"] = json!(true);
    let totals = |at: usize| choice_totals(&document)[at]["totalAmount"].clone();
    // 550 × 0.9 × 1.2, 750 × 0.9 × 1.2, and 250 and 900 each less 10%.
    assert_eq!([totals(0), totals(1), totals(2)], ["594.00", "810.00", "1120.50"]);
}

#[test]
fn a_document_without_choices_has_no_choice_totals() {
    assert_eq!(choice_totals(&json!({"items": [{"quantity": "1", "price": "9"}]})), json!([]));
    // Nor has one that cannot be worked out at all.
    let mut document = boilers();
    document["items"][0]["price"] = json!("twelve");
    assert_eq!(choice_totals(&document), json!([]));
}

/// What prevents a quote from being sent with its choices.
fn find_errors(document: &Value) -> Vec<(String, &'static str, String)> {
    let broken = choices::check_choices(&read(document)).into_iter();
    broken.map(|error| (error.path, error.code, error.msg)).collect()
}

#[test]
fn a_quote_with_an_invalid_choice_cannot_be_sent() {
    assert_eq!(find_errors(&boilers()), []);

    let mut credit = boilers();
    credit["items"][1]["price"] = json!("-200.01");
    let text = "With “Good”: The subtotal must not be below £0.00.".to_owned();
    assert_eq!(find_errors(&credit), [("choices[0]".into(), "out_of_range", text)]);
    assert_eq!(choice_totals(&credit)[0]["id"], "b", "nobody can take it");

    let mut deposit = boilers();
    deposit["deposit"] = json!("600");
    deposit["depositType"] = json!("fixed");
    let text = "With “Good”: The deposit must not be more than the total.".to_owned();
    assert_eq!(find_errors(&deposit), [("choices[0]".into(), "exceeds_total", text)]);

    let mut nameless = boilers();
    nameless["choices"][2]["name"] = json!("  ");
    let [(path, code, _)] = &find_errors(&nameless)[..] else {
        panic!("one is broken");
    };
    assert_eq!((path.as_str(), *code), ("choices[2].name", "required"));

    let mut empty = boilers();
    empty["choices"] = json!([{"id": "g", "name": "Good"}, {"id": "n", "name": "Nothing"}]);
    empty["chosenChoice"] = json!("g");
    empty["items"] = json!([{"id": "2", "quantity": "1", "price": "300", "choice": "g"}]);
    let text = "“Nothing” is empty. Add a line to it, or remove it.".to_owned();
    assert_eq!(find_errors(&empty), [("choices[1]".into(), "required", text)]);
}

fn displayed_at_status(document: &Value, status: &str) -> Presentation {
    let mut document = document.clone();
    document["kind"] = json!("quote");
    document["status"] = json!(status);
    document["issueDate"] = json!("2026-11-26");
    document["expiryDate"] = json!("2026-12-26");
    let text = document.to_string();
    let header = json::parse(&text).unwrap();
    let parties = json::parse("{}").unwrap();
    text_api::present_draft(&header, &read(&document), &parties, "2026-11-26").unwrap()
}

#[test]
fn shows_all_choices_while_the_quote_is_open() {
    let presentation = displayed_at_status(&boilers(), "sent");
    assert!(presentation.actions.choose);
    assert_eq!(presentation.lines.len(), 6);
    let notes: Vec<_> = presentation.choices.iter().map(|one| one.note.as_str()).collect();
    assert_eq!(notes, ["", "In the total", ""]);
    let better = serde_json::to_value(&presentation.choices[1]).unwrap();
    assert_eq!(
        better,
        json!({
            "id": "b", "name": "Better", "chosen": true, "note": "In the total", "total": "£756.00",
            // 500.00 for the boiler itself, and these, are 756.00.
            "rows": [
                {"kind": "subtotal", "label": "In every choice", "note": null, "amount": "£200.00"},
                {"kind": "discount", "label": "Discount", "note": null, "amount": "-£70.00"},
                {"kind": "vat", "label": "VAT", "note": null, "amount": "£126.00"},
                {"kind": "deposit", "label": "Deposit", "note": null, "amount": "£189.00"},
                {"kind": "cis", "label": "CIS deduction (20%)", "note": null, "amount": "-£46.00"},
                {"kind": "payable", "label": "Amount payable", "note": null, "amount": "£710.00"},
            ],
        })
    );
}

#[test]
fn under_reverse_charge_each_choice_states_the_customers_vat() {
    let mut document = boilers();
    document["vatTreatment"] = json!("reverseCharge");
    let presentation = displayed_at_status(&document, "sent");
    let rows = serde_json::to_value(&presentation.choices[1].rows).unwrap();
    assert_eq!(
        rows,
        json!([
            {"kind": "subtotal", "label": "In every choice", "note": null, "amount": "£200.00"},
            {"kind": "discount", "label": "Discount", "note": null, "amount": "-£70.00"},
            {"kind": "deposit", "label": "Deposit", "note": null, "amount": "£157.50"},
            {"kind": "cis", "label": "CIS deduction (20%)", "note": null, "amount": "-£46.00"},
            {"kind": "payable", "label": "Amount payable", "note": null, "amount": "£584.00"},
            {
                "kind": "reverseCharge", "label": "Reverse charge: customer to pay the VAT to HMRC",
                "note": null, "amount": "£126.00",
            },
        ])
    );
    assert_eq!(choice_totals(&document)[1]["reverseChargeVat"], "126.00");
    let plain = &choice_totals(&boilers())[1];
    assert!(plain.get("reverseChargeVat").is_none(), "{plain}");
}

/// The labels and amounts below the lines of 'Better'.
fn list_better_rows(document: &Value) -> Vec<(String, String)> {
    let mut document = document.clone();
    document["includeDeposit"] = json!(false);
    document["cisRate"] = json!(null);
    let presentation = displayed_at_status(&document, "sent");
    presentation.choices[1].rows.iter().map(|row| (row.label.clone(), row.amount.clone())).collect()
}

#[test]
fn a_choice_adds_up_as_far_as_amounts_are_displayed() {
    let rows = |pairs: &[(&str, &str)]| -> Vec<_> {
        pairs.iter().map(|(label, amount)| ((*label).to_owned(), (*amount).to_owned())).collect()
    };
    let mut offer = boilers();
    offer["includeLabour"] = json!(true);
    offer["labourHours"] = json!("2");
    offer["labourRate"] = json!("50");
    offer["includeDiscount"] = json!(false);
    // 500.00 for the boiler and these are 960.00: a day for 200.00, two hours for 100.00, and VAT.
    assert_eq!(list_better_rows(&offer), rows(&[("In every choice", "£300.00"), ("VAT", "£160.00")]));

    let mut gross = offer.clone();
    gross["pricesIncludeVat"] = json!(true);
    // 800.00, and no VAT to add.
    assert_eq!(
        list_better_rows(&gross),
        rows(&[("In every choice", "£300.00"), ("VAT included", "£133.33")])
    );

    let mut sections = offer.clone();
    sections["priceDisplay"] = json!("sections");
    assert_eq!(list_better_rows(&sections), rows(&[("VAT included", "£160.00")]), "no section has an amount");
    sections["sections"] = json!([{"id": "s", "name": "Boiler"}]);
    for at in 0..4 {
        sections["items"][at]["section"] = json!("s");
    }
    assert_eq!(list_better_rows(&sections), rows(&[("In every choice", "£300.00"), ("VAT", "£160.00")]));

    let mut one = offer;
    one["priceDisplay"] = json!("one");
    assert_eq!(list_better_rows(&one), rows(&[("VAT included", "£160.00")]));
}

#[test]
fn an_accepted_quote_names_the_other_choices_without_their_lines() {
    for status in ["accepted", "invoiced"] {
        let presentation = displayed_at_status(&boilers(), status);
        assert!(!presentation.actions.choose);
        let lines: Vec<_> = presentation.lines.iter().map(|line| line.id.as_str()).collect();
        assert_eq!(lines, ["1", "3", "6"], "{status}");
        let notes: Vec<_> = presentation.choices.iter().map(|one| one.note.as_str()).collect();
        assert_eq!(notes, ["Not chosen", "Chosen", "Not chosen"]);
        assert!(presentation.choices.iter().all(|choice| choice.settled));
    }
    // One that came to nothing still says what was offered.
    assert_eq!(displayed_at_status(&boilers(), "declined").lines.len(), 6);
}

#[test]
fn mentions_no_choices_if_the_quote_has_none() {
    let document = json!({"items": [{"id": "1", "quantity": "1", "price": "9"}]});
    let displayed = serde_json::to_string(&displayed_at_status(&document, "sent")).unwrap();
    assert!(!displayed.contains("choice") && !displayed.contains("choose"), "{displayed}");
}

/// The choice, with the fields that it shares with a document's totals taken from `totals`.
fn with_totals(choice: &ChoiceTotals, totals: &Totals) -> ChoiceTotals {
    ChoiceTotals {
        vat_amount: totals.vat_amount,
        reverse_charge_vat: totals.reverse_charge_vat,
        total_amount: totals.total_amount,
        deposit_amount: totals.deposit_amount,
        cis_deduction: totals.cis_deduction,
        amount_payable: totals.amount_payable,
        ..choice.clone()
    }
}

proptest! {
    #[test]
    fn each_choices_totals_equal_the_document_with_it_chosen((document, totals) in calculated()) {
        let found = choices::calculate_choice_totals(&document);
        for choice in &document.choices {
            let with = calculate(&choices::select_choice(&document, &choice.id));
            let one = found.iter().find(|found| found.id == choice.id);
            match with {
                Ok(with) => {
                    let one = one.unwrap();
                    prop_assert_eq!(&with_totals(one, &with), one);
                    prop_assert_eq!(&one.name, &choice.name);
                }
                Err(_) => prop_assert!(one.is_none()),
            }
        }
        prop_assert!(found.len() <= document.choices.len());
        // The one that counts is the document.
        if let Some(chosen) = found.iter().find(|one| Some(&*one.id) == document.counted_choice_id()) {
            prop_assert_eq!(&with_totals(chosen, &totals), chosen);
        }
    }

    #[test]
    fn every_choice_of_a_valid_quote_can_be_chosen((document, _) in calculated()) {
        if choices::check_choices(&document).is_empty() {
            prop_assert_eq!(choices::calculate_choice_totals(&document).len(), document.choices.len());
        }
    }
}
