//! The golden cases of operations and of merging, `tests/golden/edit/*.json`, run natively. `tests/parity/edits.mjs`
//! runs them through the WASM package and against a server's stored document.
//!
//! A case of `cases.json` is `{ name, before, operations, after | errors }`: `after` contains the fields that differ
//! from `before` in the flat JSON of a save, with whole lines. A case of `merges.json` is `{ name, base, theirs, mine,
//! stay, conflicts, merged }`: `theirs` and `mine` are operations on `base`, and `merged` contains the fields that
//! differ from `base`. With `UPDATE_GOLDEN=1`, `conflicts` and `merged` are written again; read them before you commit
//! them.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

use std::collections::HashSet;
use std::path::PathBuf;

use plumbline_core::edit::{EditableDocument, Operation, apply, diff, merge};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value, json};

fn operations<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Operation>, D::Error> {
    let read = Operation::parse_list(Value::deserialize(from)?, "operations");
    read.map_err(|failure| D::Error::custom(failure.to_json()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    before: Map<String, Value>,
    #[serde(deserialize_with = "operations")]
    operations: Vec<Operation>,
    after: Option<Map<String, Value>>,
    errors: Option<Vec<Broken>>,
}

#[derive(Debug, Deserialize, PartialEq)]
#[serde(deny_unknown_fields)]
struct Broken {
    path: String,
    code: String,
}

fn cases() -> Vec<Case> {
    let file = PathBuf::from("../tests/golden/edit/cases.json");
    serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap()
}

fn editable_document(fields: Map<String, Value>) -> EditableDocument {
    EditableDocument::from_json(&Value::Object(fields).to_string()).unwrap()
}

#[test]
fn every_golden_edit_gives_its_expected_result() {
    let cases = cases();
    assert!(cases.len() >= 20, "only {} cases", cases.len());
    for case in cases {
        let before = editable_document(case.before.clone());
        let got = apply(&before, &case.operations);
        match (case.after, case.errors) {
            (Some(after), None) => {
                let mut wanted = case.before;
                wanted.extend(after);
                let wanted = editable_document(wanted);
                assert_eq!(got.as_ref(), Ok(&wanted), "{}", case.name);
                // And what leads from the one to the other leads there again.
                let again = apply(&before, &diff(&before, &wanted)).unwrap();
                assert_eq!(again, wanted, "{}", case.name);
            }
            (None, Some(errors)) => {
                let given = got
                    .unwrap_err()
                    .0
                    .into_iter()
                    .map(|error| Broken { path: error.path, code: error.code.into() });
                assert_eq!(given.collect::<Vec<_>>(), errors, "{}", case.name);
            }
            _ => panic!("{}: a case has an after or errors", case.name),
        }
    }
}

/// The fields of `after` that differ from those of `before`.
fn differing(before: &EditableDocument, after: &EditableDocument) -> Map<String, Value> {
    let fields = |sheet: &EditableDocument| match serde_json::to_value(sheet).unwrap() {
        Value::Object(fields) => fields,
        other => panic!("{other} is no document"),
    };
    let before = fields(before);
    let after = fields(after).into_iter();
    after.filter(|(name, value)| before.get(name) != Some(value)).collect()
}

#[test]
fn every_golden_merge_gives_its_conflicts_and_its_result() {
    let file = PathBuf::from("../tests/golden/edit/merges.json");
    let text = std::fs::read_to_string(&file).unwrap();
    let mut cases: Vec<Map<String, Value>> = serde_json::from_str(&text).unwrap();
    assert!(cases.len() >= 20, "only {} cases", cases.len());
    let is_updating = std::env::var_os("UPDATE_GOLDEN").is_some();
    for case in &mut cases {
        let name = case["name"].as_str().unwrap().to_owned();
        let base = EditableDocument::from_json(&case["base"].to_string()).unwrap();
        let edited = |whose: &str| {
            let operations = Operation::parse_list(case[whose].clone(), whose).unwrap();
            apply(&base, &operations).unwrap()
        };
        let (theirs, mine) = (edited("theirs"), edited("mine"));
        let stay: HashSet<String> = serde_json::from_value(case["stay"].clone()).unwrap();
        let conflicts = json!(merge::conflicts_between(&base, &theirs, &mine));
        let merged = merge::merge(&base, &theirs, &mine, &stay).unwrap();
        let merged = Value::Object(differing(&base, &merged));
        if is_updating {
            case.insert("conflicts".to_owned(), conflicts);
            case.insert("merged".to_owned(), merged);
        } else {
            assert_eq!(conflicts, case["conflicts"], "{name}");
            assert_eq!(merged, case["merged"], "{name}");
        }
    }
    if is_updating {
        let lines: Vec<_> = cases.iter().map(|case| json!(case).to_string()).collect();
        std::fs::write(&file, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
}
