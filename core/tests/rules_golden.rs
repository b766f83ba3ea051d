//! The golden cases of the document rules, `tests/golden/rules-*.json`, run natively. `tests/parity/rules.mjs` runs the
//! same cases through the WASM package.
//!
//! A case is `{ name, call, args, gives }` or `{ …, throws }`. With `UPDATE_GOLDEN=1` the results are written again;
//! read them before you commit them.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

use plumbline_core::calculate::{all_in, vat_conversion};
use plumbline_core::document::Document;
use std::collections::BTreeSet;
use std::path::PathBuf;

use plumbline_core::error::InputError;
use plumbline_core::kind::DocumentKind;
use plumbline_core::money::number::Number;
use plumbline_core::{credentials, json, text_api};
use serde::Serialize;
use serde_json::{Map, Value, json};

/// The functions that cases may call, by their names in the package.
const DOORS: [&str; 36] = [
    "present",
    "presentDraft",
    "quoteBadge",
    "invoiceBadge",
    "gbp",
    "price",
    "dateLong",
    "dateTime",
    "plusDays",
    "datesProblem",
    "planInstalments",
    "judgeInstalments",
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
    "listDocuments",
    "countDocuments",
    "listExpenses",
    "sumPounds",
    "hasPassed",
    "dueOn",
    "recordPayment",
    "nextPlanPayment",
    "restFor",
    "turnDiscount",
];

/// The result of a function, or the error body that it throws.
fn call(name: &str, args: &[Value]) -> Result<Value, Value> {
    let all: Vec<String> = args.iter().map(text).collect();
    let arg = |at: usize| all[at].as_str();
    let last = |at: usize| all.get(at).map(String::as_str);
    Ok(match name {
        "present" => to_result_values(|| text_api::present(&json::parse(arg(0))?, arg(1)))?,
        "presentDraft" => to_result_values(|| {
            let (header, document) = (json::parse(arg(0))?, Document::from_json(arg(0))?);
            text_api::present_draft(&header, &document, &json::parse(arg(1))?, arg(2))
        })?,
        "quoteBadge" => to_result_values(|| text_api::build_quote_badge(arg(0), arg(1), arg(2)))?,
        "invoiceBadge" => {
            to_result_values(|| text_api::build_invoice_badge(arg(0), arg(1), arg(2), arg(3), arg(4)))?
        }
        "gbp" => text_api::format_gbp(arg(0)).into(),
        "price" => text_api::format_price(arg(0)).into(),
        "dateLong" => text_api::format_long_date(arg(0)).into(),
        "dateTime" => text_api::format_date_time(arg(0)).into(),
        "plusDays" => text_api::add_days(arg(0), arg(1).parse().unwrap()).into(),
        "datesProblem" => text_api::check_dates(kind(&args[0]), arg(1), arg(2)).into(),
        "planInstalments" => {
            to_result_values(|| text_api::plan_instalments(arg(0), arg(1), arg(2), arg(3), arg(4)))?
        }
        "judgeInstalments" => {
            let (dates, amounts) = (texts(&args[2]), texts(&args[3]));
            value(text_api::check_instalments(arg(0), arg(1), &dates, &amounts))
        }
        "percent" => text_api::format_percent(arg(0)).into(),
        "quantity" => text_api::format_quantity(arg(0)).into(),
        "labourLine" => {
            let unit = serde_json::from_value(args[2].clone()).unwrap();
            text_api::format_labour_line(arg(0), arg(1), unit).into()
        }
        "passwordStrength" => value(credentials::measure_strength(arg(0))),
        "login" => value(credentials::check_login(arg(0), arg(1))),
        "registration" => value(credentials::check_registration(arg(0), arg(1), arg(2), last(3))),
        "resetPassword" => value(credentials::check_reset(arg(0), arg(1), last(2))),
        "verification" => value(credentials::check_verification(arg(0), arg(1))),
        "resend" => value(credentials::check_resend(arg(0)).as_slice()),
        "codeDigits" => credentials::filter_code(arg(0)).into(),
        "isCode" => credentials::is_verification_code(arg(0)).to_string().into(),
        "isEmail" => credentials::is_email(arg(0)).to_string().into(),
        "pinShape" => value(credentials::check_pin(arg(0))),
        "pinSetup" => value(credentials::check_pin_setup(arg(0), last(1))),
        "listDocuments" => to_result_values(|| text_api::list_documents(kind(&args[0]), arg(1), arg(2)))?,
        "countDocuments" => to_result_values(|| text_api::count_documents(kind(&args[0]), arg(1), arg(2)))?,
        "listExpenses" => to_result_values(|| text_api::list_expenses(arg(0)))?,
        "sumPounds" => text_api::sum_pounds(&texts(&args[0])).into(),
        "hasPassed" => text_api::has_passed(arg(0), arg(1)).to_string().into(),
        "dueOn" => {
            let unit = serde_json::from_value(args[2].clone()).unwrap();
            text_api::due_on(arg(0), arg(1).parse().unwrap(), unit).into()
        }
        "recordPayment" => {
            to_result_values(|| text_api::record_payment((arg(0), arg(1)), (arg(2), arg(3)), arg(4), arg(5)))?
        }
        "nextPlanPayment" => value(text_api::next_plan_payment(arg(0), arg(1), &texts(&args[2]))),
        "restFor" => to_result_values(|| {
            let document = Document::from_json(arg(0))?;
            Ok(all_in::rest_for(&document, &Number::from_text(arg(1)))?)
        })?,
        "turnDiscount" => {
            let document = Document::from_json(arg(0)).unwrap();
            let turned = vat_conversion::turned_discount(&document, args[1].as_bool().unwrap());
            turned.map_or_else(String::new, |discount| discount.to_string()).into()
        }
        other => panic!("there is no door called {other}"),
    })
}

fn texts(list: &Value) -> Vec<String> {
    serde_json::from_value(list.clone()).unwrap()
}

fn kind(word: &Value) -> DocumentKind {
    serde_json::from_value(word.clone()).unwrap()
}

fn to_result_values<T: Serialize>(call: impl FnOnce() -> Result<T, InputError>) -> Result<Value, Value> {
    call().map(value).map_err(|failure| value(failure.to_body()))
}

fn value(given: impl Serialize) -> Value {
    serde_json::to_value(given).unwrap()
}

/// An argument as text: a string as it is, anything else as its JSON.
fn text(arg: &Value) -> String {
    arg.as_str().map_or_else(|| arg.to_string(), String::from)
}

fn folder() -> PathBuf {
    PathBuf::from("../tests/golden")
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
                Ok(given) => ("gives", given),
                Err(thrown) => ("throws", thrown),
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
    let uncalled: Vec<_> = DOORS.iter().filter(|route| !called.contains(**route)).collect();
    assert!(uncalled.is_empty(), "no case calls {uncalled:?}");
    assert!(names.len() >= 100, "only {} cases", names.len());
}
