//! The golden cases of operations, `tests/golden/edit/*.json`, natively; `tests/parity/edit.mjs`
//! runs them through the WASM package and against a server's stored document.
//!
//! A case is `{ name, before, operations, after | errors }`: `after` names what differs from
//! `before` in the flat JSON of a save, lines whole.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

use std::path::PathBuf;

use plumbline_core::edit::{Operation, Sheet, apply, between};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

fn operations<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Operation>, D::Error> {
    let read = Operation::read_all(Value::deserialize(from)?, "operations");
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

fn sheet(fields: Map<String, Value>) -> Sheet {
    Sheet::read(&Value::Object(fields).to_string()).unwrap()
}

#[test]
fn every_case_gives_what_it_says() {
    let cases = cases();
    assert!(cases.len() >= 20, "only {} cases", cases.len());
    for case in cases {
        let before = sheet(case.before.clone());
        let got = apply(&before, &case.operations);
        match (case.after, case.errors) {
            (Some(after), None) => {
                let mut wanted = case.before;
                wanted.extend(after);
                let wanted = sheet(wanted);
                assert_eq!(got.as_ref(), Ok(&wanted), "{}", case.name);
                // And what leads from the one to the other leads there again.
                let again = apply(&before, &between(&before, &wanted)).unwrap();
                assert_eq!(again, wanted, "{}", case.name);
            }
            (None, Some(errors)) => {
                let said = got.unwrap_err().0.into_iter().map(|error| Broken {
                    path: error.path,
                    code: error.code.into(),
                });
                assert_eq!(said.collect::<Vec<_>>(), errors, "{}", case.name);
            }
            _ => panic!("{}: a case has an after or errors", case.name),
        }
    }
}
