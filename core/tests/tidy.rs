//! The tidier: the golden cases of `tests/golden/tidy/cases.json`, run natively (`tests/parity/tidy.mjs` runs them
//! through the browser's package), and properties of every text.
//!
//! With `UPDATE_GOLDEN=1` the results are written again; read them before you commit them.

#![allow(clippy::unwrap_used, reason = "a test: its panic is the report")]

use std::path::PathBuf;

use plumbline_core::tidy::{DescriptionStyle, tidy_notes};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

const STYLES: [(&str, DescriptionStyle); 2] =
    [("paragraph", DescriptionStyle::Paragraph), ("bullets", DescriptionStyle::Bullets)];

#[test]
fn every_golden_case_of_the_tidier_holds() {
    let path = PathBuf::from("../tests/golden/tidy/cases.json");
    let mut cases: Vec<Map<String, Value>> =
        serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert!(cases.len() >= 30, "only {} cases", cases.len());
    let writes = std::env::var_os("UPDATE_GOLDEN").is_some();
    let mut broken = Vec::new();
    for case in &mut cases {
        let notes = case["notes"].as_str().unwrap().to_owned();
        for (word, style) in STYLES {
            let got = tidy_notes(&notes, style);
            if writes {
                case.insert(word.into(), got.into());
            } else if case.get(word) != Some(&json!(got)) {
                broken.push(format!("{}: {word}: {got}", case["name"]));
            }
        }
    }
    if writes {
        let lines: Vec<_> = cases.iter().map(|case| json!(case).to_string()).collect();
        std::fs::write(&path, format!("[\n{}\n]\n", lines.join(",\n"))).unwrap();
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

/// Notes as people write them, and stranger ones.
fn notes() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "fit",
        "found leak",
        "replaced valve",
        "tested ok",
        "left site",
        "test the",
        "2no",
        "2no.",
        "REPLACE OLD",
        "FIT NEW TAPS",
        "then",
        "and then",
        "new line",
        "full stop",
        "comma",
        "um",
        "er,",
        "the",
        "the the",
        "22mm",
        "22 mil",
        "45 degrees c",
        "12 sq m",
        "2.5 mm squared",
        "50 per cent",
        "flat 12a",
        "32a",
        "rcd",
        "rcbos",
        "led",
        "to",
        "if",
        "-",
        "- ",
        "•",
        "1. ",
        "2) ",
        "2.",
        "i",
        "no.",
        "approx.",
        "etc.",
        ".",
        ",",
        ";",
        "!",
        "?",
        "...",
        "…",
        "(",
        ")",
        "(timer)",
        "\"quoted.\"",
        "’",
        "\n",
        "\r\n",
        "strip walls,",
        "paint doors",
        "and seal bath,",
        "bath,basin",
        "a,,b",
        "upvc",
        "kw",
        "m2",
        "per m2",
        "厨房",
        "ਰਸੋਈ",
        "עברית",
        "ß",
        "ნ",
        "👍",
        "É",
        "sam@a.uk",
        "*",
        "–",
        "£12.50",
        "1,200",
        "gas safe",
        "had had",
        "bullet point",
        ":",
        "12:30",
        "e.g.",
        "J.",
    ]);
    let noise = prop_oneof![3 => pieces.prop_map(str::to_owned), 1 => "\\PC{0,6}", 1 => "[a-z]{1,4}"];
    prop::collection::vec((noise, prop::sample::select(vec![" ", " ", " ", "", "\n"])), 0..25)
        .prop_map(|parts| parts.into_iter().map(|(a, b)| a + b).collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn tidying_twice_changes_nothing_more(notes in notes()) {
        for (word, style) in STYLES {
            let once = tidy_notes(&notes, style);
            prop_assert_eq!(&tidy_notes(&once, style), &once, "{} of {:?}", word, notes);
        }
    }

    /// All unknown words and numbers are in the result, in their order.
    #[test]
    fn no_word_is_lost(words in prop::collection::vec(
        (prop_oneof!["zq[a-z]{2,8}", "[0-9]{3,5}", "\\p{Han}{2,5}", "Zq[A-Z]{2,4}"],
         prop::sample::select(vec![" ", ", ", ". ", "\n", "\n- ", " then ", " um ", "; ", " full stop "])),
        1..40,
    )) {
        let notes: String = words.iter().map(|(word, gap)| format!("{word}{gap}")).collect();
        for (_, style) in STYLES {
            let text = tidy_notes(&notes, style).to_lowercase();
            let mut rest = text.as_str();
            let mut last = String::new();
            for (word, _) in &words {
                let word = word.to_lowercase();
                // Said twice is said once.
                if word == last {
                    continue;
                }
                let at = rest.find(&word);
                prop_assert!(at.is_some(), "{word} of {notes:?} is not in {text:?}");
                rest = &rest[at.unwrap() + word.len()..];
                last = word;
            }
        }
    }
}

#[test]
fn ten_thousand_characters_of_anything_are_tidied() {
    let hard = [
        "- ".repeat(5_000),
        "a,".repeat(5_000),
        "um the ".repeat(1_400),
        "then ".repeat(2_000),
        "22mm ".repeat(2_000),
        "new line ".repeat(1_100),
        ".".repeat(10_000),
        "strip a, ".repeat(1_100),
        "x".repeat(10_000),
        "1. ".repeat(3_300),
        "(".repeat(10_000),
    ];
    for notes in hard {
        for (_, style) in STYLES {
            assert!(tidy_notes(&notes, style).len() < 40_000, "{}", &notes[..20]);
        }
    }
}
