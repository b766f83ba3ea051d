use proptest::prelude::*;
use serde::Deserialize;
use serde::de::IgnoredAny;

use super::{Reader, read};
use crate::document::Document;
use crate::number::Number;

fn is_json(text: &str) -> bool {
    serde_json::from_str::<IgnoredAny>(text).is_ok()
}

fn skips(text: &str) -> bool {
    read::<IgnoredAny>(text).is_ok()
}

#[test]
fn json_is_what_serde_json_takes_for_it() {
    for text in [
        "",
        " ",
        "null",
        "nul",
        "nulll",
        "true",
        "false",
        "tru",
        "0",
        "-0",
        "00",
        "01",
        "-",
        "-a",
        "1.",
        ".5",
        "1.5",
        "1e5",
        "1E+5",
        "1e-5",
        "1e",
        "1e+",
        "+1",
        "1.5.5",
        "\"\"",
        "\"",
        "\"a",
        "\"a\"b",
        "\"\\\"\"",
        "\"\\u00e9\"",
        "\"\\uD83D\\uDE00\"",
        "\"\\u12\"",
        "\"\\x\"",
        "\"\\",
        "\"\\/\\b\\f\\n\\r\\t\"",
        "\"tab\there\"",
        "\"\u{7f}é😀\"",
        "[]",
        "[",
        "]",
        "[1",
        "[1,",
        "[1,]",
        "[,1]",
        "[1 2]",
        "[1,2]",
        "[[],{}]",
        "{}",
        "{",
        "{\"a\"}",
        "{\"a\":}",
        "{\"a\":1",
        "{\"a\":1,}",
        "{\"a\":1,\"b\":[{}]}",
        "{1:1}",
        "{\"a\" 1}",
        "[}",
        "{]",
        " [ 1 , { \"a\" : null } ] ",
        "[1]x",
        "\u{feff}1",
        "[true,false,null]",
        "\"0123456\\\"89\"",
        "\"01234567\n\"",
        "\"\u{1}\"",
        "\"12345678\u{1f}\"",
        "\"\u{80}\u{a0}\u{2028}abcdefgh\"",
    ] {
        assert_eq!(skips(text), is_json(text), "{text:?}");
        assert_eq!(
            read::<Number>(text).is_ok(),
            is_json(text),
            "as a number: {text:?}"
        );
    }
}

#[test]
fn a_text_is_unescaped() {
    let read_text = |text: &str| read::<String>(text).unwrap();
    assert_eq!(
        read_text(r#""a\"\\\/\b\f\n\r\tb""#),
        "a\"\\/\u{8}\u{c}\n\r\tb"
    );
    assert_eq!(read_text(r#""\u00e9\uD83D\uDE00 \u0000""#), "é😀 \0");
    assert_eq!(read_text(" \"plain\" "), "plain");
    assert!(read::<String>(r#""\uD83D""#).is_err());
    assert!(read::<String>(r#""\uDE00\uD83D""#).is_err());
    assert!(read::<String>(r#""\uD83Dx""#).is_err());
    assert!(read::<String>(r#""\uD83D\u0041""#).is_err());
}

#[test]
fn levels_are_limited() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(skips(&nested(128)));
    assert!(!skips(&nested(129)));
    assert!(!skips(&"[{\"a\":".repeat(1_000_000)));
    let in_document = |levels: usize| format!("{{\"x\":{}}}", nested(levels));
    assert!(read::<Document>(&in_document(127)).is_ok());
    assert!(read::<Document>(&in_document(128)).is_err());
    // Levels that were left do not count.
    let beside = format!("[{}]", [nested(127), nested(127)].join(","));
    assert!(skips(&beside));
    assert!(read::<Vec<Number>>(&format!("[{}]", [nested(127), nested(127)].join(","))).is_ok());
    assert!(read::<Vec<Number>>(&format!("[{}]", nested(128))).is_err());
}

#[test]
fn an_error_tells_its_place() {
    let message = |text: &str| read::<Document>(text).unwrap_err().to_string();
    assert_eq!(
        message("{\n  \"tax\": 5,\n  x}"),
        "a field's name expected at line 3 column 3"
    );
    assert_eq!(message("{\"tax\""), "`:` expected at line 1 column 7");
    assert_eq!(
        message("{\"tax\":"),
        "the text ends too early at line 1 column 8"
    );
    assert_eq!(message("{} x"), "text after the end at line 1 column 4");
    assert_eq!(
        message("{\"includeLabour\":5}"),
        "not a boolean at line 1 column 18"
    );
}

#[test]
fn an_error_says_what_was_expected() {
    let message = |text: &str| {
        let message = read::<Number>(text).unwrap_err().to_string();
        message.split(" at line ").next().unwrap().to_owned()
    };
    for (text, said) in [
        ("", "the text ends too early"),
        ("x", "a value expected"),
        ("nul", "a value expected"),
        ("01", "a number must not begin with 0"),
        ("-", "a digit expected"),
        ("1.", "a digit expected"),
        ("1e", "a digit expected"),
        ("\"a", "the text ends too early"),
        ("\"\n\"", "a control character must be escaped"),
        ("\"\\x\"", "an unknown escape"),
        ("\"\\u12\"", "four hexadecimal digits expected"),
        ("\"\\uD83D\"", "half a character"),
        ("[1 2]", "`,` expected"),
        ("[1", "`,` expected"),
        ("{\"a\" 1}", "`:` expected"),
        ("{1:1}", "a field's name expected"),
        ("[{1:1}]", "a field's name expected"),
        ("1 1", "text after the end"),
    ] {
        assert_eq!(message(text), said, "{text:?}");
    }
    let levels = "[".repeat(129);
    assert_eq!(message(&levels), "too many levels");
    let message = |text: &str| read::<Document>(text).unwrap_err().to_string();
    assert_eq!(message("[]"), "not an object at line 1 column 1");
    assert_eq!(
        message("{\"depositType\":\"all\"}"),
        "unknown word `all` at line 1 column 21"
    );
}

#[test]
fn a_word_names_only_a_choice_that_holds_nothing() {
    #[derive(Debug, PartialEq, Deserialize)]
    enum Choice {
        Bare,
        One(u8),
        Two(u8, u8),
        Named { field: u8 },
    }
    assert_eq!(read::<Choice>("\"Bare\"").unwrap(), Choice::Bare);
    for word in ["One", "Two", "Named"] {
        assert!(read::<Choice>(&format!("\"{word}\"")).is_err(), "{word}");
    }
}

#[test]
fn values_of_every_type_are_read() {
    #[derive(Debug, PartialEq, Deserialize)]
    struct All {
        flag: bool,
        whole: i64,
        small: u8,
        text: String,
        none: Option<String>,
        some: Option<u32>,
        list: Vec<i32>,
        pair: (bool, String),
        nothing: (),
    }
    let text = r#"{"flag":true,"whole":-5,"small":255,"text":"x","none":null,"some":7,"list":[1,2],
        "pair":[false,"y"],"nothing":null,"more":{"a":[1.5e3]}}"#;
    let all = All {
        flag: true,
        whole: -5,
        small: 255,
        text: "x".into(),
        none: None,
        some: Some(7),
        list: vec![1, 2],
        pair: (false, "y".into()),
        nothing: (),
    };
    assert_eq!(read::<All>(text).unwrap(), all);
    assert!(read::<u8>("256").is_err());
    assert!(read::<i64>("1.5").is_err());
    assert!(read::<f64>("1.5").is_err());
    assert!(read::<f32>("1").is_err());
    assert!(read::<bool>("1").is_err());
    assert!(read::<String>("5").is_err());
    assert!(read::<(bool, bool)>("[true]").is_err());
    assert!(read::<(bool, bool)>("[true,true,true]").is_err());
    assert!(read::<crate::vat::Treatment>("5").is_err());
    assert!(read::<crate::vat::Treatment>("").is_err());
    assert!(read::<crate::vat::Treatment>("\"sometimes\"").is_err());
    assert_eq!(
        read::<crate::vat::Treatment>(" \"exempt\"").unwrap(),
        crate::vat::Treatment::Exempt
    );
}

fn json_value() -> impl Strategy<Value = serde_json::Value> {
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(Into::into),
        any::<i64>().prop_map(Into::into),
        any::<f64>().prop_map(Into::into),
        any::<String>().prop_map(Into::into),
    ];
    leaf.prop_recursive(5, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Into::into),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|entries| serde_json::Value::Object(entries.into_iter().collect())),
        ]
    })
}

proptest! {
    #[test]
    fn every_json_text_is_read(value in json_value(), pretty in any::<bool>()) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        prop_assert!(skips(&text));
        let mut reader = Reader::new(&text);
        prop_assert!(Number::deserialize(&mut reader).is_ok());
        prop_assert!(reader.end().is_ok());
    }

    #[test]
    fn a_damaged_text_is_judged_as_serde_json_does(
        value in json_value(), at in any::<prop::sample::Index>(), other in "[\\[\\]{}\",:0-9eE+.\\\\tnu \\x00-\\x1f]",
    ) {
        let mut text: Vec<char> = value.to_string().chars().collect();
        let at = at.index(text.len());
        text.splice(at..=at, other.chars());
        let text: String = text.into_iter().collect();
        prop_assert_eq!(skips(&text), is_json(&text), "{:?}", text);
        prop_assert_eq!(read::<Number>(&text).is_ok(), is_json(&text), "{:?}", text);
    }

    #[test]
    fn a_text_survives(text in any::<String>()) {
        prop_assert_eq!(read::<String>(&serde_json::to_string(&text).unwrap()).unwrap(), text);
    }
}
