//! The golden cases of the arithmetic, run natively: `tests/golden/*.json` except `rules-*.json`, which
//! `rules_golden.rs` reads. `tests/parity/run.mjs` runs the same cases through the WASM package and over HTTP.
//!
//! A case is `{ name, input | text, expect: { totals } | { errors } | { malformed }, validate }`, or one with `{ allIn
//! }` and its `target`. `text` is the JSON text itself, for cases in which its notation matters. The expected results
//! were worked out by hand and by a calculator of exact fractions, never by this crate.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

use plumbline_core::preview;
use std::path::PathBuf;

use plumbline_core::calculate::totals::Totals;
use plumbline_core::money::number::Number;
use serde::Deserialize;
use serde_json::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    door: String,
    rule: String,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    input: Option<Value>,
    text: Option<String>,
    expect: Expect,
    validate: Option<Vec<Broken>>,
    /// The requested total, for cases of `allIn`.
    target: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
enum Expect {
    Totals(Value),
    AllIn(Value),
    Errors(Vec<Broken>),
    Malformed(True),
}

/// The value `true`, and nothing else.
#[derive(Deserialize)]
#[serde(try_from = "bool")]
struct True;

impl TryFrom<bool> for True {
    type Error = &'static str;
    fn try_from(flag: bool) -> Result<Self, Self::Error> {
        if flag { Ok(Self) } else { Err("malformed is true or absent") }
    }
}

/// A field error without its message. They are compared in sorted order, because the fields of a text may be in any
/// order.
#[derive(Deserialize)]
struct Broken {
    path: String,
    code: String,
}

#[derive(Deserialize)]
struct Body {
    message: String,
    code: String,
    errors: Vec<Broken>,
}

fn files() -> Vec<(String, File)> {
    let folder = PathBuf::from("../tests/golden");
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if name.ends_with(".json") && !name.starts_with("rules-") {
            let text = std::fs::read_to_string(&path).unwrap();
            files.push((
                name.clone(),
                serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}")),
            ));
        }
    }
    files
}

fn same(one: &[Broken], other: &[Broken]) -> bool {
    let sorted = |errors: &[Broken]| {
        let mut errors: Vec<(String, String)> =
            errors.iter().map(|e| (e.path.clone(), e.code.clone())).collect();
        errors.sort();
        errors
    };
    sorted(one) == sorted(other)
}

/// The difference from the expected result; `None` if there is none.
fn difference(case: &Case) -> Option<String> {
    let text = match (&case.input, &case.text) {
        (Some(input), None) => input.to_string(),
        (None, Some(text)) => text.clone(),
        _ => return Some("a case has an input or a text".into()),
    };
    if let Some(target) = &case.target {
        return all_in_difference(&text, target, &case.expect);
    }
    let answer = preview::calculate_totals_json(&text);
    let right = match (&case.expect, &answer) {
        (Expect::Totals(wanted), Ok(got)) => {
            let again: Totals = serde_json::from_str(got).unwrap();
            serde_json::from_str::<Value>(got).unwrap() == *wanted
                && serde_json::to_string(&again).unwrap() == *got
        }
        (Expect::Errors(wanted), Err(got)) => {
            let body: Body = serde_json::from_str(got).unwrap();
            same(&body.errors, wanted) && body.code == "rule_broken" && !body.message.is_empty()
        }
        (Expect::Malformed(_), Err(got)) => {
            let body: Body = serde_json::from_str(got).unwrap();
            body.errors.is_empty() && body.code == "malformed_json"
        }
        _ => false,
    };
    if !right {
        return Some(format!("{text}\n  gives {answer:?}"));
    }
    let validated = preview::find_errors_json(&text);
    let right = match (&case.validate, &validated) {
        (Some(wanted), Ok(got)) => same(&serde_json::from_str::<Vec<Broken>>(got).unwrap(), wanted),
        (None, Err(_)) => matches!(case.expect, Expect::Malformed(_)),
        _ => false,
    };
    if right { None } else { Some(format!("{text}\n  validates as {validated:?}")) }
}

/// The same for a case of 'all in', which `calc --all-in` calculates.
fn all_in_difference(text: &str, target: &str, expect: &Expect) -> Option<String> {
    let mut answer = Vec::new();
    let target = Number::from_text(target);
    plumbline_core::ndjson::write_all_in_discount(text.as_bytes(), &target, &mut answer);
    let right = match expect {
        Expect::AllIn(wanted) => serde_json::from_slice::<Value>(&answer).unwrap() == *wanted,
        Expect::Errors(wanted) => {
            let body: Body = serde_json::from_slice(&answer).unwrap();
            same(&body.errors, wanted) && body.code == "rule_broken" && !body.message.is_empty()
        }
        _ => false,
    };
    (!right).then(|| format!("{text}\n  gives {}", String::from_utf8_lossy(&answer)))
}

#[test]
fn every_golden_case_gives_its_expected_result() {
    let mut differing = Vec::new();
    let mut count = 0;
    for (file, content) in files() {
        let is_all_in = match content.door.as_str() {
            "calculate" => false,
            "allIn" => true,
            path => panic!("{file}: nobody runs the cases of {path}"),
        };
        assert!(!content.rule.is_empty() && !content.cases.is_empty(), "{file} shows nothing");
        for case in &content.cases {
            count += 1;
            assert_eq!(case.target.is_some(), is_all_in, "{file}: {}", case.name);
            if let Some(difference) = difference(case) {
                differing.push(format!("{file}: {}\n  {difference}", case.name));
            }
        }
    }
    assert!(count >= 140, "only {count} cases were found");
    assert!(differing.is_empty(), "{} of {count} differ:\n{}", differing.len(), differing.join("\n"));
}

#[test]
fn every_name_is_given_once() {
    let mut names: Vec<String> =
        files().into_iter().flat_map(|(_, file)| file.cases).map(|case| case.name).collect();
    names.sort();
    assert!(names.windows(2).all(|pair| pair[0] != pair[1]));
}

#[test]
fn every_error_code_has_a_golden_case() {
    use plumbline_core::error::code;
    let text: String = files()
        .iter()
        .flat_map(|(_, file)| &file.cases)
        .flat_map(|case| {
            let errors = if let Expect::Errors(errors) = &case.expect { errors.as_slice() } else { &[] };
            errors.iter().chain(case.validate.iter().flatten())
        })
        .map(|broken| format!("{} ", broken.code))
        .collect();
    for code in [
        code::WRONG_TYPE,
        code::UNKNOWN_VALUE,
        code::REQUIRED,
        code::NOT_A_NUMBER,
        code::OUT_OF_RANGE,
        code::TOO_MANY_DECIMALS,
        code::TOO_MANY_LINES,
        code::EXCEEDS_SUBTOTAL,
        code::EXCEEDS_TOTAL,
        code::NEGATIVE_TOTAL,
        code::TOO_MANY_CHOICES,
        code::DUPLICATE_ID,
        code::ABOVE_TOTAL,
        code::CIS_WITH_VAT_IN_PRICES,
        code::REVERSE_CHARGE_WITH_VAT_IN_PRICES,
    ] {
        assert!(text.contains(code), "no case shows {code}");
    }
}
