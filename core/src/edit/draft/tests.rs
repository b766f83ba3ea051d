//! Checks that a draft's results equal those of calculating the whole document, whatever was typed.

use proptest::prelude::*;
use serde_json::{Value, json};

use super::*;
use crate::calculate::validate;
use crate::money::Pence;

/// Compares the results with the totals and the errors of the whole document.
fn check(draft: &Draft) {
    let document = &draft.document().document;
    let sorted = |mut errors: Vec<FieldError>| {
        errors.sort_by(|a, b| (&a.path, a.code).cmp(&(&b.path, b.code)));
        errors
    };
    assert_eq!(sorted(draft.errors()), sorted(validate::validate(document)));
    assert_eq!(draft.lines().len(), document.items.len());
    match draft.totals() {
        Err(_) => assert!(!draft.is_calculated()),
        Ok(totals) => {
            assert!(draft.is_calculated());
            let lines: Vec<LineTotals> = draft.lines().cloned().collect();
            let whole = Totals { items: lines, ..draft.last_totals().clone() };
            assert_eq!(whole, totals);
            for (index, line) in totals.items.iter().enumerate() {
                assert_eq!(draft.line(index), Some(line));
            }
        }
    }
}

fn typed() -> impl Strategy<Value = String> {
    prop_oneof![
        "[0-9]{1,4}(\\.[0-9]{0,4})?",
        Just(String::new()),
        Just("-12.5".into()),
        Just("1e9".into()),
        Just("x".into()),
        Just("100000001".into()),
    ]
}

fn operation() -> impl Strategy<Value = Value> {
    let id = || prop::sample::select(vec!["a", "b", "c", "d"]);
    let vat = prop::sample::select(vec![
        json!(null),
        json!({"treatment": "taxable", "rate": "5"}),
        json!({"treatment": "reverseCharge", "rate": "20"}),
        json!({"treatment": "reverseCharge", "rate": "0"}),
        json!({"treatment": "exempt", "rate": "20"}),
    ]);
    let words = prop::sample::select(vec![
        ("includeLabour", json!(true)),
        ("optional", json!(true)),
        ("selected", json!(false)),
        ("selected", json!(true)),
        ("choice", json!("g")),
        ("choice", json!(null)),
        ("costType", json!("materials")),
        ("name", json!("x")),
    ]);
    let header = prop_oneof![
        (
            prop::sample::select(vec!["tax", "discount", "deposit", "labourHours", "labourRate", "cisRate"]),
            typed()
        )
            .prop_map(|(field, text)| (field, json!(text))),
        prop::sample::select(vec![
            ("cisRate", json!("20")),
            ("tax", json!("20")),
            ("pricesIncludeVat", json!(true)),
            ("pricesIncludeVat", json!(false)),
            ("vatTreatment", json!("reverseCharge")),
            ("vatTreatment", json!("taxable")),
            ("includeDiscount", json!(true)),
            ("discountType", json!("other")),
            ("includeDeposit", json!(true)),
            ("depositType", json!("fixed")),
            ("includeLabour", json!(true)),
            ("choices", json!([{"id": "g", "name": "Good"}, {"id": "b", "name": "Better"}])),
            ("choices", json!([])),
            ("chosenChoice", json!("b")),
            ("notes", json!("n")),
        ]),
    ];
    let after = || prop::option::of(id());
    prop_oneof![
        3 => (id(), prop::sample::select(LineNumberField::ALL.to_vec()), typed())
            .prop_map(|(line, field, text)| json!({"op": "setLine", "line": line, "field": field, "value": text})),
        1 => (id(), vat).prop_map(|(line, vat)| json!({"op": "setLine", "line": line, "field": "vat", "value": vat})),
        1 => (id(), words).prop_map(|(line, (field, value))| json!({"op": "setLine", "line": line, "field": field, "value": value})),
        2 => header.prop_map(|(field, value)| json!({"op": "set", "field": field, "value": value})),
        1 => (id(), after()).prop_map(|(line, after)| json!({"op": "insertLine", "after": after, "line": {"id": line, "quantity": "2", "price": "3.33"}})),
        1 => id().prop_map(|line| json!({"op": "removeLine", "line": line})),
        1 => (id(), after()).prop_map(|(line, after)| json!({"op": "moveLine", "line": line, "after": after})),
    ]
}

proptest! {
    #[test]
    fn a_draft_gives_the_same_result_as_a_full_calculation(
        operations in prop::collection::vec(operation(), 1..40),
    ) {
        let mut draft = Draft::new(EditableDocument::default());
        check(&draft);
        for operation in operations {
            let operation = Operation::parse(operation, "").unwrap();
            let before = draft.clone();
            let whole = super::super::apply(draft.document(), std::slice::from_ref(&operation));
            match draft.apply(&operation) {
                Ok(edit_outcome) => {
                    prop_assert_eq!(draft.document(), &whole.unwrap());
                    // Told once too often is a wasted look; once too seldom is a wrong screen.
                    prop_assert!(edit_outcome.errors_changed || before.errors() == draft.errors());
                    prop_assert_eq!(edit_outcome.is_calculated, draft.totals().is_ok());
                }
                Err(_) => {
                    prop_assert!(whole.is_err());
                    prop_assert_eq!(draft.document(), before.document());
                }
            }
            check(&draft);
        }
    }

    #[test]
    fn typing_a_number_equals_the_operation_that_sets_it(
        field in prop::sample::select(LineNumberField::ALL.to_vec()),
        text in typed(),
    ) {
        let lines = json!({"items": [{"id": "a", "quantity": "1", "price": "9"}, {"id": "b", "includeLabour": true}]});
        let sheet = EditableDocument::from_json(&lines.to_string()).unwrap();
        let (mut typed, mut set) = (Draft::new(sheet.clone()), Draft::new(sheet));
        let value = if field == LineNumberField::Cost && text.is_empty() { Value::Null } else { json!(text) };
        let operation = json!({"op": "setLine", "line": "b", "field": field, "value": value});
        let edit_outcome = set.apply(&Operation::parse(operation, "").unwrap()).unwrap();
        prop_assert_eq!(typed.set_line_number(1, field, &text), edit_outcome);
        prop_assert_eq!(typed.document(), set.document());
        prop_assert!(typed.lines().eq(set.lines()));
        prop_assert_eq!(typed.last_totals(), set.last_totals());
        check(&typed);
        prop_assert!(!typed.set_line_number(7, field, &text).errors_changed);
    }
}

#[test]
fn while_it_cannot_be_calculated_the_last_good_totals_stay() {
    let lines = json!({"items": [{"id": "a", "quantity": "1", "price": "9"}]});
    let mut draft = Draft::new(EditableDocument::from_json(&lines.to_string()).unwrap());
    let edit_outcome = draft.set_line_number(0, LineNumberField::Price, "9x");
    assert_eq!((edit_outcome.is_calculated, edit_outcome.errors_changed), (false, true));
    assert_eq!(draft.last_totals().total_amount, Pence(900));
    assert_eq!(draft.errors()[0].path, "items[0].price");
    let edit_outcome = draft.set_line_number(0, LineNumberField::Price, "9y");
    assert!(!edit_outcome.errors_changed);
    let edit_outcome = draft.set_line_number(0, LineNumberField::Price, "10");
    assert_eq!((edit_outcome.is_calculated, edit_outcome.errors_changed), (true, true));
    assert_eq!(draft.last_totals().total_amount, Pence(1000));
}

#[test]
fn does_not_calculate_with_an_invalid_vat_rate() {
    let sheet = json!({"tax": "20", "items": [{"id": "a", "quantity": "1", "price": "100"}]});
    let mut draft = Draft::new(EditableDocument::from_json(&sheet.to_string()).unwrap());
    let rate = |tax: &str| {
        let operation = json!({"op": "set", "field": "tax", "value": tax});
        Operation::parse(operation, "").unwrap()
    };
    assert!(!draft.apply(&rate("9.975")).unwrap().is_calculated);
    assert_eq!(draft.errors()[0].msg, "VAT rate can have at most 2 decimals.");
    assert_eq!(draft.last_totals().total_amount, Pence(12_000));
}

#[test]
fn an_edit_says_which_lines_it_may_have_changed() {
    let sheet = json!({"choices": [{"id": "g"}, {"id": "b"}], "items": [
        {"id": "a", "quantity": "1", "price": "9", "choice": "g"},
        {"id": "c", "quantity": "1", "price": "5", "choice": "b"},
    ]});
    let mut draft = Draft::new(EditableDocument::from_json(&sheet.to_string()).unwrap());
    let mut lines = |operation: Value| {
        let edit_outcome = draft.apply(&Operation::parse(operation, "").unwrap());
        check(&draft);
        (edit_outcome.unwrap().lines, draft.last_totals().total_amount)
    };
    let set = |field: &str, value: &str| json!({"op": "set", "field": field, "value": value});
    assert_eq!(lines(set("tax", "100")), (AffectedLines::Same, Pence(1800)));
    assert_eq!(lines(set("chosenChoice", "b")), (AffectedLines::All, Pence(1000)));
    let price = json!({"op": "setLine", "line": "c", "field": "price", "value": "6"});
    assert_eq!(lines(price), (AffectedLines::One(1), Pence(1200)));
    assert_eq!(lines(json!({"op": "removeLine", "line": "a"})), (AffectedLines::All, Pence(1200)));
}

#[test]
fn adds_the_documents_labour_to_the_vat_group_of_the_document() {
    let sheet = json!({"tax": "20", "includeLabour": true, "labourHours": "2", "labourRate": "40",
        "items": [{"id": "a", "quantity": "1", "price": "9"},
            {"id": "b", "quantity": "1", "price": "5", "vat": {"treatment": "taxable", "rate": "5"}}]});
    let mut draft = Draft::new(EditableDocument::from_json(&sheet.to_string()).unwrap());
    check(&draft);
    draft.set_line_number(0, LineNumberField::Price, "10");
    check(&draft);
    // 90 at 20 %, 5 at 5 %.
    assert_eq!(draft.last_totals().total_amount, Pence(11_325));
}

#[test]
fn updates_the_cis_base_when_the_cost_of_materials_changes() {
    let mut draft = Draft::new(EditableDocument::default());
    let line = |id: &str, cost: Value| {
        json!({"op": "insertLine", "after": null, "line": {
            "id": id, "quantity": "2", "price": "400", "costType": "materials", "cost": cost
        }})
    };
    for operation in [
        json!({"op": "set", "field": "cisRate", "value": "20"}),
        line("a", json!("350")),
        line("b", json!("33.335")),
        line("c", Value::Null),
        json!({"op": "setLine", "line": "a", "field": "cost", "value": "351.25"}),
        json!({"op": "setLine", "line": "c", "field": "cost", "value": "1"}),
        json!({"op": "setLine", "line": "b", "field": "cost", "value": null}),
        json!({"op": "removeLine", "line": "a"}),
    ] {
        draft.apply(&Operation::parse(operation, "").unwrap()).unwrap();
        check(&draft);
    }
    // Two lines at 800: one sold at what it is sold for, of the other 2 × 1 is cost.
    assert_eq!(draft.last_totals().cis_base, Pence(79_800));
}

#[test]
fn calculates_the_balance_with_the_given_payments() {
    let sheet = json!({"items": [{"id": "a", "quantity": "1", "price": "100"}]});
    let mut draft = Draft::new(EditableDocument::from_json(&sheet.to_string()).unwrap());
    let paid = r#"{"payments": [{"amount": "30", "confirmationStatus": "confirmed"}]}"#;
    let paid = Document::from_json(paid).unwrap().payments;
    let edit_outcome = draft.set_payments(paid);
    assert!(edit_outcome.is_calculated);
    assert_eq!(draft.totals().unwrap().balance_due, Pence(7_000));
}
