use proptest::prelude::*;
use serde::Serialize;

use super::write;

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
enum Word {
    First,
    SecondOne,
}

/// Every kind of value that the crate's types hold.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct Kinds {
    text: String,
    flag: bool,
    some_word: Option<Word>,
    list: Vec<Kinds>,
    pair: [String; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
}

#[track_caller]
fn same<T: Serialize>(value: &T) -> String {
    let ours = write(value);
    assert_eq!(ours, serde_json::to_string(value).unwrap());
    ours
}

#[test]
fn each_kind_of_value_has_its_json() {
    let inner = Kinds {
        some_word: Some(Word::First),
        left_out: Some("{[".into()),
        ..Kinds::default()
    };
    let outer = Kinds {
        text: "£5 for the \"job\"".into(),
        flag: true,
        some_word: Some(Word::SecondOne),
        list: vec![inner, Kinds::default()],
        pair: ["[".into(), "{".into()],
        left_out: None,
    };
    assert_eq!(
        same(&outer),
        concat!(
            r#"{"text":"£5 for the \"job\"","flag":true,"someWord":"secondOne","list":["#,
            r#"{"text":"","flag":false,"someWord":"first","list":[],"pair":["",""],"leftOut":"{["},"#,
            r#"{"text":"","flag":false,"someWord":null,"list":[],"pair":["",""]}"#,
            r#"],"pair":["[","{"]}"#,
        )
    );
    for empty in [vec![], vec![vec![]], vec![vec![], vec![true]]] {
        same::<Vec<Vec<bool>>>(&empty);
    }
}

#[test]
fn each_character_is_escaped_as_serde_json_escapes_it() {
    for char in ('\0'..='\u{100}').chain(['\u{2028}', '\u{fffd}', '😀']) {
        same(&char.to_string());
        same(&format!("a{char}b{char}{char}"));
    }
}

proptest! {
    #[test]
    fn every_text_is_written_as_serde_json_writes_it(text in any::<String>()) {
        same(&text);
    }
}
