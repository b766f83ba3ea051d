//! Tests of concurrent edits: what changed on each side, what is merged, and what restoring an older version keeps.

use serde_json::{Value, json};

use super::merge::{Conflict, find_changes, find_conflicts, is_same};
use super::*;

/// A document with lines of these ids, priced 1.
fn editable_document(ids: &[&str]) -> EditableDocument {
    let items: Vec<Value> =
        ids.iter().map(|id| json!({"id": id, "name": id, "quantity": "1", "price": "1"})).collect();
    EditableDocument::from_json(&json!({"items": items, "tax": "20", "jobDescription": "Old"}).to_string())
        .unwrap()
}

fn operations(of: Value) -> Vec<Operation> {
    Operation::parse_list(of, "operations").unwrap()
}

fn applied(sheet: &EditableDocument, of: Value) -> EditableDocument {
    apply(sheet, &operations(of)).unwrap()
}

/// The conflicts between two edits that both started from `base`.
fn find_conflicts_between(base: &EditableDocument, theirs: Value, mine: Value) -> Vec<Conflict> {
    let current = applied(base, theirs);
    find_conflicts(&current, &find_changes(base, &current), &operations(mine))
}

#[test]
fn names_the_path_of_an_invalid_operation_field() {
    for (of, path) in [
        (json!([{ "op": "set", "field": 5, "value": "x" }]), "operations[0].field"),
        (
            json!([{ "op": "removeLine", "line": "a" }, { "op": "setLine", "line": "a", "field": null, "value": 1 }]),
            "operations[1].field",
        ),
        (json!([{ "op": "removeLine", "line": "a", "colour": "red" }]), "operations[0].colour"),
    ] {
        let failure = Operation::parse_list(of, "operations").unwrap_err();
        let text = format!("{failure:?}");
        assert!(text.contains(path), "{path}: {text}");
    }
}

#[test]
fn edits_of_different_fields_do_not_conflict() {
    let base = editable_document(&["a", "b"]);
    for (theirs, mine) in [
        (
            json!([{"op": "set", "field": "jobDescription", "value": "New"}]),
            json!([{"op": "set", "field": "notes", "value": "Key under the mat"}]),
        ),
        (
            json!([{"op": "setLine", "line": "a", "field": "price", "value": "2"}]),
            json!([{"op": "setLine", "line": "a", "field": "quantity", "value": "2"},
                   {"op": "setLine", "line": "b", "field": "price", "value": "3"}]),
        ),
        (
            json!([{"op": "insertLine", "after": "a", "line": {"id": "c"}}]),
            json!([{"op": "insertLine", "after": "a", "line": {"id": "d"}}]),
        ),
        (
            json!([{"op": "moveLine", "line": "a", "after": "b"}]),
            json!([{"op": "setLine", "line": "a", "field": "price", "value": "2"},
                   {"op": "moveLine", "line": "b", "after": null}]),
        ),
        (json!([{"op": "removeLine", "line": "a"}]), json!([{"op": "removeLine", "line": "a"}])),
    ] {
        assert_eq!(find_conflicts_between(&base, theirs.clone(), mine.clone()), [], "{theirs} {mine}");
    }
}

#[test]
fn a_conflict_shows_the_old_value_and_both_new_ones() {
    let base = editable_document(&["a"]);
    let set = |value: &str| json!([{"op": "set", "field": "jobDescription", "value": value}]);
    let [conflict] = &find_conflicts_between(&base, set("Theirs"), set("Mine"))[..] else {
        panic!("one field, one question");
    };
    assert_eq!(conflict.path, "jobDescription");
    assert_eq!(
        (&conflict.base, &conflict.theirs, &conflict.mine),
        (&json!("Old"), &json!("Theirs"), &json!("Mine"))
    );

    let price = |value: &str| json!([{"op": "setLine", "line": "a", "field": "price", "value": value}]);
    let [conflict] = &find_conflicts_between(&base, price("2"), price("3"))[..] else {
        panic!("one field, one question");
    };
    assert_eq!(conflict.path, "items[a].price");
    assert_eq!((&conflict.base, &conflict.theirs, &conflict.mine), (&json!("1"), &json!("2"), &json!("3")));
}

#[test]
fn edits_with_the_same_result_do_not_conflict() {
    let base = editable_document(&["a"]);
    let set = |value: &str| json!([{"op": "set", "field": "tax", "value": value}]);
    assert_eq!(find_conflicts_between(&base, set("5"), set("5")), []);
    // Theirs was set back since.
    let back =
        json!([{"op": "set", "field": "tax", "value": "5"}, {"op": "set", "field": "tax", "value": "20"}]);
    assert_eq!(find_conflicts_between(&base, back, set("0")), []);
}

#[test]
fn lists_of_different_length_differ() {
    let (short, long) = (json!(["a"]), json!(["a", "b"]));
    assert!(!is_same(&short, &long) && !is_same(&long, &short));
    assert!(!is_same(&json!([]), &short) && is_same(&long, &long));
}

#[test]
fn removing_a_line_conflicts_with_changing_it() {
    let base = editable_document(&["a", "b"]);
    let remove = json!([{"op": "removeLine", "line": "a"}]);
    let price = json!([{"op": "setLine", "line": "a", "field": "price", "value": "9"}]);
    let [mine_is_gone] = &find_conflicts_between(&base, remove.clone(), price.clone())[..] else {
        panic!("the line is gone");
    };
    assert_eq!(mine_is_gone.path, "items[a].price");
    assert_eq!((&mine_is_gone.base, &mine_is_gone.theirs), (&json!("1"), &Value::Null));

    // Also where mine empties a field that was empty, or sets one that was.
    let field =
        |field: &str, value: Value| json!([{"op": "setLine", "line": "a", "field": field, "value": value}]);
    for mine in [field("cost", json!("5")), field("cost", Value::Null), field("description", json!(""))] {
        assert_eq!(find_conflicts_between(&base, remove.clone(), mine).len(), 1);
    }

    let [taken_out] = &find_conflicts_between(&base, price, remove)[..] else {
        panic!("the line has changed");
    };
    assert_eq!(taken_out.path, "items[a]");
    assert_eq!(taken_out.base["price"], "1");
    assert_eq!(taken_out.theirs["price"], "9");
    assert_eq!(taken_out.mine, Value::Null);
}

#[test]
fn a_conflict_shows_my_last_edit_of_the_field() {
    let base = editable_document(&["a"]);
    let mine =
        json!([{"op": "set", "field": "notes", "value": "1"}, {"op": "set", "field": "notes", "value": "2"}]);
    let theirs = json!([{"op": "set", "field": "notes", "value": "0"}]);
    let found = find_conflicts_between(&base, theirs, mine);
    assert_eq!((found.len(), &found[0].mine), (1, &json!("2")));
}

#[test]
fn writes_back_fields_of_a_newer_version() {
    let stored = json!({"tax": "20", "phase": {"of": 3},
        "choices": [{"id": "g", "name": "Good", "colour": 1}],
        "items": [{"id": "a", "photo": "1.jpg",
            "vat": {"treatment": "taxable", "rate": "5", "because": "energy"}},
            {"id": "b", "photo": "2.jpg"}]});
    let unknown = UnknownFields::from_stored(&stored);
    let sheet = EditableDocument::from_json(&stored.to_string()).unwrap();
    let after = applied(
        &sheet,
        json!([{"op": "removeLine", "line": "b"},
        {"op": "setLine", "line": "a", "field": "price", "value": "5"},
        {"op": "insertLine", "after": null, "line": {"id": "c"}}]),
    );
    let mut written = serde_json::to_value(&after.document).unwrap();
    unknown.restore_into(&mut written);
    assert_eq!(written["phase"], json!({"of": 3}));
    assert_eq!(written["items"][1]["photo"], "1.jpg");
    assert_eq!(written["items"][1]["price"], "5");
    let vat = json!({"treatment": "taxable", "rate": "5", "because": "energy"});
    assert_eq!(written["items"][1]["vat"], vat);
    assert_eq!(written["choices"][0]["colour"], 1);
    assert_eq!(written["items"][0].get("photo"), None);
    assert!(UnknownFields::from_stored(&serde_json::to_value(&after.document).unwrap()).is_empty());
    assert!(!unknown.is_empty());
}

#[test]
fn merges_edits_of_sections_and_of_a_lines_section() {
    let base = editable_document(&["a", "b"]);
    let theirs = json!([
        { "op": "set", "field": "sections", "value": [{ "id": "k", "name": "Kitchen" }] },
        { "op": "setLine", "line": "a", "field": "section", "value": "k" },
        { "op": "set", "field": "priceDisplay", "value": "sections" },
    ]);
    let mine = json!([{ "op": "setLine", "line": "b", "field": "name", "value": "Sink" }]);
    assert_eq!(find_conflicts_between(&base, theirs.clone(), mine), []);
    let current = applied(&base, theirs.clone());
    assert_eq!(current.document.items[0].section.as_deref(), Some("k"));
    // What was set back is left out again.
    let back = json!([
        { "op": "set", "field": "sections", "value": null },
        { "op": "setLine", "line": "a", "field": "section", "value": null },
        { "op": "set", "field": "priceDisplay", "value": null },
    ]);
    assert_eq!(applied(&current, back), base);
    assert_eq!(apply(&base, &diff(&base, &current)).unwrap(), current);
    // A line that is gone by now is asked about, also where it had no section before.
    let gone = json!([{ "op": "removeLine", "line": "b" }]);
    let mine = json!([{ "op": "setLine", "line": "b", "field": "section", "value": "k" }]);
    let conflicts = find_conflicts_between(&base, gone, mine);
    assert_eq!(conflicts.len(), 1);
    assert_eq!((&conflicts[0].base, &conflicts[0].mine), (&Value::Null, &json!("k")));
}

#[test]
fn reports_a_line_whose_section_was_removed() {
    let sheet = applied(
        &editable_document(&["a"]),
        json!([
            { "op": "set", "field": "sections", "value": [{ "id": "k", "name": "Kitchen" }] },
            { "op": "setLine", "line": "a", "field": "section", "value": "k" },
        ]),
    );
    let mut draft = draft::Draft::new(sheet);
    assert_eq!(draft.errors(), []);
    assert_eq!(draft.last_totals().sections[0].subtotal.to_string(), "1.00");
    let gone = operations(json!([{ "op": "set", "field": "sections", "value": [] }]));
    assert!(draft.apply(&gone[0]).unwrap().errors_changed);
    assert_eq!(draft.errors()[0].path, "items[0].section");
}

#[test]
fn an_edit_without_a_newer_field_of_the_agreement_keeps_it() {
    let body = json!({"place": "away", "supplies": "labour", "workTime": "In May"});
    let base =
        applied(&editable_document(&["a"]), json!([{"op": "set", "field": "agreement", "value": body}]));
    let after = |value: Value| {
        let edited = applied(&base, json!([{"op": "set", "field": "agreement", "value": value}]));
        serde_json::to_value(edited.document.agreement).unwrap()
    };
    let old = after(json!({"place": "distance"}));
    assert_eq!(
        (&old["place"], &old["supplies"], &old["workTime"]),
        (&json!("distance"), &json!("labour"), &json!("In May"))
    );
    // What is taken back is said to be nothing, and so is all of it.
    let new = after(json!({"place": "away", "supplies": null, "workTime": null}));
    assert_eq!((&new["supplies"], &new["workTime"]), (&Value::Null, &Value::Null));
    assert_eq!(after(Value::Null), Value::Null);
}
