//! The golden cases of the document rules, `tests/golden/rules-*.json`, natively.
//! `tests/parity/rules.mjs` runs the same cases through the WASM package.
//!
//! A case is `{ name, call, args, gives }` or `{ …, throws }`. With `UPDATE_GOLDEN=1` the answers
//! are written anew, to be read before they are committed.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use plumbline_core::{credentials, doors};
use serde_json::{Map, Value, json};

/// Every door that cases may call, by its name in the package.
const DOORS: [&str; 24] = [
    "present",
    "presentDraft",
    "quoteBadge",
    "invoiceBadge",
    "gbp",
    "price",
    "dateShort",
    "dateLong",
    "dateTime",
    "plusDays",
    "percent",
    "quantity",
    "labourLine",
    "passwordStrength",
    "login",
    "registration",
    "resetPassword",
    "verification",
    "resend",
    "codeDigits",
    "isCode",
    "isEmail",
    "pinShape",
    "pinSetup",
];

fn text(args: &[Value], at: usize) -> String {
    match &args[at] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

fn call(name: &str, args: &[Value]) -> Result<String, String> {
    let all: Vec<String> = (0..args.len()).map(|at| text(args, at)).collect();
    let arg = |at: usize| all[at].as_str();
    let last = |at: usize| all.get(at).map(String::as_str);
    Ok(match name {
        "present" => return doors::present(arg(0), arg(1)),
        "presentDraft" => return doors::present_draft(arg(0), arg(1), arg(2)),
        "quoteBadge" => return doors::quote_badge(arg(0), arg(1), arg(2)),
        "invoiceBadge" => return doors::invoice_badge(arg(0), arg(1), arg(2), arg(3), arg(4)),
        "gbp" => doors::gbp(arg(0)),
        "price" => doors::price(arg(0)),
        "dateShort" => doors::date_short(arg(0)),
        "dateLong" => doors::date_long(arg(0)),
        "dateTime" => doors::date_time(arg(0)),
        "plusDays" => doors::plus_days(arg(0), arg(1).parse().unwrap()),
        "percent" => doors::percent(arg(0)),
        "quantity" => doors::quantity(arg(0)),
        "labourLine" => doors::labour_line(arg(0), arg(1), arg(2)),
        "passwordStrength" => doors::password_strength(arg(0)),
        "login" => doors::login(arg(0), arg(1)),
        "registration" => doors::registration(arg(0), arg(1), arg(2), last(3)),
        "resetPassword" => doors::reset_password(arg(0), arg(1), last(2)),
        "verification" => doors::verification(arg(0), arg(1)),
        "resend" => doors::resend(arg(0)),
        "codeDigits" => credentials::code_digits(arg(0)),
        "isCode" => credentials::is_code(arg(0)).to_string(),
        "isEmail" => credentials::is_email(arg(0)).to_string(),
        "pinShape" => doors::pin_shape(arg(0)),
        "pinSetup" => doors::pin_setup(arg(0), last(1)),
        other => panic!("there is no door called {other}"),
    })
}

/// A text that is JSON of more than a word is compared as JSON.
fn value(text: &str) -> Value {
    match text.as_bytes().first() {
        Some(b'{' | b'[') => serde_json::from_str(text).unwrap(),
        _ => text.into(),
    }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/golden")
}

#[test]
fn every_golden_case_of_the_document_rules_holds() {
    let mut names = BTreeSet::new();
    let mut called = BTreeSet::new();
    let mut broken = Vec::new();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let path = entry.unwrap().path();
        let file = path.file_name().unwrap().to_string_lossy().into_owned();
        if !file.starts_with("rules-") {
            continue;
        }
        let mut cases: Vec<Map<String, Value>> =
            serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        assert!(!cases.is_empty(), "{file} has no case");
        for case in &mut cases {
            let name = case["name"].as_str().unwrap().to_owned();
            assert!(names.insert(name.clone()), "two cases are called '{name}'");
            let door = case["call"].as_str().unwrap().to_owned();
            let (key, got) = match call(&door, case["args"].as_array().unwrap()) {
                Ok(text) => ("gives", value(&text)),
                Err(text) => ("throws", value(&text)),
            };
            called.insert(door);
            if std::env::var_os("UPDATE_GOLDEN").is_some() {
                case.remove("gives");
                case.remove("throws");
                case.insert(key.into(), got);
            } else if case.get(key) != Some(&got) {
                broken.push(format!("{file}: {name}: {key} {}", json!(got)));
            }
        }
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            // A case a line: a change shows as the lines of the cases that it touches.
            let lines: Vec<_> = cases.iter().map(|case| json!(case).to_string()).collect();
            std::fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
    let uncalled: Vec<_> = DOORS
        .iter()
        .filter(|door| !called.contains(**door))
        .collect();
    assert!(uncalled.is_empty(), "no case calls {uncalled:?}");
    assert!(names.len() >= 100, "only {} cases", names.len());
}
