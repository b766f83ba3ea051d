use rust_decimal::Decimal;

use super::Number;
use crate::money::Pence;

fn value(text: &str) -> Decimal {
    match Number::from_text(text) {
        Number::Value(value) => value,
        other => panic!("{text:?} is read as {other:?}"),
    }
}

#[test]
fn a_number_keeps_the_decimals_it_was_written_with() {
    for (text, written) in [
        ("12.50", "12.50"),
        ("0", "0"),
        ("-0", "0"),
        ("0.00", "0.00"),
        ("007", "7"),
        ("+5", "5"),
        ("5.", "5"),
        (".5", "0.5"),
        ("-.5", "-0.5"),
        (" 3\n", "3"),
        ("1e2", "100"),
        ("1E+2", "100"),
        ("15e-4", "0.0015"),
        ("1.50e1", "15"),
        ("1.234e2", "123.4"),
        ("100e-2", "1"),
        ("0e999999999999", "0"),
        ("0.0e-99", "0.0"),
        ("9999999999999999999999999999", "9999999999999999999999999999"),
        ("1e27", "1000000000000000000000000000"),
        ("0.0000000000000000000000000001", "0.0000000000000000000000000001"),
        ("1.0000000000000000000000000000000000000000", "1.000000000000000000000000000"),
        ("10.00000000000000000000000000000000", "10.00000000000000000000000000"),
        ("0.00000000000000000000000000000000000", "0.0000000000000000000000000000"),
        ("0.50000000000000000000000000000000", "0.5000000000000000000000000000"),
        ("00000000000000000000000000000000000000001.5", "1.5"),
    ] {
        assert_eq!(value(text).to_string(), written, "{text}");
        assert_eq!(Number::from_text(text).to_string(), written, "{text}");
    }
}

#[test]
fn reports_why_a_text_is_not_a_usable_number() {
    for text in [
        "1e28",
        "10000000000000000000000000000",
        "1e400",
        "-1e400",
        "1e99999999999999999999",
        "12345678901234567890123456789.5",
    ] {
        assert_eq!(Number::from_text(text), Number::TooLarge(text.into()), "{text}");
    }
    for text in [
        "1e-29",
        "1e-99999999999999999999",
        "0.12345678901234567890123456789",
        "12345678901234567890.123456789",
    ] {
        assert_eq!(Number::from_text(text), Number::TooPrecise(text.into()), "{text}");
    }
    for text in [
        "x", "-", "+", ".", "-.", "e5", ".e5", "1e", "1e+", "1e5.5", "1.2.3", "--1", "+-1", "1 2", "1,5",
        "NaN", "inf", "0x10", "\u{663}", "1_000",
    ] {
        assert_eq!(Number::from_text(text), Number::NotANumber(text.into()), "{text}");
    }
    for text in ["", " ", "\t\n"] {
        assert_eq!(Number::from_text(text), Number::Empty, "{text:?}");
    }
}

#[test]
fn recognises_numbers_above_zero() {
    for (text, above) in [
        ("1", true),
        ("0.0001", true),
        ("0", false),
        ("-1", false),
        ("", false),
        ("x", false),
        ("1e99", true),
        ("-1e99", false),
        ("1e-99", false),
    ] {
        assert_eq!(Number::from_text(text).is_above_zero(), above, "{text}");
    }
    assert!(Number::Empty.is_empty());
    assert!(!Number::from_text("0").is_empty());
}

#[test]
fn converts_to_pence_only_without_remainder() {
    for (text, pence) in [
        ("12.5", Some(1250)),
        ("", Some(0)),
        ("-0.01", Some(-1)),
        ("1.2300000", Some(123)),
        ("1.005", None),
        ("x", None),
        ("92233720368547758.07", Some(i64::MAX)),
        ("92233720368547758.08", None),
        ("1e27", None),
        ("1e99", None),
    ] {
        assert_eq!(Number::from_text(text).to_pence(), pence.map(Pence), "{text}");
    }
    assert_eq!(Number::from(Pence(1250)).to_string(), "12.50");
    assert_eq!(Number::from(7), Number::from_text("7"));
    assert_eq!(Number::from(Decimal::ONE), Number::from("1"));
}

#[test]
fn a_value_drops_zeros_from_long_fractions_only() {
    assert_eq!(Number::from_text("1.50000").value().scale(), 1);
    assert_eq!(Number::from_text("1.5000").value().scale(), 4);
    assert_eq!(Number::from_text("x").value(), Decimal::ZERO);
}

#[test]
fn every_json_value_is_read_the_same_from_text_and_from_a_tree() {
    for (json, number) in [
        ("5", "5"),
        ("-5", "-5"),
        ("18446744073709551615", "18446744073709551615"),
        ("1.50", "1.50"),
        ("1e2", "100"),
        ("\"2.5\"", "2.5"),
        ("null", ""),
        ("\"\"", ""),
        ("true", "true"),
        ("false", "false"),
        ("[1,[2]]", "[]"),
        ("{\"a\":1}", "{}"),
        ("{}", "{}"),
    ] {
        let ours: Number = serde_json::from_str(json).unwrap();
        assert_eq!(ours.to_string(), number, "{json}");
        let tree: serde_json::Value = serde_json::from_str(json).unwrap();
        assert_eq!(serde_json::from_value::<Number>(tree).unwrap(), ours, "{json}");
        let option: Option<Number> = serde_json::from_str(json).unwrap();
        assert_eq!(option.unwrap_or_default(), ours, "{json}");
    }
    assert_eq!(serde_json::to_string(&Number::from("1.50")).unwrap(), "\"1.50\"");
    assert_eq!(serde_json::to_string(&Number::Empty).unwrap(), "\"\"");
}

#[test]
fn refuses_bytes_and_states_what_was_expected() {
    use serde::Deserialize;
    use serde::de::value::{BytesDeserializer, Error};
    let bytes = BytesDeserializer::<Error>::new(b"1");
    let text = Number::deserialize(bytes).unwrap_err().to_string();
    assert!(text.ends_with("expected a decimal string or a number"), "{text}");
}
