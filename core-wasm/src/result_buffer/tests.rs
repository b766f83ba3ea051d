//! The numbers in the buffer equal the totals after any edit.

use plumbline_core::edit::{EditableDocument, Operation};
use serde_json::{Value, json};

use super::*;

fn parse_document(document: Value) -> EditableDocument {
    EditableDocument::from_json(&document.to_string()).expect("a document")
}

fn check(draft: &Draft, result_buffer: &ResultBuffer) {
    let numbers = result_buffer.numbers();
    let lines = draft.lines().len();
    assert_eq!(numbers[1], to_count(lines));
    let Ok(totals) = draft.totals() else {
        assert_eq!(numbers[0], 0.0);
        return;
    };
    assert_eq!((numbers[0], numbers[2]), (1.0, to_count(totals.vat_groups.len())));
    let response = serde_json::to_value(&totals).expect("JSON");
    let pounds = |amount: f64| Value::from(Pence(amount as i64).to_string());
    for (at, name) in HEAD.iter().enumerate().skip(3) {
        // What earlier invoices asked for is left out where there are none.
        let response = response.get(*name).cloned().unwrap_or_else(|| json!("0.00"));
        assert_eq!(pounds(numbers[at]), response, "{name}");
    }
    let (of_lines, of_groups) = numbers[HEAD.len()..].split_at(lines * LINE.len());
    let rows = response["items"].as_array().expect("lines");
    for (line, body) in of_lines.chunks(LINE.len()).zip(rows) {
        for (at, name) in LINE.iter().enumerate().take(3) {
            assert_eq!(pounds(line[at]), body[*name], "{name}");
        }
        assert_eq!(Value::from(line[3] > 0.0), body["counted"]);
    }
    assert_eq!(of_groups.len(), totals.vat_groups.len() * GROUP.len());
    for (group, vat_group) in of_groups.chunks(GROUP.len()).zip(&totals.vat_groups) {
        assert_eq!(TREATMENTS[group[0] as usize], vat_group.treatment);
        assert_eq!(group[1].to_string(), vat_group.rate.to_string());
        let sums = [vat_group.net, vat_group.discount, vat_group.taxable, vat_group.vat].map(to_number);
        assert_eq!(group[2..], sums);
    }
}

#[test]
fn the_totals_follow_every_edit() {
    let vat = |treatment: &str, rate: &str| json!({ "treatment": treatment, "rate": rate });
    let mut draft = Draft::new(parse_document(json!({
        "tax": "17.5", "includeDiscount": true, "discount": "10", "cisRate": "20",
        "includeLabour": true, "labourHours": "2", "labourRate": "40", "includeDeposit": true,
        "deposit": "25", "items": [
            { "id": "a", "quantity": "2", "price": "3.33" },
            { "id": "b", "quantity": "1", "price": "99.99", "vat": vat("reverseCharge", "20") },
            { "id": "c", "quantity": "3", "price": "5", "optional": true, "costType": "materials" },
        ],
    })));
    let mut result_buffer = ResultBuffer::new(&draft);
    check(&draft, &result_buffer);
    let edits = [
        json!({ "op": "setLine", "line": "a", "field": "price", "value": "4.44" }),
        json!({ "op": "setLine", "line": "c", "field": "selected", "value": true }),
        json!({ "op": "setLine", "line": "a", "field": "vat", "value": vat("exempt", "20") }),
        json!({ "op": "insertLine", "after": "a", "line": { "id": "d", "quantity": "1", "price": "7" } }),
        json!({ "op": "setLine", "line": "d", "field": "price", "value": "x" }),
        json!({ "op": "removeLine", "line": "b" }),
        json!({ "op": "setLine", "line": "d", "field": "price", "value": "8" }),
        json!({ "op": "moveLine", "line": "c", "after": null }),
        json!({ "op": "set", "field": "discount", "value": "5" }),
        json!({ "op": "set", "field": "vatTreatment", "value": "outsideScope" }),
        json!({ "op": "removeLine", "line": "a" }),
    ];
    for edit in edits {
        let operation = Operation::parse(edit.clone(), "").expect("an operation");
        let edit_outcome = draft.apply(&operation).expect("it is taken");
        result_buffer.update(&draft, edit_outcome);
        check(&draft, &result_buffer);
        if draft.is_calculated() {
            assert_eq!(result_buffer.numbers(), ResultBuffer::new(&draft).numbers(), "{edit}");
        }
    }
}
