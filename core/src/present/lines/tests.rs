//! Labour as a text, and which photos are displayed where, with their alternative texts.

use crate::document::Document;
use serde_json::{Value, json};

use crate::json as read;
use crate::present::Presentation;
use crate::text_api;

use super::*;

fn present_kind(kind: &str) -> (Value, Presentation) {
    let photo = |id: &str, line: Value, caption: &str| json!({"id": id, "line": line, "caption": caption, "width": 4, "height": 3});
    let text = json!({
        "kind": kind, "status": "sent", "tax": "20",
        "items": [{"id": "tap", "name": "Tap", "quantity": "1", "price": "5", "cost": "3"},
            {"id": "pipe", "name": " ", "quantity": "1", "price": "5"}],
        "photos": [photo("1", json!("tap"), ""), photo("2", json!(null), "The wall"),
            photo("3", json!("gone"), " "), photo("4", json!("tap"), "Drips"), photo("5", json!("pipe"), "")],
    })
    .to_string();
    let (header, document) = (read::parse(&text).unwrap(), Document::from_json(&text).unwrap());
    let answer = text_api::assemble_draft(&header, &document, &read::parse("{}").unwrap()).unwrap();
    let presentation = text_api::present(&answer, "2026-03-05").unwrap();
    (serde_json::from_str(&read::to_text(&answer)).unwrap(), presentation)
}

#[test]
fn shows_each_photo_at_its_line_with_a_text() {
    let (answer, presentation) = present_kind("quote");
    assert_eq!(answer["quote"]["photos"].as_array().unwrap().len(), 5);
    let result = |photos: &[DisplayedPhoto]| -> Vec<String> {
        let photos = photos.iter();
        photos.map(|it| format!("{} {}/{}", it.id, it.alt, it.caption)).collect()
    };
    assert_eq!(result(&presentation.photos), ["2 The wall/The wall", "3 Photo of the job/"]);
    assert_eq!(result(&presentation.lines[0].photos), ["1 Photo of Tap/", "4 Drips/Drips"]);
    assert_eq!(result(&presentation.lines[1].photos), ["5 Photo of the job/"]);
    assert_eq!((presentation.photos[0].width, presentation.photos[0].height), (4, 3));
}

#[test]
fn shows_photos_only_on_a_quote() {
    let (answer, presentation) = present_kind("invoice");
    assert_eq!(answer["invoice"]["photos"], Value::Null);
    assert!(presentation.photos.is_empty() && presentation.lines.iter().all(|row| row.photos.is_empty()));
}

#[test]
fn formats_labour_in_hours_or_days() {
    for (number, unit, counted) in [
        ("1", LabourUnit::Hours, "1 hour"),
        ("1.00", LabourUnit::Hours, "1 hour"),
        ("2", LabourUnit::Hours, "2 hours"),
        ("0.5", LabourUnit::Days, "0.5 days"),
        ("1.50", LabourUnit::Days, "1.5 days"),
        ("1", LabourUnit::Days, "1 day"),
    ] {
        let unit_word = counted.rsplit(' ').next().unwrap().trim_end_matches('s');
        let (number, rate) = (number.parse().unwrap(), "45".parse().unwrap());
        let want = format!("{counted} at £45.00/{unit_word}");
        assert_eq!(format_description(number, rate, unit), want);
        let want = format!("Labour: {counted} at £45.00 per {unit_word}");
        assert_eq!(format_line(number, rate, unit), want);
    }
}

#[test]
fn recognises_a_line_of_labour_by_its_name() {
    for name in ["Labour", "Overall Job Labour", "Plumbing: Overall Job Labour (2 men)"] {
        assert!(is_labour_name(name), "{name}");
    }
    for name in ["", "labour", "Labour and materials", "Labour ", "overall job labour", "Overall Job"] {
        assert!(!is_labour_name(name), "{name}");
    }
}
